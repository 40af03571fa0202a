// What this browser has learnt: the tasks of lessons by game, puzzles by game and position, and the streak.

import { keep, kept } from "./api.js";
import { h, s } from "./dom.js";

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

/** @typedef {{solved: string[], shown: string[]}} Solved */

/** @param {string} game @returns {Solved} */
export function solvedOf(game) {
  const all = kept("puzzles", /** @type {Record<string, Solved>} */ ({}));
  return { solved: all[game]?.solved ?? [], shown: all[game]?.shown ?? [] };
}

/** How many were solved one after the other without a look at the solution. */
export const streak = () => kept("streak", 0);

/** @param {string} game @param {string} key @param {"solved" | "shown"} how */
export function rememberPuzzle(game, key, how) {
  const { solved, shown } = solvedOf(game);
  const known = solved.includes(key);
  if (how === "solved" && !known) keep("streak", streak() + 1);
  if (how === "shown" && !known) keep("streak", 0);
  const all = kept("puzzles", /** @type {Record<string, Solved>} */ ({}));
  all[game] = {
    solved: how === "solved" && !known ? [...solved, key] : solved,
    shown: how === "shown" ? (known ? shown : [...new Set([...shown, key])]) : shown.filter((other) => other !== key),
  };
  keep("puzzles", all);
}

/**
 * The first puzzle, counted from 1, that is not solved yet; those that were shown come last.
 * @param {string} game @param {{key: string}[]} puzzles
 */
export function nextOf(game, puzzles) {
  const { solved, shown } = solvedOf(game);
  const open = puzzles.findIndex(({ key }) => !solved.includes(key) && !shown.includes(key));
  const left = open < 0 ? puzzles.findIndex(({ key }) => !solved.includes(key)) : open;
  return left < 0 ? null : left + 1;
}

/** @param {number} stars */
export const starWords = (stars) => `${stars} ${stars === 1 ? "star" : "stars"} of three`;

/** A number as tally strokes, every fifth across the four before it. @param {number} count */
export function tally(count) {
  if (count === 0 || count > 30) return h("b", {}, String(count));
  const stroke = (/** @type {unknown} */ _, /** @type {number} */ nth) => {
    const x = 4 + nth * 7;
    return nth % 5 === 4 ? `M${x - 32} 20L${x - 3} 4` : `M${x} 2v20`;
  };
  const label = { class: "tally", viewBox: `0 0 ${7 * count + 4} 24`, role: "img", "aria-label": String(count) };
  return s("svg", label, s("path", { d: Array.from({ length: count }, stroke).join("") }));
}
