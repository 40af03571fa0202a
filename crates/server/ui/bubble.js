// A slip of paper beside the click it speaks of. It stands where it hides the fewest marks and men.

import { h } from "./dom.js";

/** Room between a bubble and its site, and how far it stays from the edge of the window. */
const GAP = 12;
const EDGE = 8;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export class Bubble {
  /** @param {HTMLElement} box around the board, positioned */
  constructor(box) {
    this.box = box;
    /** @type {HTMLElement[]} */
    this.parts = [];
  }

  get isOpen() {
    return this.parts.length > 0;
  }

  close() {
    for (const part of this.parts) part.remove();
    this.parts = [];
  }

  /**
   * @param {Element} site the site it speaks of
   * @param {Element[]} keepFree sites that it should not hide
   * @param {{mild?: boolean}} how mild: nothing was broken
   * @param {string} words the first of several sentences is printed bold
   * @param {Node | string} more
   */
  open(site, keepFree, { mild = false }, words, more = "") {
    this.close();
    const [, first = "", rest = words] = words.match(/^(.+?\.)( .*)$/) ?? [];
    const how = { class: `bubble${mild ? " mild" : ""}`, role: mild ? "status" : "alert" };
    const paper = h("div", how, h("b", {}, first), rest, " ", more);
    const tail = h("i", { class: `bubble-tail${mild ? " mild" : ""}`, "aria-hidden": "true" });
    this.box.append(paper, tail);
    this.parts = [paper, tail];
    this.place(
      paper,
      tail,
      site.getBoundingClientRect(),
      keepFree.map((other) => other.getBoundingClientRect()),
    );
  }

  /** @param {HTMLElement} paper @param {HTMLElement} tail @param {Box} at @param {Box[]} free */
  place(paper, tail, at, free) {
    const size = paper.getBoundingClientRect();
    const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
    const clampX = (/** @type {number} */ left) => clamp(left, EDGE, innerWidth - size.width - EDGE);
    const clampY = (/** @type {number} */ top) => clamp(top, EDGE, innerHeight - size.height - EDGE);
    const centred = clampX(x - size.width / 2);
    const level = clampY(y - size.height / 2);
    /** @type {[string, number, number][]} */
    const ways = [
      ["above", centred, at.top - GAP - size.height],
      ["below", centred, at.bottom + GAP],
      ["right", at.right + GAP, level],
      ["left", at.left - GAP - size.width, level],
    ];
    const cost = (/** @type {[string, number, number]} */ [, left, top]) => {
      const own = { left, top, right: left + size.width, bottom: top + size.height };
      const outside = left < 0 || top < 0 || own.right > innerWidth || own.bottom > innerHeight;
      return (outside ? 1000 : 0) + [at, ...free].filter((other) => overlap(own, other)).length;
    };
    const [side, left, top] = ways.reduce((best, way) => (cost(way) < cost(best) ? way : best));
    const origin = this.box.getBoundingClientRect();
    const put = (/** @type {HTMLElement} */ part, /** @type {number} */ px, /** @type {number} */ py) => {
      part.style.left = `${px - origin.left}px`;
      part.style.top = `${py - origin.top}px`;
    };
    put(paper, left, top);
    tail.dataset.side = side;
    if (side === "above") put(tail, x - 9, top + size.height - 10);
    else if (side === "below") put(tail, x - 9, top - 8);
    else if (side === "right") put(tail, left - 8, y - 9);
    else put(tail, left + size.width - 10, y - 9);
  }
}

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

/** @param {Box} one @param {Box} other */
const overlap = (one, other) =>
  one.left < other.right - 2 && other.left < one.right - 2 && one.top < other.bottom - 2 && other.top < one.bottom - 2;
