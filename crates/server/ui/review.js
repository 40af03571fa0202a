// The review of a finished game: how the chances went, the moments that mattered, and each of them once more to be tried.

import { get, heldSeats, keep, kept, plainQuery, post, query, Refused } from "./api.js";
import { keepMoments } from "./archive.js";
import { Attempt } from "./attempt.js";
import { TouchBoard } from "./board.js";
import { h, icon } from "./dom.js";
import { ChanceGraph } from "./graph.js";
import { helpDialog } from "./help.js";
import { momentList, progressBar, reviewDetails, swing, turnsOf } from "./moments.js";
import { bar, fill, keyButton, levelWords, plainWords, runKey, scrollWithin, slip, speak } from "./page.js";
import { readGame } from "./reading.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").Moment} Moment */
/** @typedef {import("./types.d.ts").Reading} Reading */
/** @typedef {import("./types.d.ts").ReadTurn} ReadTurn */
/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {"found" | "helped" | "shown"} Result */

export class ReviewPage {
  /** @param {View} view @param {Title} title @param {Line} line */
  constructor(view, title, line) {
    this.view = view;
    this.title = title;
    this.line = line;
    const [seat = null, ...others] = heldSeats(view.id);
    /** The reader's own seat. @type {number | null} */
    this.seat = others.length > 0 ? null : seat;
    /** @type {ReadTurn[]} */
    this.read = [];
    /** @type {Reading["review"]} */
    this.review = null;
    /** Moments that were found while the game is still being read: new ones come below. @type {Moment[]} */
    this.found = [];
    /** Where puzzles are that end as this game did; none if there are no puzzles. */
    this.puzzles = "";
    this.ply = line.taken.length;
    /** The moment that is looked at. */
    this.chosen = -1;
    /** Whether it is being tried. @type {Attempt | null} */
    this.attempt = null;
    this.turns = turnsOf(line.turns);
    this.board = new TouchBoard(title, {
      play: (step) => this.attempt?.play(step),
      choose: (steps) => this.attempt?.offer(steps),
      refused: (clicks) => this.attempt?.refused(clicks),
      changed: () => this.attempt?.offer(null),
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
    fill(bar({ game: title, more: "Review", links: [["My games", "/mine"]] }), main);
    addEventListener("keydown", (event) => this.key(event));
  }

  /** The moments that mattered, as far as they are known. */
  get moments() {
    return this.review?.moments ?? this.found;
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
          this.find(told.moments);
        },
      );
      this.read = reading.all;
      this.finish(reading.review);
      keepMoments(id, this.moments.length);
    } catch (error) {
      this.progress.replaceChildren(
        slip(plainWords(error)),
        h("p", {}, h("a", { class: "btn", href: location.href }, "Try again")),
      );
      return;
    }
    this.progress.replaceChildren();
    // Whoever looks at a moment already, or tries it, is left there.
    if (this.chosen < 0 && this.ply === this.line.taken.length && this.moments.length > 0) await this.choose(0, false);
    else this.draw();
    document.body.dataset.review = "read";
    this.findPuzzles();
    speak(`${this.review?.headline}. ${this.review?.summary}`);
  }

  /** Adds moments that were not known before, below the others. @param {Moment[]} moments */
  find(moments) {
    const fresh = moments.filter(({ ply }) => !this.found.some((known) => known.ply === ply));
    if (fresh.length === 0) return;
    this.found.push(...fresh);
    document.body.dataset.found = String(this.found.length);
    if (!this.attempt) this.draw();
    speak(`A moment on turn ${fresh[0]?.round}.`);
  }

  /** All is read; the moment that is looked at stays the same. @param {Reading["review"]} review */
  finish(review) {
    const ply = this.moment?.ply;
    this.review = review;
    this.chosen = this.moments.findIndex((moment) => moment.ply === ply);
  }

  /** Puzzles of this game that end by the same clause, or any if it ended by none of the rules. */
  async findPuzzles() {
    const { status } = this.view.scene;
    this.puzzles = await puzzlesLike(this.title.id, status.clause);
    if (this.puzzles && !this.attempt) this.draw();
  }

  /** @param {Reading} told */
  drawProgress({ read, turns }) {
    const words = `read ${Math.min(read, turns)} of ${turns} positions`;
    const line = h("p", {}, h("b", {}, "The computer is reading this game: "), `${words}.`);
    const soft = "You may look on, or leave: it goes on by itself and is here when you come back.";
    this.progress.replaceChildren(line, progressBar(read, turns), h("p", { class: "soft" }, soft));
    const now = Date.now();
    if (now - (this.spoken ?? 0) > 10_000) {
      this.spoken = now;
      speak(`Read ${read} of ${turns} positions.`);
    }
  }

  // --- the whole game ---------------------------------------------------------------------------------

  drawGraph() {
    const { attempt } = this;
    const marks = this.moments.map((moment, nth) => ({
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
    return this.moments[this.chosen];
  }

  /** @param {number} ply */
  async goTo(ply) {
    if (this.attempt) return;
    const nth = this.moments.findIndex((moment) => moment.ply === ply);
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
    const count = this.moments.length;
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
      this.moments.length > 1
        ? keyButton("Next moment", "N", () => this.next(), { drawing: "i-next" })
        : keyButton("One turn on", "→", () => this.walk(1), { drawing: "i-next" }),
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
          review ? reviewDetails(review, title.seats, (ply) => this.goTo(ply)) : null,
          acts,
        ].filter((part) => part !== null),
      ),
    );
    this.drawGraph();
    scrollWithin(this.panel.querySelector(".moments"), this.panel.querySelector(".moment-on"));
  }

  /** Draws, and puts the focus back where it was, or on what took its place. @param {() => void} draw */
  keepFocus(draw) {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement && this.panel.contains(focused) ? focused.dataset.act : null;
    const onGraph = focused === this.graph.svg;
    draw();
    if (onGraph) this.graph.svg.focus();
    else if (name) /** @type {HTMLElement | null} */ (this.panel.querySelector(`[data-act="${name}"]`))?.focus();
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
    const reading = this.review === null;
    const link = (/** @type {string} */ words, /** @type {string} */ href) =>
      h("a", { class: "btn", href }, h("span", {}, words));
    if (this.moments.length === 0)
      return h("div", { class: "moments" }, this.puzzles ? link("Puzzles like this", this.puzzles) : null);
    const acts = (/** @type {Moment} */ moment, /** @type {number} */ nth) =>
      h(
        "div",
        { class: "moment-acts" },
        this.mayTry(moment)
          ? keyButton(reading ? "Try now" : "Try again", "T", () => this.tryAgain(nth), { first: true })
          : null,
        reading ? null : link("See the line", this.lineAddress(moment)),
        this.puzzles && !reading ? link("Puzzles like this", this.puzzles) : null,
      );
    const more = (/** @type {Moment} */ moment, /** @type {boolean} */ on) =>
      on || reading ? [swing(moment), acts(moment, this.moments.indexOf(moment))] : [];
    // While the game is read nothing is given away yet.
    const words = (/** @type {Moment} */ moment, /** @type {boolean} */ on) =>
      reading && !on && this.mayTry(moment) ? ["Would you like to look for something better?"] : null;
    const last = h(
      "li",
      { class: "moment moment-more" },
      h("span", { class: "key-coin", "aria-hidden": "true" }, "…"),
      h("p", {}, "Reading on: new moments are added below until all is read."),
    );
    return momentList(this.moments, {
      on: this.chosen,
      go: (nth) => this.choose(nth),
      heading: "h2",
      isDone: ({ ply }) => this.results[ply] !== undefined,
      more,
      words,
      last: reading ? last : null,
    });
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

  /** @param {number} by */
  walk(by) {
    const plies = [...this.turns.map(({ ply }) => ply), this.line.taken.length];
    const nth = plies.findLastIndex((ply) => ply <= this.ply);
    const to = plies[Math.max(0, Math.min(plies.length - 1, nth + by))];
    if (to !== undefined && to !== this.ply) this.goTo(to);
  }

  next() {
    const count = this.moments.length;
    if (count > 0) this.choose((this.chosen + 1) % count);
  }

  tryAgain(nth = this.chosen) {
    this.chosen = nth;
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
    const { attempt } = this;
    runKey(
      event,
      attempt
        ? attempt.keys()
        : {
            ArrowLeft: () => this.walk(-1),
            ArrowRight: () => this.walk(1),
            Home: () => this.goTo(0),
            End: () => this.goTo(this.line.taken.length),
            n: () => this.next(),
            t: () => this.tryAgain(),
            f: () => this.board.flip(),
            "?": () => helpDialog(),
          },
    );
  }
}

/**
 * Where puzzles of a game are, those that end by this clause if there are any; nothing if it has none.
 * @param {string} game @param {string | null} clause
 */
async function puzzlesLike(game, clause) {
  try {
    /** @type {import("./types.d.ts").PuzzleList} */
    const { games } = await get("/api/puzzles");
    const puzzles = games.find((one) => one.game === game)?.puzzles ?? [];
    const alike = puzzles.some((puzzle) => puzzle.clause === clause);
    return puzzles.length === 0 ? "" : `/puzzles/${game}${query({ like: alike ? clause : null })}`;
  } catch {
    return "";
  }
}

export async function open(id = "") {
  /** @type {View} */
  const view = await get(`/api/tables/${id}`);
  /** @type {Title} */
  const title = await get(`/api/games/${view.game}${query(view.options)}`);
  if (view.scene.status.type !== "over") {
    const words = "This game is still being played. It can be reviewed when it is over.";
    fill(
      bar({ game: title, more: "Review" }),
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
