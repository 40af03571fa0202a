// Reading a whole game on the server: it is asked for, listened to until all is read, and asked for once more.

import { Refused } from "./api.js";
import { listen } from "./stream.js";

/** @typedef {import("./types.d.ts").Reading} Reading */
/** @typedef {import("./types.d.ts").ReadTurn} ReadTurn */

/** How often a reading that broke off is asked for again. */
const ATTEMPTS = 5;
const AGAIN_AFTER = 1500;

/**
 * Asks until all is read. `heard` is told what has been read so far, in the order of the game, with the moments in it.
 * @param {string} game
 * @param {() => Promise<Reading>} ask
 * @param {(read: ReadTurn[], told: Reading) => void} heard
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reading>}
 */
export async function readGame(game, ask, heard, signal = new AbortController().signal) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const told = await ask();
    if (told.review) {
      heard(told.all, told);
      return told;
    }
    /** @type {Map<number, ReadTurn>} */
    const read = new Map(told.all.map((turn) => [turn.ply, turn]));
    let { moments } = told;
    const tell = () => {
      const turns = [...read.values()].sort((one, other) => one.ply - other.ply);
      heard(turns, { ...told, moments, read: Math.max(told.read, turns.length) });
    };
    tell();
    let asking = false;
    const askForMoments = async () => {
      if (asking) return;
      asking = true;
      try {
        ({ moments } = await ask());
        if (!signal.aborted) tell();
      } catch {
        // They are told at the end in any case.
      }
      asking = false;
    };
    try {
      await listen(`/api/games/${game}/readings/${told.id}`, {
        token: null,
        signal,
        heard: (name, data) => {
          if (name !== "turn") return;
          // What is told a second time was looked at more closely: it may be a moment.
          const again = read.has(data.ply);
          read.set(data.ply, data);
          tell();
          if (again) askForMoments();
        },
      });
    } catch (error) {
      if (signal.aborted) throw error;
      // It ended just now, or the line broke: asking again tells.
      if (!(error instanceof Refused)) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
    }
  }
  throw new Error("This game could not be read to its end. Please try again in a while.");
}
