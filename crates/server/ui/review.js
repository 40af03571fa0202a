// The review of a finished game: how the chances went, the moments that mattered, and each of them once more to be tried.

import { get, heldKeys, keep, kept, plainQuery, post, query, Refused } from "./api.js";
import { TouchBoard } from "./board.js";
import { h, icon, s } from "./dom.js";
import { ChanceGraph } from "./graph.js";
import { helpDialog } from "./help.js";
import { Latest } from "./latest.js";
import { bar, fill, levelWords, plainWords, slip, speak, typing } from "./page.js";
import { readGame } from "./reading.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").Moment} Moment */
/** @typedef {import("./types.d.ts").Reading} Reading */
/** @typedef {import("./types.d.ts").ReadTurn} ReadTurn */
/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {"found" | "helped" | "shown"} Result */

/** After so many tries the page offers the answer. */
const TRIES = 3;

export class ReviewPage {
  /** @param {View} view @param {Title} title @param {Line} line */
  constructor(view, title, line) {
    this.view = view;
    this.title = title;
    this.line = line;
    const seats = heldKeys(view.id).filter(({ kind }) => kind === "seat");
    /** The reader's own seat. @type {number | null} */
    this.seat = seats.length === 1 ? (seats[0]?.seat ?? null) : null;
    /** @type {ReadTurn[]} */
    this.read = [];
    /** @type {Reading["review"]} */
    this.review = null;
    this.ply = line.taken.length;
    /** The moment that is looked at. */
    this.chosen = -1;
    /** Whether it is being tried. @type {Attempt | null} */
    this.attempt = null;
    this.turns = turnsOf(line);
    this.board = new TouchBoard(title, {
      play: (step) => this.attempt?.play(step),
      choose: (steps) => this.attempt?.offer(steps),
      refused: (clicks) => this.attempt?.refused(clicks),
      changed: () => this.attempt?.changed(),
    });
    if (this.seat === 2 && title.seats.length === 2) this.board.turn({ flipped: true });
    this.graph = new ChanceGraph(title.seats, (ply) => this.goTo(ply));
    this.progress = h("div", { class: "review-progress" });
    this.panel = h("section", { class: "desk-panel", "aria-label": "Review" });
    const { shape } = this.board;
    const main = h(
      "main",
      { class: `desk desk-${shape} desk-plain review game-${title.id}` },
      h("div", { class: "board-wrap" }, h("div", { class: "board-box" }, this.board.svg)),
      this.panel,
    );
    const links = /** @type {[string, string][]} */ ([
      ["Rules", `/games/${title.id}#rules`],
      ["My games", "/mine"],
      ["Shelf", "/"],
    ]);
    fill(bar({ name: title.name, more: "Review", href: `/games/${title.id}`, links }), main);
    addEventListener("keydown", (event) => this.key(event));
  }

  /** All steps of the game. */
  get steps() {
    return this.line.taken.map(({ step }) => step);
  }

  /** The position as requests name it: the start and so many steps. @param {number} ply */
  setup(ply) {
    return {
      options: this.view.options,
      position: this.view.start,
      moves: this.steps.slice(0, ply).join(" "),
      seat: this.seat,
    };
  }

  /** What each moment came to so far, by its step. @returns {Record<string, Result>} */
  get results() {
    return kept(`review ${this.view.id}`, {});
  }

  /** @param {number} ply @param {Result} result */
  keepResult(ply, result) {
    // Whoever has found it once has found it.
    const before = this.results;
    if (before[ply] !== "found") keep(`review ${this.view.id}`, { ...before, [ply]: result });
  }

  // --- reading ----------------------------------------------------------------------------------------

  async begin() {
    await this.showPly(this.ply);
    this.draw();
    const { id } = this.view;
    try {
      const reading = await readGame(
        this.title.id,
        () => post(`/api/tables/${id}/review`, { seat: this.seat }),
        (read, told) => {
          this.read = read;
          this.drawProgress(told);
          this.drawGraph();
        },
      );
      this.read = reading.all;
      this.review = reading.review;
    } catch (error) {
      this.progress.replaceChildren(
        slip(plainWords(error)),
        h("p", {}, h("a", { class: "btn", href: location.href }, "Try again")),
      );
      return;
    }
    this.progress.replaceChildren();
    const first = this.review?.moments.length ? 0 : -1;
    if (first >= 0) await this.choose(first, false);
    else this.draw();
    document.body.dataset.review = "read";
    speak(`${this.review?.headline}. ${this.review?.summary}`);
  }

  /** @param {Reading} told */
  drawProgress({ read, turns }) {
    const part = turns > 0 ? Math.min(1, read / turns) : 0;
    const words = `read ${Math.min(read, turns)} of ${turns} positions`;
    const line = h("p", {}, h("b", {}, "The computer is reading this game: "), `${words}.`);
    const bar = s(
      "svg",
      {
        viewBox: "0 0 480 16",
        preserveAspectRatio: "none",
        role: "progressbar",
        "aria-label": "Reading the game",
        "aria-valuemin": 0,
        "aria-valuemax": turns,
        "aria-valuenow": Math.min(read, turns),
      },
      s("rect", { class: "progress-all", x: 0.6, y: 0.6, width: 478.8, height: 14.8 }),
      s("rect", { class: "progress-done", x: 1, y: 1, width: 478 * part, height: 14 }),
      s("path", { class: "progress-end", d: `M${1 + 478 * part} 1V15` }),
    );
    const soft = "You may look on, or leave: it goes on by itself and is here when you come back.";
    this.progress.replaceChildren(line, bar, h("p", { class: "soft" }, soft));
    const now = Date.now();
    if (now - (this.spoken ?? 0) > 10_000) {
      this.spoken = now;
      speak(`Read ${read} of ${turns} positions.`);
    }
  }

  // --- the whole game ---------------------------------------------------------------------------------

  drawGraph() {
    const { attempt } = this;
    const marks = (this.review?.moments ?? []).map((moment, nth) => ({
      ply: moment.ply,
      number: nth + 1,
      on: nth === this.chosen,
    }));
    this.graph.show({
      read: this.read,
      turns: this.turns,
      now: attempt ? attempt.moment.ply : this.ply,
      marks: attempt?.isOpen ? [] : marks,
      until: attempt?.isOpen ? attempt.moment.ply : null,
    });
    this.graph.figure.hidden = this.title.seats.length === 1 || this.turns.length === 0;
  }

  /** @param {number} ply */
  async showPly(ply, { darts = false } = {}) {
    this.ply = ply;
    const scene = this.line.scenes?.[ply];
    if (!scene) return;
    const turn = [...this.turns].reverse().find((one) => one.ply < ply);
    const last = turn ? this.line.taken.slice(turn.ply, ply) : [];
    this.board.darts = darts ? this.dartsOf(this.moment) : [];
    await this.board.show({ ...scene, steps: [] }, { last, mayTouch: false });
  }

  /** What was played and what was better. @param {Moment | undefined} moment @returns {import("./darts.js").Dart[]} */
  dartsOf(moment) {
    if (!moment) return [];
    const own = moment.seat === this.seat ? "you" : "was";
    return [
      { kind: "a", label: "A", beats: moment.best.beats },
      { kind: "you", label: own, beats: moment.played.beats },
    ];
  }

  get moment() {
    return this.review?.moments[this.chosen];
  }

  /** @param {number} ply */
  async goTo(ply) {
    if (this.attempt) return;
    const nth = this.review?.moments.findIndex((moment) => moment.ply === ply) ?? -1;
    if (nth >= 0) return this.choose(nth, false);
    this.chosen = -1;
    await this.showPly(ply);
    this.draw();
  }

  /** @param {number} nth @param {boolean} [aloud] */
  async choose(nth, aloud = true) {
    this.chosen = nth;
    const { moment } = this;
    if (!moment) return;
    await this.showPly(moment.ply, { darts: true });
    this.draw();
    const count = this.review?.moments.length ?? 0;
    if (aloud) speak(`Moment ${nth + 1} of ${count}. Turn ${moment.round}. ${moment.heading}. ${moment.words}`);
  }

  draw() {
    if (this.attempt) return this.attempt.draw();
    const { review, title, view } = this;
    document.title = `${title.name}, review – Parlour`;
    const who = this.opponents();
    const head = review
      ? [h("h1", {}, review.headline), h("p", {}, `${who} ${review.summary}`)]
      : [h("h1", {}, "Review"), h("p", {}, who)];
    const analyse = `/analyse/${title.id}${plainQuery(view.options, title, this.where())}`;
    const acts = h(
      "div",
      { class: "desk-acts" },
      review && review.moments.length > 1
        ? button("Next moment", "i-next", () => this.next(), "N")
        : button("One turn on", "i-next", () => this.walk(1), "→"),
      h("a", { class: "btn", href: analyse }, icon("i-analyse"), h("span", {}, "Analyse")),
      h("a", { class: "btn", href: `/play/${view.id}` }, icon("i-again"), h("span", {}, "The table")),
    );
    this.keepFocus(() =>
      this.panel.replaceChildren(
        ...[
          h("div", { class: "review-head" }, ...head),
          this.progress,
          this.graph.figure,
          this.momentList(),
          review ? this.details(review) : null,
          acts,
        ].filter((part) => part !== null),
      ),
    );
    this.drawGraph();
    this.panel.querySelector(".moment-on")?.scrollIntoView({ block: "nearest" });
  }

  /** Draws, and puts the focus back where it was, or on what took its place. @param {() => void} draw */
  keepFocus(draw) {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement && this.panel.contains(focused) ? focused.dataset.name : null;
    const onGraph = focused === this.graph.svg;
    draw();
    if (onGraph) this.graph.svg.focus();
    else if (name) /** @type {HTMLElement | null} */ (this.panel.querySelector(`[data-name="${name}"]`))?.focus();
  }

  /** The game up to where the board stands, for a study. */
  where() {
    return {
      position: this.view.start === this.title.start.position ? null : this.view.start,
      moves: this.steps.join(" "),
    };
  }

  opponents() {
    const { view, title, seat } = this;
    const rounds = this.turns[this.turns.length - 1]?.round ?? 0;
    const length = `${rounds} ${rounds === 1 ? "turn" : "turns"}.`;
    if (seat === null || title.seats.length !== 2) return `${title.name}, ${length}`;
    const other = view.seats.find(({ number }) => number !== seat);
    const name = other?.kind === "computer" ? `the computer, ${levelWords(other.level)}` : (other?.name ?? "a friend");
    return `${title.name} as ${title.seats[seat - 1]}, against ${name}: ${length}`;
  }

  momentList() {
    const { review } = this;
    if (!review || review.moments.length === 0) return h("div", { class: "moments" });
    const item = (/** @type {Moment} */ moment, /** @type {number} */ nth) => {
      const on = nth === this.chosen;
      const done = this.results[moment.ply];
      const may = this.mayTry(moment);
      return h(
        "li",
        { class: `moment${on ? " moment-on" : ""}` },
        h("span", { class: `key-coin${done ? " key-done" : ""}`, "aria-hidden": "true" }, String(nth + 1)),
        h(
          "h2",
          {},
          h(
            "button",
            {
              type: "button",
              class: "moment-head",
              "data-name": `moment-${nth}`,
              "aria-current": on ? "true" : null,
              onclick: () => this.choose(nth),
            },
            moment.heading,
          ),
        ),
        h("span", { class: "when" }, `turn ${moment.round}`),
        h("p", {}, ...emphasised(moment.words, [moment.best.turn, moment.played.turn])),
        on ? swing(moment) : null,
        on
          ? h(
              "div",
              { class: "moment-acts" },
              may ? button("Try again", null, () => this.tryAgain(), "T", "btn btn-first") : null,
              h(
                "a",
                { class: "btn", "data-name": "line", href: this.lineAddress(moment) },
                h("span", {}, "See the line"),
              ),
            )
          : null,
      );
    };
    return h(
      "ol",
      { class: "moments", tabindex: 0, "aria-label": "Moments that mattered" },
      ...review.moments.map(item),
    );
  }

  /** Whether a moment can be tried: there is something better to find. @param {Moment} moment */
  mayTry(moment) {
    return this.title.seats.length <= 2 && moment.kind !== "missed-quicker-end";
  }

  /** The study of this game with the better turn as a variation. @param {Moment} moment */
  lineAddress(moment) {
    const moves = [...this.steps.slice(0, moment.ply), ...moment.best.steps].join(" ");
    return `/analyse/${this.title.id}${plainQuery(this.view.options, this.title, { ...this.where(), moves })}`;
  }

  /** @param {NonNullable<Reading["review"]>} review */
  details(review) {
    const { phases, lost, note } = review;
    const names = new Set(phases.map(({ seat }) => seat)).size > 1;
    const table =
      phases.length === 0
        ? null
        : h(
            "table",
            { class: "phases" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ...["Phase", names ? "Side" : "Your turns", "In words"].map((words) =>
                  h("th", { scope: "col" }, words),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              ...phases.map((phase) =>
                h(
                  "tr",
                  {},
                  h("th", { scope: "row" }, phase.name),
                  h("td", {}, names ? (this.title.seats[phase.seat - 1] ?? "") : String(phase.turns)),
                  h("td", {}, phase.words),
                ),
              ),
            ),
          );
    const every =
      lost.length > (review.moments.length ?? 0)
        ? h(
            "details",
            { class: "lost-values" },
            h("summary", {}, `Every turn that lost value (${lost.length})`),
            h(
              "ol",
              {},
              ...lost.map(({ ply, round, words }) =>
                h(
                  "li",
                  {},
                  h("button", { type: "button", class: "line", onclick: () => this.goTo(ply) }, `${round}. ${words}`),
                ),
              ),
            ),
          )
        : null;
    return h(
      "div",
      { class: "review-details", tabindex: 0, role: "region", "aria-label": "Phases" },
      table,
      every,
      h("p", { class: "soft" }, note),
    );
  }

  /** @param {number} by */
  walk(by) {
    const plies = [...this.turns.map(({ ply }) => ply), this.line.taken.length];
    const nth = plies.findLastIndex((ply) => ply <= this.ply);
    const to = plies[Math.max(0, Math.min(plies.length - 1, nth + by))];
    if (to !== undefined && to !== this.ply) this.goTo(to);
  }

  next() {
    const count = this.review?.moments.length ?? 0;
    if (count > 0) this.choose((this.chosen + 1) % count);
  }

  tryAgain() {
    const { moment } = this;
    if (!moment || !this.mayTry(moment)) return;
    this.attempt = new Attempt(this, moment);
    this.attempt.begin();
  }

  /** Back from a try. @param {boolean} [next] */
  leave(next = false) {
    this.attempt = null;
    this.board.hint([]);
    if (next) this.next();
    else this.choose(this.chosen, false);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (typing(event)) return;
    const { attempt } = this;
    const pressed = event.target instanceof HTMLElement && event.target.closest("button, a, summary") !== null;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    /** @type {Record<string, () => void>} */
    const keys = attempt
      ? attempt.keys()
      : {
          ArrowLeft: () => this.walk(-1),
          ArrowRight: () => this.walk(1),
          Home: () => this.goTo(0),
          End: () => this.goTo(this.line.taken.length),
          n: () => this.next(),
          t: () => this.tryAgain(),
          f: () => this.board.turn({ flipped: !this.board.flipped }),
          "?": () => helpDialog(),
        };
    const act = keys[name];
    if (!act || (name === "Enter" && pressed)) return;
    event.preventDefault();
    act();
  }
}

/** One moment being tried again. What came later is hidden until it is answered or asked for. */
class Attempt {
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
    const count = this.page.review?.moments.length ?? 0;
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
      await page.board.show(line.scene, { last, moves: this.steps.length > 0 ? line.taken.slice(-1) : [] });
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
    else page.board.showDarts([{ kind: "you", label: "you", beats: this.tried?.answer?.beats ?? [] }]);
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

  /** Several steps share these clicks. @param {LegalStep[]} steps */
  offer(steps) {
    this.choices.replaceChildren(...steps.map((step) => this.choice(step)));
  }

  changed() {
    const { touch } = this.page.board;
    this.choices.replaceChildren();
    if (this.state !== "asking") return;
    if (touch.complete.length > 0) {
      this.choices.append(
        h("button", { type: "button", class: "btn choice", onclick: () => this.page.board.finish() }, "Done"),
      );
    }
    if (touch.path.length === 0) this.choices.append(...touch.buttons.map((step) => this.choice(step)));
  }

  /** @param {LegalStep} step */
  choice(step) {
    return h(
      "button",
      { type: "button", class: "btn choice", "data-step": step.text, onclick: () => this.play(step) },
      h("span", {}, h("b", {}, step.text), h("small", {}, step.says)),
    );
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
    const moments = page.review?.moments ?? [];
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
        h(
          "div",
          { class: "desk-acts" },
          button("Back to the review", "i-back", () => page.leave(), "Esc"),
          flip(page.board),
        ),
      ),
    );
    page.drawGraph();
    document.body.dataset.attempt = this.state;
    document.body.dataset.moment = String(moment.ply);
  }

  card() {
    const { moment, state, page } = this;
    const last = page.chosen === (page.review?.moments.length ?? 0) - 1;
    const first = "btn btn-first";
    const help = () =>
      button(
        ["A hint: which man", "More: where", "More: why", "No more hints"][this.hints] ?? "",
        "i-hint",
        () => this.help(),
        "H",
      );
    const show = (kind = "btn") => button("Show me", null, () => this.show(), "S", kind);
    const next = (kind = "btn") =>
      button(last ? "To the first moment" : "Next moment", null, () => page.leave(true), "N", kind);
    const row = (/** @type {(Node | null)[]} */ ...buttons) => h("div", { class: "try-acts" }, ...buttons);
    const said = h("p", { class: "soft try-words" }, this.words);
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
        row(help(), show(this.tries >= TRIES ? first : "btn"), next()),
      ];
    }
    if (state === "wrong") {
      const text = this.steps.join(" ");
      return [
        h("h1", {}, whole(text), " does not keep it"),
        h("div", { class: "answer-card answer-no", role: "status" }, this.tried?.words ?? this.words),
        row(
          button("Once more", null, () => this.begin(), "Enter", this.tries >= TRIES ? "btn" : first),
          show(this.tries >= TRIES ? first : "btn"),
          next(),
        ),
      ];
    }
    const right = state === "right";
    return [
      h("h1", {}, right ? "Yes: " : "Best was ", whole(right ? this.steps.join(" ") : moment.best.turn)),
      h("div", { class: "answer-card", role: "status" }, right ? (this.tried?.words ?? "") : moment.words),
      compare(moment, right && this.tried ? { text: this.steps.join(" "), worth: this.tried.worth } : null),
      h("p", { class: "soft" }, page.review?.note ?? ""),
      row(
        next(first),
        h("a", { class: "btn", href: page.lineAddress(moment) }, icon("i-analyse"), h("span", {}, "Analyse")),
      ),
    ];
  }
}

/** @param {string} words @param {string | null} drawing @param {() => void} onclick @param {string} key @param {string} [kind] */
function button(words, drawing, onclick, key, kind = "btn") {
  return h(
    "button",
    { type: "button", class: kind, "data-name": words, onclick },
    drawing ? icon(drawing) : null,
    h("span", {}, words),
    h("kbd", {}, key),
  );
}

/** @param {TouchBoard} board */
function flip(board) {
  const words = "Flip the board";
  return h(
    "button",
    {
      type: "button",
      class: "btn",
      "aria-label": words,
      title: words,
      onclick: () => board.turn({ flipped: !board.flipped }),
    },
    icon("i-flip"),
  );
}

/** A turn that is not broken over two lines. @param {string} text */
const whole = (text) => h("span", { class: "whole-turn" }, text);

/** A worth as a number. @param {{chance: number}} worth */
const in100 = ({ chance }) => Math.round(chance * 100);

/** What was there, what was left, and what was lost between. @param {Moment} moment */
function swing({ before, after }) {
  const [was, left] = [before.chance * 330, after.chance * 330];
  const label = `Before ${in100(before)} in 100, after ${in100(after)} in 100`;
  return s(
    "svg",
    { class: "swing", viewBox: "0 0 330 20", preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("rect", { class: "swing-other", width: 330, height: 20 }),
    s("rect", { class: "swing-own", width: left, height: 20 }),
    s("rect", { class: "swing-lost", x: left, width: Math.max(0, was - left), height: 20 }),
    s("path", { class: "swing-cut", d: `M${left} 0V20` }),
    s("rect", { class: "swing-edge", x: 0.6, y: 0.6, width: 328.8, height: 18.8 }),
  );
}

/** The best turn, one that was found, and the one that was played. @param {Moment} moment @param {{text: string, worth: {chance: number, proved: number | null}} | null} found */
function compare(moment, found) {
  const rows = [
    { coin: "A", text: moment.best.turn, worth: moment.before },
    ...(found && found.text !== moment.best.steps.join(" ")
      ? [{ coin: "✓", text: found.text, worth: found.worth }]
      : []),
    { coin: "was", text: moment.played.turn, worth: moment.after },
  ];
  return h(
    "ul",
    { class: "compared", "aria-label": "Chances in 100" },
    ...rows.map(({ coin, text, worth }) =>
      h(
        "li",
        {},
        h(
          "span",
          { class: `line-coin line-${coin === "A" ? "a" : coin === "was" ? "was" : "c"}`, "aria-hidden": "true" },
          coin,
        ),
        h("b", {}, text),
        s(
          "svg",
          { viewBox: "0 0 288 20", preserveAspectRatio: "none", "aria-hidden": "true" },
          s("rect", { class: "swing-other", width: 288, height: 20 }),
          s("rect", { class: "swing-own", width: worth.chance * 288, height: 20 }),
          s("path", { class: "swing-cut", d: `M${worth.chance * 288} 0V20` }),
          s("rect", { class: "swing-edge", x: 0.6, y: 0.6, width: 286.8, height: 18.8 }),
        ),
        h("span", { class: "of" }, String(in100(worth))),
      ),
    ),
  );
}

/** Words with some of them in bold. @param {string} words @param {string[]} bold @returns {(Node | string)[]} */
export function emphasised(words, bold) {
  const parts = words.split(/(\s+)/);
  return parts.map((part) => {
    const bare = part.replace(/[.,:;]+$/, "");
    if (!bare || !bold.includes(bare)) return part;
    const rest = part.slice(bare.length);
    return h("span", {}, h("b", {}, bare), rest);
  });
}

/** The turns of a game with their places, each with its number in a list. @param {Line} line */
export function turnsOf(line) {
  let ply = 0;
  let round = 0;
  let last = Infinity;
  return line.turns.map(({ seat, text, steps }) => {
    if (seat <= last) round += 1;
    last = seat;
    const turn = { ply, seat, round, text };
    ply += steps.length;
    return turn;
  });
}

export async function open() {
  const id = location.pathname.split("/")[2] ?? "";
  /** @type {View} */
  const view = await get(`/api/tables/${id}`);
  /** @type {Title} */
  const title = await get(`/api/games/${view.game}${query(view.options)}`);
  if (view.scene.status.type !== "over") {
    const words = "This game is still being played. It can be reviewed when it is over.";
    fill(
      bar({ name: title.name, more: "Review", href: `/games/${title.id}` }),
      h(
        "main",
        { class: "plain" },
        h("h1", {}, "Not yet"),
        h("p", {}, words),
        h("p", {}, h("a", { class: "btn btn-first", href: `/play/${id}` }, "To the table")),
      ),
    );
    return;
  }
  const moves = view.turns.flatMap(({ steps }) => steps).join(" ");
  const body = { options: view.options, position: view.start, moves };
  /** @type {Line} */
  const line = await post(`/api/games/${view.game}/scene?all=1`, body);
  const page = new ReviewPage(view, title, line);
  // The page is there while the computer still reads.
  page.begin().catch((error) => {
    if (error instanceof Refused) page.progress.replaceChildren(slip(plainWords(error)));
    else throw error;
  });
}
