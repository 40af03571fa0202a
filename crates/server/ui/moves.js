// The list of what was played, turn by turn, one column a seat.

import { h } from "./dom.js";

/** @typedef {import("./types.d.ts").Turn} Turn */

/**
 * @param {Turn[]} turns
 * @param {string[]} seats
 * @param {{now?: number, waiting?: string | null, go?: (turn: number) => void}} how `now`: the turn on the board
 */
export function moveTable(turns, seats, { now = turns.length - 1, waiting = null, go }) {
  const columns = Math.min(seats.length, 4);
  const head = h(
    "thead",
    {},
    h(
      "tr",
      {},
      h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "Turn")),
      ...seats.slice(0, columns).map((seat) => h("th", { scope: "col" }, seat)),
    ),
  );
  const body = h("tbody");
  /** @type {HTMLElement | null} */
  let row = null;
  let last = columns;
  let number = 0;
  turns.forEach((turn, nth) => {
    const column = turn.seat - 1;
    if (!row || column <= last) {
      number += 1;
      row = h("tr", {}, h("th", { scope: "row" }, String(number)), ...seats.slice(0, columns).map(() => h("td")));
      body.append(row);
    }
    last = column;
    const cell = row?.children[column + 1];
    const words = turn.text;
    cell?.append(
      go
        ? h(
            "button",
            { type: "button", class: "move", "aria-current": nth === now ? "step" : null, onclick: () => go(nth) },
            words,
          )
        : words,
    );
    if (nth === now) cell?.classList.add("now");
  });
  if (waiting) {
    const seat = waiting;
    body.append(h("tr", {}, h("th", { scope: "row" }), h("td", { class: "await", colspan: columns }, seat)));
  }
  return h("table", { class: `moves moves-${columns}` }, head, body);
}
