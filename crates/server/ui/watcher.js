// Watching a game one has no seat in: pause, and how fast turns follow each other. The players are not held up;
// only what is seen here waits.

import { keep, kept } from "./api.js";

/** @typedef {import("./play.js").Table} Table */
/** @typedef {import("./types.d.ts").View} View */

/** How long the eye rests after each turn, in milliseconds. @type {[string, number][]} */
const SPEEDS = [
  ["slow", 2000],
  ["easy", 900],
  ["quick", 0],
];

export class Watcher {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.paused = false;
    this.speed = kept("watching", 1);
    /** @type {(() => void) | null} */
    this.goOn = null;
  }

  get rest() {
    return SPEEDS[this.speed]?.[1] ?? 0;
  }

  /** @returns {import("./acts.js").Act[]} */
  acts() {
    const words = this.paused ? "Go on" : "Pause";
    const able = !this.table.over || this.paused;
    return [
      { drawing: this.paused ? "i-next" : "i-pause", words, key: "P", act: () => this.toggle(), able },
      { drawing: "i-speed", words: `Speed: ${SPEEDS[this.speed]?.[0]}`, act: () => this.faster() },
    ];
  }

  toggle() {
    if (this.table.link.mine.length > 0) return;
    this.paused = !this.paused;
    if (!this.paused) this.goOn?.();
    this.table.chrome();
  }

  faster() {
    this.speed = (this.speed + 1) % SPEEDS.length;
    keep("watching", this.speed);
    this.table.chrome();
  }

  /** Done when the next turn may be shown. */
  async ready() {
    if (this.table.link.mine.length > 0) return;
    if (this.rest > 0) await new Promise((resolve) => setTimeout(resolve, this.rest));
    while (this.paused) {
      await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
        this.goOn = resolve;
      });
    }
  }
}
