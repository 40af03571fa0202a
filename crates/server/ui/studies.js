// Studies that this browser keeps: the whole tree of each, the last fifty of them.

import { keep, kept } from "./api.js";

/** @typedef {{name: string, game: string, tree: string, at: number[], when: number}} Kept */

const MOST = 50;

/** What tells one study from another: its game, its options and where it starts. @param {string[]} parts */
export const studyName = (...parts) => parts.join("|");

/** @returns {Kept[]} The newest first. */
const all = () => kept("studies", /** @type {Kept[]} */ ([]));

/** @param {string} name @returns {Kept | null} */
export const keptStudy = (name) => all().find((study) => study.name === name) ?? null;

/** @param {Kept} study */
export function keepStudy(study) {
  const others = all().filter(({ name }) => name !== study.name);
  keep("studies", [study, ...others].slice(0, MOST));
}

/** @param {string} name */
export function forgetStudy(name) {
  keep(
    "studies",
    all().filter((study) => study.name !== name),
  );
}
