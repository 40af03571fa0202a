// Parts of a review: how far the reading has come, and how each phase of the game went.

import { h, s } from "./dom.js";

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
