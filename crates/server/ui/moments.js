// Moments of a game: the list of them, and the bars that show what was lost.

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
