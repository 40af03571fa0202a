// Soft knocks of wood on wood, made here: a short breath of noise through the few tones that a small board has.
// Off until somebody says yes.

import { kept } from "./api.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let breath = null;

/** The tones of a knock: how high against the lowest, how loud, how long in seconds. */
const TONES = [
  [1, 1, 0.09],
  [2.3, 0.5, 0.05],
  [4.1, 0.22, 0.03],
];

/** @param {AudioContext} audio */
function noise(audio) {
  if (breath) return breath;
  breath = audio.createBuffer(1, Math.round(audio.sampleRate * 0.12), audio.sampleRate);
  const samples = breath.getChannelData(0);
  for (let nth = 0; nth < samples.length; nth += 1) samples[nth] = Math.random() * 2 - 1;
  return breath;
}

/**
 * One knock.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch of the lowest tone, in Hz
 * @param {number} loud
 */
function strike(audio, at, pitch, loud) {
  for (const [higher = 1, share = 1, length = 0.05] of TONES) {
    const source = audio.createBufferSource();
    source.buffer = noise(audio);
    const tone = audio.createBiquadFilter();
    tone.type = "bandpass";
    tone.frequency.value = pitch * higher;
    tone.Q.value = 9;
    const loudness = audio.createGain();
    loudness.gain.setValueAtTime(loud * share, at);
    loudness.gain.exponentialRampToValueAtTime(0.0005, at + length);
    source.connect(tone).connect(loudness).connect(audio.destination);
    source.start(at);
    source.stop(at + length + 0.02);
  }
}

/** A knock for a step: a second, deeper one when men are taken, three falling ones at the end of a game. @param {{over?: boolean, takes?: boolean}} [what] */
export function knock({ over = false, takes = false } = {}) {
  if (!kept("sound", false)) return;
  context ??= new AudioContext();
  const now = context.currentTime + 0.01;
  // No two knocks of real wood are alike.
  const pitch = 420 + Math.random() * 40;
  strike(context, now, pitch, 0.9);
  if (takes) strike(context, now + 0.09, pitch * 0.72, 0.8);
  if (over)
    [1, 2].forEach((nth) => strike(/** @type {AudioContext} */ (context), now + 0.16 * nth, pitch * 0.8 ** nth, 0.8));
}
