// A soft knock of wood on wood. Off unless asked for.

import { kept } from "./api.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {boolean} low a lower knock, for the end of a game */
export function knock(low) {
  if (!kept("sound", false)) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(low ? 160 : 320, now);
  tone.frequency.exponentialRampToValueAtTime(low ? 80 : 140, now + 0.09);
  loudness.gain.setValueAtTime(0.18, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
  tone.connect(loudness).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.15);
}
