// Studies that this browser keeps: the whole tree of each, the last fifty of them. Several tabs share them.

import { get, keep, kept, newKey, plainQuery, post } from "./api.js";
import { packed } from "./tree.js";

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} name what it starts from: see studyName
 * @property {string} game
 * @property {string} tree
 * @property {number[]} at the path to the step on the board
 * @property {number} when
 */

/** So many are kept. */
export const MOST = 50;

/** What studies from one start have in common: their game, its options and the position. @param {string[]} parts */
export const studyName = (...parts) => parts.join("|");

/** @returns {Kept[]} The newest first. */
const all = () => kept("studies", /** @type {Kept[]} */ ([]));

/** Studies from one start, the newest first. @param {string} name */
export const studiesOf = (name) => all().filter((study) => study.name === name);

/** @param {string} id */
export const keptStudy = (id) => all().find((study) => study.id === id) ?? null;

/** The study that has just this tree, or a new name for one. @param {string} name @param {string} tree */
export const studyId = (name, tree) => studiesOf(name).find((study) => study.tree === tree)?.id ?? newKey();

/** @param {Kept} study */
export function keepStudy(study) {
  const others = all().filter(({ id }) => id !== study.id);
  keep("studies", [study, ...others].slice(0, MOST));
}

/** Tells when another tab has kept something. @param {() => void} changed */
export function whenKeptElsewhere(changed) {
  addEventListener("storage", ({ key }) => {
    if (key === "parlour.studies") changed();
  });
}

/** The records of a file, each with its tags. @param {string} text */
export const recordsIn = (text) => text.split(/\n\s*\n(?=\[\w+ ")/).filter((part) => part.trim());

/** Keeps a record as a study. @param {string} text @returns {Promise<string>} where it is found */
export async function keepRecord(text) {
  const record = await post("/api/records", { text });
  const card = await get(`/api/games/${record.game}`);
  const start = record.start === card.start.position ? null : record.start;
  const name = studyName(record.game, JSON.stringify(record.options), start ?? "");
  // Too long a tree for an address is found here.
  keepStudy({
    id: studyId(name, record.tree),
    name,
    game: record.game,
    tree: record.tree,
    at: [],
    when: Date.now(),
  });
  const address = `/analyse/${record.game}${plainQuery(record.options, card, { position: start })}`;
  return `${address}#${new URLSearchParams({ t: await packed(record.tree) })}`;
}
