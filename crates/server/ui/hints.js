// Hints in three strengths: which man, where to, and why.

import { Latest, post } from "./api.js";
import { countHelp } from "./archive.js";
import { h } from "./dom.js";
import { plainWords, speak } from "./page.js";
import { movesOf } from "./past.js";

/** @typedef {import("./play.js").Table} Table */
/** @typedef {import("./types.d.ts").Hint} Hint */

export class Hints {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.requests = new Latest();
    this.asking = false;
    /** @type {Hint | null} */
    this.hint = null;
    this.strength = 0;
  }

  forget() {
    this.requests.drop();
    this.asking = false;
    this.hint = null;
    this.strength = 0;
  }

  /** The first time asks for one, then tells more of it. */
  async ask() {
    const { table } = this;
    const { view } = table;
    if (!table.myTurn || !view || this.asking) return;
    if (this.hint) {
      this.strength = Math.min(3, this.strength + 1);
      this.show();
      return;
    }
    this.asking = true;
    table.say();
    try {
      const body = { options: view.options, position: view.start, moves: movesOf(view) };
      const answer = await this.requests.ask(() => post(`/api/games/${view.game}/hint`, body));
      if (!answer) return;
      this.hint = answer.value;
      this.strength = 1;
      countHelp(view.id, "hints");
      this.asking = false;
      this.show();
    } catch (error) {
      this.asking = false;
      table.say();
      table.showSlip(plainWords(error), null, null);
    }
  }

  show() {
    const { hint, strength, table } = this;
    if (!hint) return;
    table.board.hint(strength === 1 ? (hint.site === null ? [] : [hint.site]) : hint.sites);
    table.say();
    speak(this.words());
  }

  words() {
    const { hint, strength, table } = this;
    if (!hint) return "";
    const place = hint.site === null ? "one of the buttons" : table.board.placeName(hint.site);
    if (strength === 1) return `Look at ${place}.`;
    return strength === 2 ? hint.says : `${hint.says} ${hint.why}`;
  }

  /** What is said of it beside the board. */
  slip() {
    if (!this.hint) return null;
    const ask = { class: "btn btn-small", onclick: () => this.ask() };
    const more = this.strength < 3 ? h("button", ask, this.strength === 1 ? "Where to?" : "Why?") : null;
    return h("p", { class: "hint" }, h("b", {}, "Hint: "), this.words(), " ", more);
  }
}
