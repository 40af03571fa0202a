// A board with something to do at it: what lessons and puzzles have in common. What is tried is judged by the server.

import { Latest } from "./api.js";
import { TouchBoard } from "./board.js";
import { Bubble } from "./bubble.js";
import { choiceButtons } from "./choices.js";
import { h, icon } from "./dom.js";
import { clean } from "./play.js";
import { plainWords, speak } from "./page.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */

export class TaskPage {
  /** @param {Title} title @param {string} what this is */
  constructor(title, what) {
    this.title = title;
    /** Whether an answer is under way, or is being shown. */
    this.busy = false;
    /** Steps that are touched alike, if one of them is to be chosen. @type {LegalStep[] | null} */
    this.choosing = null;
    this.requests = new Latest();
    this.board = new TouchBoard(title, {
      play: (step) => this.attempt(step),
      choose: (steps) => {
        this.choosing = steps;
        this.drawChoices();
      },
      refused: (clicks) => this.why(clicks),
      changed: () => {
        this.choosing = null;
        this.quiet();
        // What was said of a refused click goes with the next touch.
        if (this.answer.querySelector(".refused")) this.drawAnswer();
        else this.drawChoices();
      },
    });
    const box = h("div", { class: "board-box" }, this.board.svg);
    this.bubble = new Bubble(box);
    this.say = h("section", { class: "task", "aria-label": "Do this now" });
    this.answer = h("section", { class: "answer", "aria-label": "Answer", "aria-live": "polite" });
    this.choices = h("div", { class: "choices" });
    this.keys = h("div", { class: "lesson-keys", role: "group", "aria-label": what });
    this.main = h(
      "main",
      { class: `lesson lesson-${this.board.shape} game-${title.id}` },
      this.say,
      h("div", { class: "board-wrap" }, box),
      this.answer,
      this.keys,
    );
    addEventListener("keydown", (event) => this.key(event));
  }

  /** Whether something may be tried now. */
  get isOpen() {
    return !this.busy;
  }

  /** Somebody has made a step: the man moves at once, and goes back if nobody can judge it. @param {LegalStep} step */
  async attempt(step) {
    if (!this.isOpen) return;
    this.choosing = null;
    this.quiet();
    this.busy = true;
    this.board.begin(step);
    this.drawChoices();
    try {
      await this.submit(step);
    } catch (error) {
      this.busy = false;
      await this.restore();
      this.drawNote(plainWords(error));
    }
  }

  /** Has a step judged, and shows what it comes to. @param {LegalStep} _step */
  async submit(_step) {}

  /** Back to where this task stands. */
  async restore() {}

  /** Somebody has clicked what makes no step. @param {number[]} _clicks */
  why(_clicks) {}

  /** @param {KeyboardEvent} _event */
  key(_event) {}

  /** Takes away what was said of the last try. */
  quiet() {
    this.requests.drop();
    this.bubble.close();
  }

  /** @param {...(Node | string)} words */
  drawAnswer(...words) {
    this.answer.replaceChildren(...words, this.choices);
    this.drawChoices();
  }

  drawChoices() {
    const buttons = choiceButtons(this.board, this.choosing, (step) => this.attempt(step));
    this.choices.replaceChildren(...(this.isOpen ? buttons : []));
  }

  /** A green slip: what is done. @param {string} lead @param {...(Node | string | null)} words */
  drawGood(lead, ...words) {
    this.drawAnswer(h("div", { class: "good" }, icon("i-seal"), h("b", {}, lead), h("p", {}, ...words)));
  }

  /** @param {string} words @param {string} [kind] */
  drawNote(words, kind = "") {
    this.drawAnswer(h("p", { class: `how ${kind}` }, icon("i-goal"), h("span", {}, words)));
  }

  /** @param {string} words */
  drawHint(words) {
    this.drawAnswer(h("p", { class: "hint3" }, h("small", {}, "Hint"), words));
    speak(words);
  }

  /**
   * Says at the click why it is refused. Nothing has moved.
   * @param {number[]} clicks @param {{words: string, clause: string | null, at: number | null}} refusal
   */
  refuse(clicks, { words, clause, at }) {
    const site = clicks[clicks.length - 1];
    const cell = site === undefined ? null : this.board.cells.get(site);
    const said = clean(words);
    this.board.point(at);
    if (site !== undefined) this.board.stampMark("cross", site);
    if (cell) this.bubble.open(cell, this.board.markedCells(), {}, said, this.ruleLink(clause));
    this.drawNote(cell ? "Nothing has moved. Try another way, or ask for a hint." : said, "refused");
    speak(`${said} ${clause ? `Rule ${clause}.` : ""} Nothing has moved.`, true);
  }

  /** @param {string | null} clause */
  ruleLink(clause) {
    return clause ? h("a", { href: `/games/${this.title.id}#${clause}`, target: "_blank" }, `Rule ${clause}`) : "";
  }

  /** One step back: out of a choice, a touch, or a refusal. */
  escape() {
    this.quiet();
    this.choosing = null;
    if (!this.board.back()) this.board.drawMarks();
    this.drawChoices();
  }

  /** @param {string} act */
  focus(act) {
    const button = this.keys.querySelector(`[data-act="${act}"]`);
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  }
}
