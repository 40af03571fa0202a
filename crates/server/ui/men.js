// Men: the server says which drawing stands for which man; the drawings are in the page (symbols.svg).

import { s, stamp } from "./dom.js";

/** @typedef {import("./types.d.ts").Man} Man */

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

/** Whether a man is a drum, seen a little from above, so that columns of them can be read. @param {Man} man */
export const isDrum = (man) => man.drawing?.startsWith("drum-") ?? false;
