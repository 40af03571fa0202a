// Parts of a review: the list of moments with bars that show what was lost, how far the reading has come, and how each phase
// of the game went.

import { h, s } from "./dom.js";

/** @typedef {import("./types.d.ts").Moment} Moment */

/**
 * @typedef {object} How
 * @property {number} on which one is looked at, counted from 0
 * @property {(nth: number) => void} go
 * @property {"h2" | "h3"} heading
 * @property {(moment: Moment) => boolean} [isDone] whether it has been tried
 * @property {(moment: Moment, on: boolean) => (Node | null)[]} [more] what stands under its words
 * @property {(moment: Moment, on: boolean) => (Node | string)[] | null} [words] instead of its own
 * @property {Node | null} [last] a row under the others
 */

/** @param {Moment[]} moments @param {How} how */
export function momentList(moments, { on, go, heading, isDone, more, words, last = null }) {
  const item = (/** @type {Moment} */ moment, /** @type {number} */ nth) => {
    const here = nth === on;
    const button = {
      class: "moment-head",
      "data-act": `moment-${nth}`,
      "aria-current": here ? "true" : null,
      onclick: () => go(nth),
    };
    return h(
      "li",
      { class: `moment${here ? " moment-on" : ""}` },
      h("span", { class: `key-coin${isDone?.(moment) ? " key-done" : ""}`, "aria-hidden": "true" }, String(nth + 1)),
      h(heading, {}, h("button", button, moment.heading)),
      h("span", { class: "when" }, `turn ${moment.round}`),
      h("p", {}, ...(words?.(moment, here) ?? emphasised(moment.words, [moment.best.turn, moment.played.turn]))),
      ...(more?.(moment, here) ?? []),
    );
  };
  return h("ol", { class: "moments", "aria-label": "Moments that mattered" }, ...moments.map(item), last);
}

/** Words with some of them in bold. @param {string} words @param {string[]} bold @returns {(Node | string)[]} */
function emphasised(words, bold) {
  return words.split(/(\s+)/).map((part) => {
    const bare = part.replace(/[.,:;]+$/, "");
    if (!bare || !bold.includes(bare)) return part;
    return h("span", {}, h("b", {}, bare), part.slice(bare.length));
  });
}

/** A worth as a number. @param {{chance: number}} worth */
const in100 = ({ chance }) => Math.round(chance * 100);

/** A chance as a lying bar, with what was lost of it. @param {number} width @param {number} chance @param {number} was @param {Record<string, string>} about */
function chanceBar(width, chance, was, about) {
  const left = chance * width;
  return s(
    "svg",
    { viewBox: `0 0 ${width} 20`, preserveAspectRatio: "none", ...about },
    s("rect", { class: "swing-other", width, height: 20 }),
    s("rect", { class: "swing-own", width: left, height: 20 }),
    s("rect", { class: "swing-lost", x: left, width: Math.max(0, was * width - left), height: 20 }),
    s("path", { class: "swing-cut", d: `M${left} 0V20` }),
    s("rect", { class: "swing-edge", x: 0.6, y: 0.6, width: width - 1.2, height: 18.8 }),
  );
}

/** What was there, what was left, and what was lost between. @param {Moment} moment */
export function swing({ before, after }) {
  const label = `Before ${in100(before)} in 100, after ${in100(after)} in 100`;
  return chanceBar(330, after.chance, before.chance, { class: "swing", role: "img", "aria-label": label });
}

/** The best turn, one that was found, and the one that was played. @param {Moment} moment @param {{text: string, worth: {chance: number}} | null} found */
export function compared(moment, found) {
  const other = found && found.text !== moment.best.steps.join(" ") ? [{ coin: "✓", kind: "c", ...found }] : [];
  const rows = [
    { coin: "A", kind: "a", text: moment.best.turn, worth: moment.before },
    ...other,
    { coin: "was", kind: "was", text: moment.played.turn, worth: moment.after },
  ];
  return h(
    "ul",
    { class: "compared", "aria-label": "Chances in 100" },
    ...rows.map(({ coin, kind, text, worth }) =>
      h(
        "li",
        {},
        h("span", { class: `line-coin line-${kind}`, "aria-hidden": "true" }, coin),
        h("b", {}, text),
        chanceBar(288, worth.chance, 0, { "aria-hidden": "true" }),
        h("span", { class: "of" }, String(in100(worth))),
      ),
    ),
  );
}

/** The turns of a game with their places, each with its number in a list. @param {{seat: number, text: string, steps: string[]}[]} turns */
export function turnsOf(turns) {
  let ply = 0;
  let round = 0;
  let last = Infinity;
  return turns.map(({ seat, text, steps }) => {
    if (seat <= last) round += 1;
    last = seat;
    const turn = { ply, seat, round, text };
    ply += steps.length;
    return turn;
  });
}

/** How much of a game has been read. @param {number} read @param {number} turns */
export function progressBar(read, turns) {
  const part = turns > 0 ? Math.min(1, read / turns) : 0;
  return s(
    "svg",
    {
      viewBox: "0 0 480 16",
      preserveAspectRatio: "none",
      role: "progressbar",
      "aria-label": "Reading the game",
      "aria-valuemin": 0,
      "aria-valuemax": turns,
      "aria-valuenow": Math.min(read, turns),
    },
    s("rect", { class: "progress-all", x: 0.6, y: 0.6, width: 478.8, height: 14.8 }),
    s("rect", { class: "progress-done", x: 1, y: 1, width: 478 * part, height: 14 }),
    s("path", { class: "progress-end", d: `M${1 + 478 * part} 1V15` }),
  );
}

/**
 * Phases of the game, turns that lost value where values are known, and what it all rests on.
 * @param {import("./types.d.ts").Review} review @param {string[]} seats @param {(ply: number) => void} go
 */
export function reviewDetails({ phases, lost, note, moments }, seats, go) {
  const both = new Set(phases.map(({ seat }) => seat)).size > 1;
  const head = (/** @type {string} */ words) => h("th", { scope: "col" }, words);
  const line = (/** @type {import("./types.d.ts").Phase} */ { name, seat, turns, words }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", {}, both ? (seats[seat - 1] ?? "") : String(turns)),
      h("td", {}, words),
    );
  const table = h(
    "table",
    { class: "phases" },
    h("thead", {}, h("tr", {}, head("Phase"), head(both ? "Side" : "Your turns"), head("In words"))),
    h("tbody", {}, ...phases.map(line)),
  );
  const item = (/** @type {import("./types.d.ts").LostValue} */ { ply, round, words }) =>
    h("li", {}, h("button", { class: "line", onclick: () => go(ply) }, `${round}. ${words}`));
  const every = h(
    "details",
    { class: "lost-values" },
    h("summary", {}, `Every turn that lost value (${lost.length})`),
    h("ol", {}, ...lost.map(item)),
  );
  return h(
    "div",
    { class: "review-details", tabindex: 0, role: "region", "aria-label": "Phases" },
    phases.length > 0 && table,
    lost.length > moments.length && every,
    h("p", { class: "soft" }, note),
  );
}
