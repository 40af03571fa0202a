// The board at playing size, and the rules on a sheet, for owners of incomplete boxes.

import { get } from "./api.js";
import { h, ownHtml, s } from "./dom.js";
import { drawMan, picture } from "./draw.js";
import { bar, fill } from "./page.js";
import { rulesPart } from "./rules.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").Man} Man */

/** Every kind of man with how many of them a game begins with. @param {Title} title @returns {[Man, number][]} */
function boxOf(title) {
  /** @type {Map<string, [Man, number]>} */
  const men = new Map();
  for (const placed of title.start.pieces) {
    for (const man of placed.men) {
      const name = `${man.seat}${man.kind}`;
      const counted = men.get(name);
      if (counted) counted[1] += 1;
      else men.set(name, [man, 1]);
    }
  }
  return [...men.values()];
}

export async function open(id = "") {
  /** @type {Title} */
  const title = await get(`/api/games/${id}`);
  const empty = picture(title.id, title.board, [], { label: `The empty board of ${title.name}`, labels: true });
  const set = picture(title.id, title.board, title.start.pieces, { label: `How ${title.name} begins`, labels: true });
  const men = boxOf(title).flatMap(([man, count]) =>
    Array.from({ length: count }, () =>
      s("svg", { class: "cut-out", viewBox: "-52 -52 104 104", "aria-hidden": "true" }, drawMan(man, 0, 0, 100)),
    ),
  );
  document.title = `${title.name} on paper – Parlour`;
  const wide = title.board.width > title.board.height * 1.2;
  const main = h(
    "main",
    { class: "print-main" },
    h(
      "section",
      { class: "screen-only plain" },
      h("h1", {}, `${title.name} on paper`),
      h(
        "p",
        {},
        "Three sheets: the board at playing size, men to cut out, and the rules. Print on card if you have some.",
      ),
      h("p", {}, h("button", { class: "btn btn-first", onclick: () => print() }, "Print")),
    ),
    h("section", { class: `print-sheet print-board${wide ? " print-wide" : ""}` }, empty),
    h(
      "section",
      { class: "print-sheet" },
      h("h2", {}, "The men"),
      h("div", { class: "cut-outs" }, ...men),
      h("h2", {}, "The start"),
      h("div", { class: "print-small" }, set),
    ),
    h(
      "section",
      { class: "print-sheet leaf" },
      h("h2", {}, title.name),
      h("p", { class: "soft" }, ownHtml(title.rules.source_html)),
      rulesPart(title, title.rules, { figures: false }),
    ),
  );
  fill(bar({ game: title, more: "on paper" }), main);
}
