// What this browser has learnt, by game.

import { keep, kept } from "./api.js";

/** The tasks of a lesson that are done, and those passed over. @typedef {{done: number[], passed: number[]}} Progress */

/** @param {string} game @returns {Progress} */
export const progressOf = (game) => {
  const all = kept("learnt", /** @type {Record<string, Progress>} */ ({}));
  return { done: all[game]?.done ?? [], passed: all[game]?.passed ?? [] };
};

/** @param {string} game @param {number} task @param {"done" | "passed"} how */
export function remember(game, task, how) {
  const { done, passed } = progressOf(game);
  const all = kept("learnt", /** @type {Record<string, Progress>} */ ({}));
  const isDone = how === "done" || done.includes(task);
  all[game] = {
    done: isDone ? [...new Set([...done, task])] : done,
    passed: isDone ? passed.filter((other) => other !== task) : [...new Set([...passed, task])],
  };
  keep("learnt", all);
}
