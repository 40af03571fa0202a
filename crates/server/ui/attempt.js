// A moment of a review being tried again: the board as it stood, and nothing that tells what was better until it is found
// or asked for.

import { Latest, post } from "./api.js";
import { choiceButtons } from "./choices.js";
import { h, icon } from "./dom.js";
import { compared } from "./moments.js";
import { moveTable } from "./moves.js";
import { keyButton, plainWords, scrollWithin, speak } from "./page.js";

/** @typedef {import("./review.js").ReviewPage} ReviewPage */
/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").Moment} Moment */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */

/** After so many tries the page offers the answer. */
const TRIES = 3;

/** One moment being tried again. What came later is hidden until it is answered or asked for. */
export class Attempt {
  /** @param {ReviewPage} page @param {Moment} moment */
  constructor(page, moment) {
    this.page = page;
    this.moment = moment;
    this.requests = new Latest();
    /** @type {"asking" | "thinking" | "wrong" | "right" | "shown"} */
    this.state = "asking";
    this.tries = 0;
    this.hints = 0;
    /** The steps of the turn so far. @type {string[]} */
    this.steps = [];
    /** @type {import("./types.d.ts").TriedTurn | null} */
    this.tried = null;
    /** @type {import("./types.d.ts").Hint | null} */
    this.hint = null;
    this.words = "";
    this.choices = h("div", { class: "choices" });
  }

  /** Whether what came later must not be seen yet. */
  get isOpen() {
    return this.state !== "right" && this.state !== "shown";
  }

  get side() {
    return this.page.title.seats[this.moment.seat - 1] ?? "";
  }

  async begin() {
    this.state = "asking";
    this.steps = [];
    this.tried = null;
    this.words = "";
    await this.showBoard();
    this.draw();
    const count = this.page.moments.length;
    speak(
      `Moment ${this.page.chosen + 1} of ${count}. Turn ${this.moment.round}. ` +
        `Find something better than ${this.moment.played.turn}. ${this.side} to move.`,
    );
    this.page.board.takeFocus();
  }

  /** The board where the turn stands. */
  async showBoard() {
    const { page, moment } = this;
    page.board.darts = [];
    try {
      const moves = [...page.steps.slice(0, moment.ply), ...this.steps].join(" ");
      const answer = await this.requests.ask(() =>
        post(`/api/games/${page.title.id}/scene?all=1`, { ...page.setup(moment.ply), moves }),
      );
      if (!answer) return null;
      /** @type {Line} */
      const line = answer.value;
      const before = page.turns.findLast(({ ply }) => ply < moment.ply);
      const last = line.taken.slice(this.steps.length > 0 ? moment.ply : (before?.ply ?? 0));
      const done = this.steps.length > 0;
      // The turn is over: what the other side may touch is not asked.
      const mayTouch = !done || line.scene.status.type === "continue";
      await page.board.show(line.scene, { last, moves: done ? line.taken.slice(-1) : [], mayTouch });
      return line.scene;
    } catch (error) {
      this.words = plainWords(error);
      this.draw();
      return null;
    }
  }

  /** @param {LegalStep} step */
  async play(step) {
    if (this.state !== "asking") return;
    this.steps.push(step.text);
    this.page.board.begin(step);
    const scene = await this.showBoard();
    if (!scene) return;
    const [only] = scene.steps;
    if (scene.status.type === "continue") {
      if (scene.steps.length === 1 && only) await this.play(only);
      return;
    }
    await this.judge();
  }

  async judge() {
    const { page, moment, steps } = this;
    this.state = "thinking";
    this.draw();
    try {
      const body = { ...page.setup(moment.ply), turn: steps };
      const answer = await this.requests.ask(() => post(`/api/games/${page.title.id}/tries`, body));
      if (!answer) return;
      this.tried = answer.value;
    } catch (error) {
      this.state = "wrong";
      this.words = plainWords(error);
      this.draw();
      return;
    }
    this.tries += 1;
    const good = this.tried?.good ?? false;
    this.state = good ? "right" : "wrong";
    if (good) page.keepResult(moment.ply, this.hints > 0 ? "helped" : "found");
    else page.board.showDarts([{ kind: "you", label: "then", beats: this.tried?.answer?.beats ?? [] }]);
    speak(`${good ? "Yes." : "Not that:"} ${this.tried?.words}`);
    this.draw();
    this.focusFirst();
  }

  focusFirst() {
    /** @type {HTMLElement | null} */ (this.page.panel.querySelector(".btn-first"))?.focus();
  }

  async show() {
    const { page, moment } = this;
    this.steps = [];
    this.state = "shown";
    page.keepResult(moment.ply, "shown");
    await page.showPly(moment.ply, { darts: true });
    this.draw();
    this.focusFirst();
    speak(`Best was ${moment.best.turn}. ${moment.words}`);
  }

  /** Which man, where, why. */
  async help() {
    if (this.state !== "asking" || this.hints >= 3) return;
    const { page, moment } = this;
    try {
      if (!this.hint) {
        const answer = await this.requests.ask(() => post(`/api/games/${page.title.id}/hint`, page.setup(moment.ply)));
        if (!answer || this.state !== "asking") return;
        this.hint = answer.value;
      }
    } catch (error) {
      this.words = plainWords(error);
      this.draw();
      return;
    }
    if (!this.hint || this.steps.length > 0) return;
    this.hints += 1;
    const { sites, site, says, why } = this.hint;
    page.board.hint(this.hints === 1 ? (site === null ? [] : [site]) : sites);
    const place = site === null ? "the buttons" : page.board.placeName(site);
    this.words = this.hints === 1 ? `Look at ${place}.` : this.hints === 2 ? says : `${says} ${why}`;
    speak(this.words);
    this.draw();
  }

  /** What is to be chosen by buttons. @param {LegalStep[] | null} alike steps that share these clicks */
  offer(alike) {
    const buttons = choiceButtons(this.page.board, alike, (step) => this.play(step));
    this.choices.replaceChildren(...(this.state === "asking" ? buttons : []));
  }

  /** @param {number[]} clicks */
  async refused(clicks) {
    const { page } = this;
    const body = { options: page.view.options, position: page.board.scene?.position, clicks };
    try {
      const answer = await this.requests.ask(() => post(`/api/games/${page.title.id}/why`, body));
      if (!answer) return;
      const { refusal } = answer.value;
      this.words = refusal?.words ?? "That does not lead to a step here.";
      page.board.point(refusal?.at ?? null);
    } catch (error) {
      this.words = plainWords(error);
    }
    this.draw();
  }

  /** @returns {Record<string, () => void>} */
  keys() {
    const wrong = this.state === "wrong";
    const over = this.state === "right" || this.state === "shown";
    return {
      Escape: () => {
        if (!this.page.board.back()) this.page.leave();
      },
      h: () => this.help(),
      s: () => this.show(),
      n: () => this.page.leave(true),
      Enter: () => {
        if (wrong) this.begin();
        else if (over) this.page.leave(true);
        else this.page.board.finish();
      },
    };
  }

  draw() {
    const { page, moment } = this;
    document.title = `${page.title.name}, review – Parlour`;
    const { moments } = page;
    const results = page.results;
    const coins = moments.map((one, nth) =>
      h(
        "li",
        {
          class: `key-coin${nth === page.chosen ? " key-on" : ""}${results[one.ply] && nth !== page.chosen ? " key-done" : ""}`,
          "aria-current": nth === page.chosen ? "step" : null,
        },
        String(nth + 1),
      ),
    );
    page.keepFocus(() =>
      page.panel.replaceChildren(
        h(
          "div",
          { class: "moment-dots" },
          h("span", {}, "Moment"),
          h("ol", { "aria-label": "Moments" }, ...coins),
          h("span", {}, `of ${moments.length}`),
        ),
        h("div", { class: "try-card" }, ...this.card()),
        page.graph.figure,
        this.moves(),
        h(
          "div",
          { class: "desk-acts" },
          keyButton("Back to the review", "Esc", () => page.leave(), { drawing: "i-back" }),
          flip(page.board),
        ),
      ),
    );
    const row = this.state === "shown" ? ".now" : "tbody > :last-child";
    scrollWithin(page.panel.querySelector(".sheet"), page.panel.querySelector(`.moves ${row}`));
    page.drawGraph();
    document.body.dataset.attempt = this.state;
    document.body.dataset.moment = String(moment.ply);
  }

  /** The moves up to this moment and what was tried; the whole game once the answer is shown. */
  moves() {
    const { moment, page, state, tried } = this;
    const { seat } = moment;
    const sofar = page.turns.filter(({ ply }) => ply < moment.ply);
    const now = sofar.length;
    const text = this.steps.join(" ");
    const [heading, turns, how] =
      state === "shown"
        ? ["The game", page.turns, { now }]
        : tried
          ? [`What follows ${text}`, [...sofar, { seat, text }, ...tried.follows], { now }]
          : ["So far", sofar, { waiting: { seat, words: "your step" } }];
    return h(
      "section",
      { class: "desk-sheet", "aria-label": heading },
      h("div", { class: "desk-sheet-head" }, h("h2", {}, heading)),
      h("div", { class: "sheet sheet-moves", tabindex: 0 }, moveTable(turns, page.title.seats, how)),
    );
  }

  card() {
    const { moment, state, page } = this;
    const last = page.chosen === page.moments.length - 1;
    const words = ["A hint: which man", "More: where", "More: why", "No more hints"][this.hints] ?? "";
    const help = () => keyButton(words, "H", () => this.help(), { drawing: "i-hint", able: this.hints < 3 });
    const show = (isFirst = false) => keyButton("Show me", "S", () => this.show(), { first: isFirst });
    const next = (isFirst = false) =>
      keyButton(last ? "To the first moment" : "Next moment", "N", () => page.leave(true), { first: isFirst });
    const late = this.tries >= TRIES;
    const row = (/** @type {(Node | null)[]} */ ...buttons) => h("div", { class: "try-acts" }, ...buttons);
    const said = h(
      "p",
      { class: "soft try-words" },
      this.words || "What came later is hidden until you answer or ask.",
    );
    if (state === "asking" || state === "thinking") {
      const thinking = state === "thinking";
      return [
        h("h1", {}, "Find something better than ", whole(moment.played.turn)),
        h(
          "p",
          {},
          h("b", {}, `${this.side} to move,`),
          ` turn ${moment.round}. Any turn that keeps about as much as the best one counts.`,
        ),
        thinking ? h("p", { class: "thinking-words", role: "status" }, "Looking at it …") : said,
        this.choices,
        row(help(), show(late), next()),
      ];
    }
    if (state === "wrong") {
      const text = this.steps.join(" ");
      return [
        h("h1", {}, whole(text), " does not keep it"),
        h("div", { class: "answer-card answer-no", role: "status" }, this.tried?.words ?? this.words),
        row(
          keyButton("Once more", "Enter", () => this.begin(), { first: !late }),
          show(late),
          next(),
        ),
      ];
    }
    const right = state === "right";
    return [
      h("h1", {}, right ? "Yes: " : "Best was ", whole(right ? this.steps.join(" ") : moment.best.turn)),
      h("div", { class: "answer-card", role: "status" }, right ? (this.tried?.words ?? "") : moment.words),
      compared(moment, right && this.tried ? { text: this.steps.join(" "), worth: this.tried.worth } : null),
      h("p", { class: "soft" }, page.review?.note ?? ""),
      row(
        next(true),
        h("a", { class: "btn", href: page.lineAddress(moment) }, icon("i-analyse"), h("span", {}, "Analyse")),
      ),
    ];
  }
}

/** @param {import("./board.js").TouchBoard} board */
function flip(board) {
  const words = "Flip the board";
  return h(
    "button",
    {
      class: "btn",
      "aria-label": words,
      title: words,
      onclick: () => board.flip(),
    },
    icon("i-flip"),
  );
}

/** A turn that is not broken over two lines. @param {string} text */
const whole = (text) => h("span", { class: "whole-turn" }, text);
