// Which drawing stands for which man. The names are those of the games' `Show`; a man nobody has drawn yet
// is shown as a plain disc with his letter.

import { s, stamp } from "./dom.js";

/** @typedef {import("./types.d.ts").Man} Man */

/** Chess men have a letter of their own in the names of their drawings. */
const CHESS = new Map([
  ["king", "k"],
  ["queen", "q"],
  ["rook", "r"],
  ["bishop", "b"],
  ["knight", "n"],
  ["pawn", "p"],
]);

/** Games whose men are drums, seen a little from above, so that columns can be read. */
const DRUMS = new Set(["lasca", "checkers", "polychek", "foregammon", "yumph"]);

/** Four sides: pawns and checkers of two colours. */
const FOUR = ["pawn-1", "man-1", "pawn-2", "man-2"];

/** @type {Record<string, string>} */
const COLOURS = { red: "gules", blue: "azure", orange: "tenne", black: "man-2", white: "man-1", yellow: "vert" };

/**
 * @param {string} game
 * @param {Man} man
 * @returns {string | null}
 */
function drawingOf(game, { seat, kind, letter }) {
  switch (game) {
    case "chess":
      return CHESS.has(kind) ? `ch-${CHESS.get(kind)}${seat}` : null;
    case "kings-men":
      return seat === 2 ? "azure" : "gules";
    case "twenty-seven":
      return `seed-${seat}${kind === "man" ? "" : "z"}`;
    case "chunga-four":
      return FOUR[seat - 1] ?? null;
    case "pick-me-up":
    case "checker-puzzle":
      return `pawn-${seat}`;
  }
  if (game === "rondamee" && COLOURS[kind]) return COLOURS[kind] ?? null;
  if (kind === "gamin") return `pawn-${seat}`;
  if (kind === "fox" || kind === "goose") return kind;
  if (kind === "sun" || kind === "storm") return `${kind}-${seat}`;
  if (kind === "traveler") return `trav-${seat}`;
  // In some games the dark side begins: men that are called white or black are what they are called.
  const side = { w: 1, b: 2 }[letter.toLowerCase()] ?? seat;
  if (DRUMS.has(game)) {
    const rank = kind === "officer" ? "o" : kind === "king" ? "k" : "";
    return `drum-${side === 2 ? "b" : "w"}${rank}`;
  }
  return `${kind === "king" ? "king" : "man"}-${side}`;
}

/**
 * One man, centred on a place.
 * @param {string} game
 * @param {Man} man
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {SVGElement}
 */
export function drawMan(game, man, x, y, size) {
  const drawing = drawingOf(game, man);
  if (drawing && document.getElementById(drawing)) return stamp(drawing, x, y, size);
  return s("g", {}, stamp("plain", x, y, size), s("text", { class: "badge-n", x, y: y + size * 0.08 }, man.letter));
}

/** @param {string} game */
export const standsInColumns = (game) => DRUMS.has(game);
