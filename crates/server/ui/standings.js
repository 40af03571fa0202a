// How games came out, counted: against the computer by game and level, and matches of several games.

import { heldSeats } from "./api.js";
import { h, s } from "./dom.js";
import { levelWords } from "./page.js";

/** @typedef {import("./archive.js").Row} Row */
/** @typedef {import("./types.d.ts").Card} Card */

/** Fewer games tell nothing. */
const ENOUGH = 10;

/** Games won, drawn and lost, a step each. @param {number[]} counts @param {number} most */
function resultBar(counts, most) {
  let x = 0;
  const parts = counts.map((count, nth) => {
    const width = (count / most) * 120;
    const part = s("rect", { class: `bar-${["won", "drawn", "lost"][nth]}`, x, y: 1, width, height: 12 });
    x += width;
    return part;
  });
  return s("svg", { viewBox: "-1 0 122 14", "aria-hidden": "true" }, ...parts);
}

/**
 * Won, drawn and lost against one computer, a row for each game and level, and how many of them with help. No rating, no trend.
 * @param {Row[]} rows @param {Map<string, Card>} cards @returns {Node[]}
 */
export function resultsByLevel(rows, cards) {
  const counted = rows.filter(({ level, result }) => level !== null && ["won", "lost", "drawn"].includes(result));
  if (counted.length === 0) return [];
  const called = (/** @type {string} */ game) => cards.get(game)?.name ?? game;
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of counted) {
    const name = `${called(row.game)}, ${row.level}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const most = Math.max(...[...groups.values()].map(({ length }) => length));
  const line = (/** @type {[string, Row[]]} */ [, here]) => {
    const { game, level } = /** @type {Row} */ (here[0]);
    const counts = ["won", "drawn", "lost"].map((result) => here.filter((one) => one.result === result).length);
    const helped = here.filter(({ help }) => help.hints + help.back > 0).length;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, called(game), h("small", {}, `${level}, ${levelWords(level)}`)),
      ...counts.map((count) => h("td", {}, String(count))),
      h("td", {}, String(helped)),
      h("td", { class: "levels-bar" }, resultBar(counts, most)),
    );
  };
  const heads = ["Game", "Won", "Drawn", "Lost", "Helped"].map((words) => h("th", { scope: "col" }, words));
  const hints = counted.filter(({ help }) => help.hints > 0).length;
  const back = counted.filter(({ help }) => help.back > 0).length;
  const parts = [hints > 0 && `${hints} with hints`, back > 0 && `${back} with turns taken back`].filter(Boolean);
  const helped = parts.length > 0 ? ` ${parts.join(", ")}.` : " None with hints or turns taken back.";
  const few = counted.length < ENOUGH ? " Fewer than ten: too few to tell much." : "";
  const many = counted.length === 1 ? "One game." : `${counted.length} games.`;
  return [
    h("h2", {}, "Against the computer"),
    h(
      "table",
      { class: "levels" },
      h("thead", {}, h("tr", {}, ...heads, h("td"))),
      h("tbody", {}, ...[...groups].sort(([one], [other]) => one.localeCompare(other)).map(line)),
    ),
    h("p", { class: "soft" }, many, helped, few),
  ];
}

/**
 * Matches of several games: a row for each player, a column for each game.
 * @param {Row[]} rows @param {Map<string, Card>} cards @returns {Node[]}
 */
export function seriesTables(rows, cards) {
  const games = new Map(rows.filter(({ table }) => table?.series).map((row) => [row.id, row]));
  /** The next game of the same match: what follows its last one is another match. @param {Row} row */
  const nextOf = ({ table }) =>
    table?.series && table.series.played < table.series.games ? games.get(table.next ?? "") : undefined;
  const later = new Set([...games.values()].map(nextOf));
  const chains = [...games.values()]
    .filter((row) => !later.has(row))
    .map((row) => {
      const chain = [row];
      for (let next = nextOf(row); next && !chain.includes(next); next = nextOf(next)) chain.push(next);
      return chain;
    });
  if (chains.length === 0) return [];
  return [h("h2", {}, "Matches"), ...chains.flatMap((chain) => seriesTable(chain, cards))];
}

/** @param {Row[]} chain the games of a match that this browser has, in their order @param {Map<string, Card>} cards */
function seriesTable(chain, cards) {
  const last = /** @type {Row} */ (chain[chain.length - 1]);
  const { games = 0, played = 0, score = [] } = last.table?.series ?? {};
  const mine = last.table ? (heldSeats(last.table.id)[0] ?? 1) : 1;
  const own = score[mine - 1] ?? 0;
  const other = score.reduce((sum, one) => sum + one, 0) - own;
  const sign = (/** @type {Row["result"]} */ result) =>
    ({ won: "1", lost: "0", drawn: "½", running: "◆", over: "" })[result];
  const turned = (/** @type {string} */ one) => ({ 1: "0", 0: "1" })[one] ?? one;
  const signs = chain.map(({ result }) => sign(result));
  const line = (/** @type {string} */ name, /** @type {string[]} */ signs, /** @type {number} */ sum) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      ...signs.map((one) => h("td", {}, one)),
      h("td", { class: "sum" }, String(sum)),
    );
  const before = played - chain.filter(({ result }) => result !== "running").length;
  const lead =
    own === other ? "You are level" : own > other ? `You lead by ${own - other}` : `You are ${other - own} behind`;
  const left = played < games ? `${games - played} of ${games} games to play.` : "The match is over.";
  return [
    h(
      "table",
      { class: "series" },
      h("caption", {}, `${cards.get(last.game)?.name ?? last.game}, match of ${games}`),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td"),
          ...chain.map((_, nth) => h("th", { scope: "col" }, String(before + nth + 1))),
          h("th", { scope: "col" }, "Won"),
        ),
      ),
      h("tbody", {}, line("You", signs, own), line(last.against, signs.map(turned), other)),
    ),
    h(
      "p",
      {},
      `${lead}. ${left} `,
      h("a", { href: last.href }, last.result === "running" ? "Go on" : "To the last game"),
    ),
  ];
}
