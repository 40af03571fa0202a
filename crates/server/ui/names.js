// What people and sides are called, and how a game came out for them. "You" is only ever said to oneself; a seat has the name its player gave,
// and without one it is called as the game calls it.

import { levelWords } from "./page.js";

/** @typedef {import("./types.d.ts").Card} Card */
/** @typedef {import("./types.d.ts").SeatAtTable} SeatAtTable */
/** @typedef {import("./types.d.ts").Status} Status */

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

/**
 * The result in a few words. Two people at one screen, and those who watch, hear who won; somebody with one seat
 * hears how it went for him.
 * @param {Card} card
 * @param {Status} status
 * @param {{mine: number[], taken?: number}} reader the seats that are his, and how many steps were played
 * @returns {{kind: "won" | "lost" | "drawn" | "over", lead: string, by: string}}
 */
export function resultFor(card, status, { mine, taken = 0 }) {
  const { winner } = status;
  const by = status.ends?.words ?? "";
  if (card.seats.length === 1) {
    return winner
      ? { kind: "won", lead: `Solved in ${taken === 1 ? "one step" : `${taken} steps`}.`, by }
      : { kind: "lost", lead: "No way on from here.", by };
  }
  if (!winner) return { kind: "drawn", lead: status.by === "agreement" ? "A draw, as agreed." : "A draw.", by };
  const alone = mine.length === 1;
  const won = alone && mine.includes(winner);
  const loser = card.seats.length === 2 ? 3 - winner : 0;
  if (status.by === "resignation") return resigned(card, winner, loser, alone ? mine[0] : 0);
  if (won) return { kind: "won", lead: "You won.", by };
  if (alone) {
    const other = card.seats.length > 2 ? ` ${sideName(card, winner)} won.` : "";
    return { kind: "lost", lead: `You lost.${other}`, by };
  }
  return { kind: "over", lead: `${sideName(card, winner)} won.`, by };
}

/** @param {Card} card @param {number} winner @param {number} loser @param {number | undefined} me */
function resigned(card, winner, loser, me) {
  const gave = `${sideName(card, loser)} ${agree(card, loser, "has", "have")} resigned.`;
  if (me === loser) return { kind: /** @type {const} */ ("lost"), lead: "You resigned.", by: "" };
  if (me === winner) return { kind: /** @type {const} */ ("won"), lead: "You won.", by: gave };
  return { kind: /** @type {const} */ ("over"), lead: `${sideName(card, winner)} won.`, by: gave };
}
