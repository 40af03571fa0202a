// The games of this browser, as rows of a list: tables it holds keys of, and records that were brought in. A copy of what
// was last seen stays here, for when the server is away.

import { get, heldKeys, heldTables, keep, kept, Refused, Unreachable } from "./api.js";
import { nameOf } from "./names.js";
import { resultFor } from "./result.js";

/** @typedef {import("./types.d.ts").Card} Card */
/** @typedef {import("./types.d.ts").Summary} Summary */

/** A game that came from a file. @typedef {{game: string, title: string, text: string, result: string, when: number}} Brought */
/** What helped somebody at a table. @typedef {{hints: number, back: number}} Help */

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} game
 * @property {string} href
 * @property {string} against
 * @property {"running" | "won" | "lost" | "drawn" | "over"} result
 * @property {string} words
 * @property {number | null} level of the one computer it was played against
 * @property {number} when
 * @property {Help} help
 * @property {Summary | null} table
 */

/**
 * What there is to list.
 * @typedef {object} Archived
 * @property {Map<string, Card>} cards of the games
 * @property {Row[]} rows
 * @property {string[]} gone tables that are there no more
 * @property {boolean} isCopy whether the server was away, and this is what was seen last
 */

/** How many tables are asked for at a time. */
const ASKED = 50;
const NO_HELP = { hints: 0, back: 0 };

/** @param {string} id @returns {Help} */
export const helpAt = (id) => kept("help", /** @type {Record<string, Help>} */ ({}))[id] ?? NO_HELP;

/** Counts a hint that was given or a turn that was taken back. @param {string} id @param {keyof Help} what */
export function countHelp(id, what) {
  const all = kept("help", /** @type {Record<string, Help>} */ ({}));
  const held = new Set(heldTables().map((table) => table.id));
  const known = Object.entries(all).filter(([table]) => held.has(table));
  const before = helpAt(id);
  keep("help", { ...Object.fromEntries(known), [id]: { ...before, [what]: before[what] + 1 } });
}

/** @returns {Brought[]} */
export const broughtIn = () => kept("brought", /** @type {Brought[]} */ ([]));

/** @returns {Promise<Archived>} */
export async function archived() {
  try {
    /** @type {{games: Card[]}} */
    const { games } = await get("/api/games");
    const [tables, gone] = await askForTables();
    const played = new Set(tables.map(({ game }) => game));
    const cards = games.map((card) => ({
      ...card,
      board: { ...card.board, grounds: { ...card.board.grounds, labelled: null } },
    }));
    keep("archive", { cards: cards.filter(({ id }) => played.has(id)), tables });
    return { cards: cardsById(games), rows: rowsOf(tables, cardsById(games)), gone, isCopy: false };
  } catch (error) {
    const away = error instanceof Unreachable || (error instanceof Refused && error.status >= 500);
    if (!away) throw error;
    const copy = kept("archive", { cards: /** @type {Card[]} */ ([]), tables: /** @type {Summary[]} */ ([]) });
    const cards = cardsById(copy.cards);
    return { cards, rows: rowsOf(copy.tables, cards), gone: [], isCopy: true };
  }
}

/** @param {Card[]} cards */
const cardsById = (cards) => new Map(cards.map((card) => [card.id, card]));

/** @returns {Promise<[Summary[], string[]]>} */
async function askForTables() {
  const ids = heldTables().map(({ id }) => id);
  /** @type {[Summary[], string[]]} */
  const [found, lost] = [[], []];
  for (let from = 0; from < ids.length; from += ASKED) {
    const { tables, gone } = await get(`/api/tables?ids=${ids.slice(from, from + ASKED).join(",")}`);
    found.push(...tables);
    lost.push(...gone);
  }
  return [found, lost];
}

/** Running games first, then the newest; records that were brought in last. @param {Summary[]} tables @param {Map<string, Card>} cards */
function rowsOf(tables, cards) {
  const running = (/** @type {Row} */ row) => Number(row.result === "running");
  const own = tables.flatMap((table) => {
    const card = cards.get(table.game);
    return card ? [rowOf(table, card)] : [];
  });
  own.sort((one, other) => running(other) - running(one) || other.when - one.when);
  return [...own, ...broughtRows()];
}

/** The seats of a table that are played from here. @param {Summary} table */
export const seatsAt = (table) =>
  heldKeys(table.id)
    .filter(({ kind }) => kind === "seat")
    .map(({ seat }) => seat);

/** @param {Summary} table @param {Card} card @returns {Row} */
function rowOf(table, card) {
  const mine = seatsAt(table);
  const others = table.seats.filter((seat) => !mine.includes(seat.number));
  const computers = others.filter((seat) => seat.kind === "computer");
  const over = table.status.type === "over";
  const { kind, lead } = resultFor(card, table.status, { mine, taken: table.turns });
  const yours = mine.includes(table.status.seat ?? 0);
  return {
    id: table.id,
    game: table.game,
    href: `/play/${table.id}`,
    against: others.map((seat) => nameOf(seat, [])).join("; ") || (card.seats.length === 1 ? "alone" : "on one screen"),
    result: over ? kind : "running",
    words: over ? lead : yours ? "Your move" : "Their move",
    level: mine.length === 1 && others.length === 1 && computers.length === 1 ? (computers[0]?.level ?? null) : null,
    when: table.updated,
    help: helpAt(table.id),
    table,
  };
}

/** @returns {Row[]} */
export const broughtRows = () =>
  broughtIn().map(({ game, title, result, when }, nth) => ({
    id: `brought-${nth}`,
    game,
    href: `/analyse/${game}?record=${nth}`,
    against: title,
    result: "over",
    words: result,
    level: null,
    when,
    help: NO_HELP,
    table: null,
  }));
