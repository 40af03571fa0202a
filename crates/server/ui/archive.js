// The games of this browser, as rows of a list: tables it holds keys of, and records that were brought in. A copy of what
// was last seen stays here, for when the server is away.

import { get, heldSeats, heldTables, keep, kept, Refused, Unreachable } from "./api.js";
import { save } from "./files.js";
import { nameOf, resultFor } from "./names.js";

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
 * @property {number | null} moments how many its review has found
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
const helpAt = (id) => kept("help", /** @type {Record<string, Help>} */ ({}))[id] ?? NO_HELP;

/** Counts a hint that was given or a turn that was taken back. @param {string} id @param {keyof Help} what */
export function countHelp(id, what) {
  const all = kept("help", /** @type {Record<string, Help>} */ ({}));
  const before = helpAt(id);
  keep("help", { ...ofHeld(all), [id]: { ...before, [what]: before[what] + 1 } });
}

/** How many moments a review has found, by table. @returns {Record<string, number>} */
const moments = () => kept("moments", {});

/** Keeps what a review has found. @param {string} id @param {number} count */
export const keepMoments = (id, count) => keep("moments", { ...ofHeld(moments()), [id]: count });

/** What is kept of tables that are still held. @template T @param {Record<string, T>} all */
function ofHeld(all) {
  const held = new Set(heldTables().map((table) => table.id));
  return Object.fromEntries(Object.entries(all).filter(([table]) => held.has(table)));
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

/** In which order rows may stand, the usual one first: running games before others, records that were brought in last. */
export const ORDERS = /** @type {[string, string][]} */ ([
  ["", "Newest first"],
  ["oldest", "Oldest first"],
  ["game", "By game"],
  ["result", "By result"],
  ["longest", "Longest first"],
]);
const RESULTS = ["running", "won", "drawn", "lost", "over"];

/** Rows, which stand as usual, in another order. @param {Row[]} rows @param {string | null} order @param {Map<string, Card>} cards */
export function inOrder(rows, order, cards) {
  const name = (/** @type {Row} */ { game }) => cards.get(game)?.name ?? game;
  const turns = (/** @type {Row} */ { table }) => table?.turns ?? 0;
  /** @type {Record<string, (one: Row, other: Row) => number>} */
  const ways = {
    oldest: (one, other) => one.when - other.when,
    game: (one, other) => name(one).localeCompare(name(other)),
    result: (one, other) => RESULTS.indexOf(one.result) - RESULTS.indexOf(other.result),
    longest: (one, other) => turns(other) - turns(one),
  };
  const way = ways[order ?? ""];
  return way ? [...rows].sort(way) : rows;
}

/** As they usually stand. @param {Summary[]} tables @param {Map<string, Card>} cards */
function rowsOf(tables, cards) {
  const running = (/** @type {Row} */ row) => Number(row.result === "running");
  const own = tables.flatMap((table) => {
    const card = cards.get(table.game);
    return card ? [rowOf(table, card)] : [];
  });
  own.sort((one, other) => running(other) - running(one) || other.when - one.when);
  return [...own, ...broughtRows()];
}

/** @param {Summary} table @param {Card} card @returns {Row} */
function rowOf(table, card) {
  const mine = heldSeats(table.id);
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
    moments: moments()[table.id] ?? null,
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
    moments: null,
    table: null,
  }));

/** The records of rows; all of them or none. @param {Row[]} rows @returns {Promise<string[]>} */
export async function recordsOf(rows) {
  const brought = broughtIn();
  const record = (/** @type {Row} */ row) =>
    row.table ? get(`/api/tables/${row.id}/record`) : (brought[Number(row.id.slice(8))]?.text ?? "");
  const texts = await Promise.all(rows.map(record));
  return texts.filter(Boolean);
}

/** Saves the records of rows as one file. @param {Row[]} rows */
export async function saveRecords(rows) {
  save(new Blob([(await recordsOf(rows)).join("\n")], { type: "text/plain" }), "parlour-games.txt");
}
