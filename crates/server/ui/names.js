// What people and sides are called. "You" is only ever said to oneself; a seat has the name its player gave,
// and without one it is called as the game calls it.

import { levelWords } from "./page.js";

/** @typedef {import("./types.d.ts").Card} Card */
/** @typedef {import("./types.d.ts").SeatAtTable} SeatAtTable */

/** Who sits there, as this reader should see it. @param {SeatAtTable} seat @param {number[]} mine */
export function nameOf(seat, mine) {
  if (seat.kind === "computer") return `Computer, ${levelWords(seat.level)}`;
  if (seat.kind === "open") return "Nobody yet";
  if (seat.name) return seat.name;
  return mine.length === 1 && mine.includes(seat.number) ? "You" : seat.called;
}

/** What a side is called. @param {Card} card @param {number} seat */
export const sideName = (card, seat) => card.seats[seat - 1] ?? "";

/**
 * A verb that agrees with a side: geese are, the fox is.
 * @param {Card} card
 * @param {number} seat
 * @param {string} one
 * @param {string} many
 */
export const agree = (card, seat, one, many) => (card.plural?.[seat - 1] ? many : one);

/** "Ada is", "White is", "Geese are". @param {Card} card @param {SeatAtTable | undefined} seat @param {number} number */
export function whoIs(card, seat, number) {
  if (seat?.name) return `${seat.name} is`;
  return `${sideName(card, number)} ${agree(card, number, "is", "are")}`;
}
