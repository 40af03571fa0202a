// The moves of a game as a list, one row a round.

import { h } from "./dom.js";

/**
 * @typedef {object} MovesShown
 * @property {number} [now] the turn on the board
 * @property {{seat: number, words: string} | null} [waiting] what is said where the next turn will stand
 * @property {(turn: number) => void} [go]
 */

/** What was played, turn by turn, one column a seat. @param {{seat: number, text: string}[]} turns @param {string[]} seats @param {MovesShown} how */
export function moveTable(turns, seats, { now = turns.length - 1, waiting = null, go }) {
  const columns = seats.slice(0, 4);
  const heads = columns.map((seat) => h("th", { scope: "col" }, seat));
  const corner = h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, "Turn"));
  const body = h("tbody");
  /** @type {HTMLElement | null} */
  let row = null;
  let last = columns.length;
  let number = 0;
  /** The cell of the next turn. @param {number} seat @returns {HTMLElement} */
  const cellOf = (seat) => {
    const column = seat - 1;
    if (!row || column <= last) {
      number += 1;
      row = h("tr", {}, h("th", { scope: "row" }, String(number)), ...columns.map(() => h("td")));
      body.append(row);
    }
    last = column;
    return /** @type {HTMLElement} */ (row?.children[column + 1]);
  };
  turns.forEach((turn, nth) => {
    const cell = cellOf(turn.seat);
    const how = { class: "move", "aria-current": nth === now ? "step" : null };
    cell.append(go ? h("button", { ...how, onclick: () => go(nth) }, turn.text) : turn.text);
    if (nth === now) cell.classList.add("now");
  });
  if (waiting) {
    const goesOn = turns.length > 0 && turns[turns.length - 1]?.seat === waiting.seat && last === waiting.seat - 1;
    const cell = goesOn ? null : cellOf(waiting.seat);
    cell?.classList.add("await");
    cell?.append(waiting.words);
  }
  return h("table", { class: `moves moves-${columns.length}` }, h("thead", {}, h("tr", {}, corner, ...heads)), body);
}
