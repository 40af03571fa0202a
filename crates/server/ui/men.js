// Men: the server says which drawing stands for which man; the drawings are in the page (symbols.svg).

import { s, stamp } from "./dom.js";

/** @typedef {import("./types.d.ts").Man} Man */

/** Games whose men are drums, seen a little from above, so that columns can be read. */
const DRUMS = new Set(["lasca", "checkers", "polychek", "foregammon", "yumph"]);

/**
 * One man, centred on a place.
 * @param {Man} man
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {SVGElement}
 */
export function drawMan(man, x, y, size) {
  if (man.drawing) return stamp(man.drawing, x, y, size);
  return s("g", {}, stamp("plain", x, y, size), s("text", { class: "badge-n", x, y: y + size * 0.08 }, man.letter));
}

/** @param {string} game */
export const standsInColumns = (game) => DRUMS.has(game);
