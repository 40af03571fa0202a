// The chances over a whole game: light from below is the first seat's. It is a slider: click, drag or arrow keys.

import { h, s } from "./dom.js";

/** @typedef {import("./types.d.ts").ReadTurn} ReadTurn */

/**
 * What a graph shows.
 * @typedef {object} Shown
 * @property {ReadTurn[]} read what was read, in the order of the game
 * @property {{ply: number, seat: number, round: number, text: string}[]} turns the turns of the game
 * @property {number} now how many steps have been played on the board
 * @property {{ply: number, number: number, on: boolean}[]} [marks]
 * @property {number | null} [until] nothing after this step is shown
 */

const [WIDTH, HEIGHT, LEFT, TOP] = [440, 92, 4, 12];
const [INNER, TALL] = [WIDTH - 2 * LEFT, 66];

/** Of somebody with this chance: "White 37 in 100". @param {string[]} seats @param {ReadTurn} turn */
function chanceWords(seats, turn) {
  const name = seats[turn.seat - 1] ?? "";
  return turn.known || turn.proved !== null ? turn.words : `${name} ${Math.round(turn.chance * 100)} in 100`;
}

export class ChanceGraph {
  /** @param {string[]} seats @param {(ply: number) => void} go */
  constructor(seats, go) {
    this.seats = seats;
    this.go = go;
    /** @type {Shown} */
    this.shown = { read: [], turns: [], now: 0 };
    this.svg = s("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "slider",
      tabindex: 0,
      "aria-label": "The whole game, turn by turn",
    });
    this.caption = h("figcaption", {});
    this.figure = h("figure", { class: "chances" }, this.svg, this.caption);
    this.svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      this.svg.setPointerCapture(event.pointerId);
      this.point(event);
    });
    this.svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (event.buttons > 0) this.point(event);
    });
  }

  /** Where each position begins, in steps; the last one is the end of the game. */
  get plies() {
    const { turns, read } = this.shown;
    const end = read[turns.length]?.ply;
    return [...turns.map(({ ply }) => ply), ...(end === undefined ? [] : [end])];
  }

  /** The position that is on the board. */
  get nth() {
    const { plies } = this;
    const later = plies.findIndex((ply) => ply > this.shown.now);
    return later < 0 ? plies.length - 1 : later - 1;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { plies, nth } = this;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: nth - 1,
      ArrowDown: nth - 1,
      ArrowRight: nth + 1,
      ArrowUp: nth + 1,
      PageDown: nth - 10,
      PageUp: nth + 10,
      Home: 0,
      End: plies.length - 1,
    });
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.leap(to);
  }

  /** @param {number} nth */
  leap(nth) {
    const ply = this.plies[Math.max(0, Math.min(this.last, nth))];
    if (ply !== undefined) this.go(ply);
  }

  /** The last position that may be gone to. */
  get last() {
    const { until } = this.shown;
    const { plies } = this;
    return until === null || until === undefined ? plies.length - 1 : Math.max(0, plies.indexOf(until));
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH - LEFT;
    this.leap(Math.round((x / INNER) * Math.max(1, this.shown.turns.length)));
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    const { read, turns, marks = [] } = shown;
    const { nth, last } = this;
    const seen = read.slice(0, last + 1);
    const x = (/** @type {number} */ at) => LEFT + (at / Math.max(1, turns.length)) * INNER;
    const y = (/** @type {number} */ chance) => TOP + (1 - chance) * TALL;
    const [first = "", second = ""] = this.seats;
    const parts = [s("rect", { class: "chances-todo", x: LEFT, y: TOP, width: INNER, height: TALL })];
    const two = this.seats.length === 2;
    if (two && seen.length > 0) {
      const end = x(seen.length - 1);
      const way = seen.map((turn, at) => `${x(at).toFixed(1)} ${y(firstSeat(turn)).toFixed(1)}`).join("L");
      parts.push(
        s("rect", { class: "chances-second", x: LEFT, y: TOP, width: end - LEFT, height: TALL }),
        s("path", { class: "chances-first", d: `M${way}L${end} ${TOP + TALL}L${LEFT} ${TOP + TALL}Z` }),
        s("path", { class: "chances-line", d: `M${way}` }),
      );
    } else if (seen.length > 0) parts.push(...this.lines(seen, x, y));
    parts.push(
      s("path", { class: "chances-middle", d: `M${LEFT} ${TOP + TALL / 2}H${WIDTH - LEFT}` }),
      s("rect", { class: "chances-frame", x: LEFT, y: TOP, width: INNER, height: TALL }),
      ...this.ticks(x),
    );
    if (two) {
      parts.push(
        s("text", { class: "chances-text", x: LEFT, y: 9 }, `${first} surely`),
        s("text", { class: "chances-text", x: LEFT, y: 90 }, `${second} surely`),
      );
    }
    if (nth >= 0) {
      parts.push(s("path", { class: "chances-now", d: `M${x(nth)} ${TOP - 4}V${TOP + TALL}` }));
      const here = seen[nth];
      if (here && two) parts.push(s("circle", { class: "chances-knob", cx: x(nth), cy: y(firstSeat(here)), r: 4.5 }));
    }
    for (const { ply, number, on } of marks) {
      const at = turns.findIndex((turn) => turn.ply === ply) + 1;
      const after = read[at];
      if (!after || at > last) continue;
      const middle = Math.min(TOP + TALL - 8, Math.max(TOP + 8, y(firstSeat(after))));
      const sign = on ? " on" : "";
      parts.push(
        s("path", { class: `chances-key${sign}`, d: `M${x(at)} ${middle - 10}l10 10l-10 10l-10 -10Z` }),
        s("text", { class: `chances-key-text${sign}`, x: x(at), y: middle + 4 }, String(number)),
      );
    }
    this.svg.replaceChildren(...parts);
    this.describe(seen);
  }

  /** More than two seats: a line each, as they stood when it was their turn. @param {ReadTurn[]} seen @param {(at: number) => number} x @param {(chance: number) => number} y */
  lines(seen, x, y) {
    return this.seats.flatMap((name, seat) => {
      const points = seen.flatMap((turn, at) =>
        turn.seat === seat + 1 && turn.best !== null ? [[x(at), y(turn.chance)]] : [],
      );
      const [endX = 0, endY = 0] = points[points.length - 1] ?? [];
      if (points.length === 0) return [];
      const d = `M${points.map((point) => point.map((value) => value.toFixed(1)).join(" ")).join("L")}`;
      return [
        s("path", { class: `chances-seat chances-seat-${seat + 1}`, d }),
        s("text", { class: "chances-text", x: Math.min(endX + 3, WIDTH - 40), y: endY + 3 }, name),
      ];
    });
  }

  /** @param {(at: number) => number} x */
  ticks(x) {
    const { turns } = this.shown;
    const rounds = turns[turns.length - 1]?.round ?? 0;
    const every = rounds > 120 ? 50 : rounds > 50 ? 20 : rounds > 12 ? 10 : 5;
    return turns.flatMap(({ round }, at) => {
      const begins = round !== turns[at - 1]?.round && round % every === 0;
      if (!begins || (this.seats.length === 2 && x(at) < 80)) return [];
      return [
        s("path", { class: "chances-tick", d: `M${x(at)} ${TOP + TALL}v3` }),
        s("text", { class: "chances-text", x: x(at), y: 90, "text-anchor": "middle" }, String(round)),
      ];
    });
  }

  /** @param {ReadTurn[]} seen */
  describe(seen) {
    const { turns } = this.shown;
    const { nth, last } = this;
    const turn = turns[nth];
    const here = seen[nth];
    const name = turn ? `Turn ${turn.round}, ${this.seats[turn.seat - 1] ?? ""}` : "The end";
    const hidden = this.shown.until !== null && this.shown.until !== undefined;
    const text = turn && !hidden ? `, ${turn.text}` : "";
    const words = here ? chanceWords(this.seats, here) : "not read yet";
    this.svg.setAttribute("aria-valuemin", "0");
    this.svg.setAttribute("aria-valuemax", String(Math.max(0, last)));
    this.svg.setAttribute("aria-valuenow", String(Math.max(0, nth)));
    this.svg.setAttribute("aria-valuetext", `${name}${text}: ${words}`);
  }
}

/** The first seat's chance of two. @param {ReadTurn} turn */
const firstSeat = (turn) => (turn.seat === 1 ? turn.chance : 1 - turn.chance);
