// The table: holds the parts of the page together and sends what is played.

import { get, hold, keep, kept, Latest, plainQuery, post, query, Refused, seatKeys } from "./api.js";
import { drawActs, tableKey } from "./acts.js";
import { countHelp } from "./archive.js";
import { TouchBoard } from "./board.js";
import { Bubble } from "./bubble.js";
import { h } from "./dom.js";
import { Hints } from "./hints.js";
import { tableDialog } from "./invite.js";
import { TableLink } from "./link.js";
import { Notes } from "./notes.js";
import { bar, fill, goalIn, plainWords, slip, speak } from "./page.js";
import { movesOf, Past } from "./past.js";
import { isOutdated, renew } from "./renew.js";
import { homePits, seatStrips } from "./seats.js";
import { knock } from "./sound.js";
import { Watcher } from "./watcher.js";
import { Words } from "./words.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */

const FORCED_AFTER = 450;

export class Table {
  /** @param {Title} title @param {TableLink} link */
  constructor(title, link) {
    this.title = title;
    this.link = link;
    /** @type {View | null} */
    this.view = null;
    /** Views that wait until the last one has been seen to happen. */
    this.showing = Promise.resolve();
    this.waiting = 0;
    /** @type {LegalStep[] | null} */
    this.choosing = null;
    this.sending = false;
    this.refusals = new Latest();
    this.past = new Past(this);
    this.hints = new Hints(this);
    this.watcher = new Watcher(this);
    this.board = new TouchBoard(title, {
      play: (step) => this.play(step),
      choose: (steps) => {
        this.choosing = steps;
        this.say();
      },
      refused: (clicks) => this.why(clicks),
      changed: () => {
        this.choosing = null;
        this.clearSlip();
        this.say();
        this.trays();
      },
      looked: (site) => this.notes.read(site),
      unsure: (site) =>
        this.words.prompt.replaceChildren(h("b", {}, `${this.board.placeName(site)}?`), " Tap once more to take it."),
    });
    this.box = h("div", { class: "board-box" }, this.board.svg);
    this.bubble = new Bubble(this.box);
    this.words = new Words(this);
    this.notes = new Notes(this);
    /** The server's build of the pages, if this one is of another. @type {string | null} */
    this.newBuild = null;
    this.build();
  }

  build() {
    const { title, board } = this;
    this.far = h("div", { class: "seats seat-far" });
    this.near = h("div", { class: "seats seat-near" });
    this.farHome = h("div", { class: "home-far" });
    this.nearHome = h("div", { class: "home-near" });
    this.acts = h("div", { class: "acts", role: "group", "aria-label": "Actions" });
    this.state = h("p", { class: "line-state", role: "status" });
    const goal = this.goal();
    const main = h(
      "main",
      { class: `table table-${board.shape} game-${title.id}` },
      goal ? goalIn(goal) : null,
      this.far,
      h("div", { class: "board-wrap" }, this.farHome, this.box, this.nearHome, this.state),
      this.near,
      this.words.element,
      this.acts,
      this.notes.element,
    );
    const more = title.year ? String(title.year) : "from the Library of Games";
    fill(bar({ game: title, more, heading: true, goal }), main);
    addEventListener("keydown", (event) => tableKey(this, event));
  }

  /** What this reader plays for: his own side's goal, or the first one's. */
  goal() {
    const { mine } = this.link;
    return this.title.goals?.[(mine.length === 1 ? (mine[0] ?? 1) : 1) - 1] ?? "";
  }

  // --- who may do what --------------------------------------------------------------------------------

  get scene() {
    return this.view?.scene ?? null;
  }

  get over() {
    return this.scene?.status.type === "over";
  }

  /** The seat that is mine and to move, if there is one. */
  get myTurn() {
    const seat = this.scene?.status.seat ?? 0;
    return !this.over && !this.view?.read_only && this.link.mine.includes(seat) ? seat : 0;
  }

  /** The seat I act for when it is not my turn. */
  get mySeat() {
    return this.myTurn || this.link.mine[0] || 0;
  }

  get computerThinks() {
    const seat = this.view?.seats.find(({ number }) => number === this.scene?.status.seat);
    return !this.over && seat?.kind === "computer";
  }

  // --- what is seen -----------------------------------------------------------------------------------

  /** @param {View} view @param {Taken[]} moves */
  take(view, moves) {
    this.waiting += 1;
    this.showing = this.showing.then(async () => {
      this.waiting -= 1;
      const first = !this.view;
      if (!first && moves.length > 0 && this.view?.version !== view.version) await this.watcher.ready();
      await this.receive(view, moves, first);
    });
  }

  /** @param {View} view @param {Taken[]} moves @param {boolean} first */
  async receive(view, moves, first) {
    if (this.view?.version === view.version) {
      // Only who is present has changed: a path half touched stays.
      this.view = view;
      this.trays();
      return;
    }
    this.view = view;
    this.hints.forget();
    this.past.forget();
    this.choosing = null;
    this.sending = false;
    this.clearSlip();
    if (first) this.orient();
    this.chrome();
    // A page that has fallen behind shows where things stand instead of every step on the way.
    const shown = this.waiting > 2 ? [] : moves;
    await this.board.show(view.scene, { last: view.last, moves: shown, mayTouch: this.myTurn > 0 });
    if (moves.length > 0 && !first) {
      const takes = moves.some(({ beats }) => beats.flat().some(({ type }) => type === "take"));
      knock({ over: this.over, takes });
      this.offerSound();
      speak([...moves.map((move) => move.says), this.over ? this.spokenResult() : ""].join(" "));
    }
    if (!first && this.myTurn && moves.length > 0) speak("Your turn.", true);
    this.say();
    this.trays();
    this.forced();
    // How far the page has come, for whoever drives it.
    document.body.dataset.taken = String(view.taken);
    document.body.dataset.version = String(view.version);
    if (moves.length > 0) this.renewBetweenTurns();
  }

  /** @param {string} build */
  compareBuild(build) {
    this.newBuild = isOutdated(build) ? build : null;
    if (!this.myTurn) this.renewBetweenTurns();
  }

  /** Whoever thinks about a turn, or is in the midst of it, keeps the page as it is. */
  renewBetweenTurns() {
    if (this.newBuild && !this.sending && this.scene?.status.type !== "continue") renew(this.newBuild);
  }

  /** Asks once whether steps may be heard. */
  offerSound() {
    if (kept("sound", null) !== null || this.link.mine.length === 0 || this.over) return;
    const answer = (/** @type {boolean} */ yes) => () => {
      keep("sound", yes);
      this.words.slip.replaceChildren();
      knock();
    };
    const button = (/** @type {string} */ words, /** @type {boolean} */ yes) =>
      h("button", { class: "btn btn-small", onclick: answer(yes) }, words);
    const asked = "A soft wooden knock with each step? ";
    this.words.slip.replaceChildren(h("p", { class: "offer" }, asked, button("Yes", true), " ", button("No", false)));
  }

  orient() {
    const { mine } = this.link;
    this.board.turn({ flipped: mine.length > 0 && mine.every((seat) => seat === 2 || seat === 3) });
  }

  spokenResult() {
    const result = this.words.result();
    return result ? `${result.lead} ${result.by}`.trim() : "";
  }

  /** Everything around the board. */
  chrome() {
    const { view } = this;
    if (!view) return;
    const waiting = view.seats.some((seat) => seat.kind === "open");
    const news = this.over ? this.words.result()?.lead : this.myTurn ? "Your move:" : waiting ? "Waiting:" : "";
    document.title = `${news} ${this.title.name} – Parlour`.trim();
    this.trays();
    drawActs(this, this.acts);
    this.notes.draw();
    this.say();
  }

  say() {
    this.words.draw();
  }

  trays() {
    const { view } = this;
    if (!view) return;
    const strips = seatStrips(this.title, view, {
      mine: this.link.mine,
      next: this.board.touch.next,
      touch: (site) => this.board.click(site),
    });
    const below = (/** @type {number} */ seat) => (seat === 1 || seat === 4) !== this.board.flipped;
    const lay = (
      /** @type {[number, HTMLElement][]} */ all,
      /** @type {HTMLElement} */ far,
      /** @type {HTMLElement} */ near,
    ) => {
      far.replaceChildren(...all.filter(([seat]) => !below(seat)).map(([, part]) => part));
      near.replaceChildren(...all.filter(([seat]) => below(seat)).map(([, part]) => part));
    };
    lay(strips, this.far, this.near);
    lay(homePits(this.title, view, this.link.mine), this.farHome, this.nearHome);
  }

  flip() {
    this.bubble.close();
    this.board.flip();
    this.trays();
  }

  more() {
    if (this.view) tableDialog(this.view, this.title, this.link, this.board, this.analysisAddress());
  }

  analysisAddress() {
    const { view } = this;
    if (!view) return "/";
    const usual = view.start === this.title.start.position;
    const position = usual ? null : view.start;
    return `/analyse/${view.game}${plainQuery(view.options, this.title, { position, moves: movesOf(view) })}`;
  }

  /** @param {string | null} clause */
  ruleLink(clause) {
    if (!clause) return "";
    const onclick = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.notes.openRule(clause);
    };
    return h("a", { href: `/games/${this.title.id}#${clause}`, onclick }, `Rule ${clause}`);
  }

  // --- refusals ---------------------------------------------------------------------------------------

  clearSlip() {
    this.refusals.drop();
    this.words.slip.replaceChildren();
    this.bubble.close();
    if (this.board.pointed !== null) this.board.point(null);
  }

  /** @param {string} words @param {string | null} clause @param {number | null} at @param {number | null} [site] the click */
  showSlip(words, clause, at, site = null) {
    const sentence = clean(words);
    const cell = site === null ? null : this.board.cells.get(site);
    this.words.slip.replaceChildren();
    this.board.point(at);
    if (cell) this.bubble.open(cell, this.board.markedCells(), {}, sentence, this.ruleLink(clause));
    else this.words.slip.replaceChildren(slip(sentence, " ", this.ruleLink(clause)));
    speak(`${sentence} ${clause ? `Rule ${clause}.` : ""}`, true);
  }

  /** Why these clicks are not allowed. @param {number[]} clicks */
  async why(clicks) {
    const { view } = this;
    if (!view) return;
    const site = clicks[clicks.length - 1] ?? null;
    const body = { options: view.options, position: view.scene.position, clicks };
    try {
      const answer = await this.refusals.ask(() => post(`/api/games/${view.game}/why`, body));
      if (!answer || this.view?.version !== view.version) return;
      const { refusal } = answer.value;
      if (refusal) this.showSlip(refusal.words, refusal.clause, refusal.at, site);
      else this.showSlip("That does not lead to a step here. What may be touched is marked.", null, null, site);
    } catch (error) {
      this.showSlip(plainWords(error), null, null);
    }
  }

  // --- doing ------------------------------------------------------------------------------------------

  /** One touch back. */
  back() {
    this.clearSlip();
    this.choosing = null;
    if (!this.board.back()) this.say();
  }

  /** @param {LegalStep} step */
  async play(step) {
    const seat = this.myTurn;
    if (!seat || this.sending || this.past.at !== null) return;
    this.sending = true;
    this.choosing = null;
    this.clearSlip();
    this.board.begin(step);
    this.say();
    try {
      await this.link.step(seat, step.text);
    } catch (error) {
      this.sending = false;
      const problem = error instanceof Refused ? error.problem : null;
      if (this.scene) {
        await this.board.show(this.scene, { last: this.view?.last ?? [], mayTouch: this.myTurn > 0 });
      }
      this.showSlip(problem?.words ?? plainWords(error), problem?.clause ?? null, problem?.at ?? null);
    }
  }

  /** A continuation without a choice is played by the page, in sight. */
  forced() {
    const { scene, view } = this;
    if (!scene || !view || !this.myTurn || scene.status.type !== "continue" || scene.steps.length !== 1) return;
    const [only] = scene.steps;
    setTimeout(() => {
      if (only && this.view?.version === view.version) this.play(only);
    }, FORCED_AFTER);
  }

  /** @param {string} action @param {object} [more] @param {number} [seat] */
  async act(action, more = {}, seat = this.mySeat) {
    try {
      const answer = await this.link.act(seat, action, more);
      // Among people it is only proposed.
      const alone = this.view?.seats.every(
        ({ kind, number }) => kind === "computer" || this.link.mine.includes(number),
      );
      if (action === "take-back" && alone) countHelp(this.link.id, "back");
      return answer;
    } catch (error) {
      const clause = error instanceof Refused ? (error.problem.clause ?? null) : null;
      this.showSlip(plainWords(error), clause, null);
      return null;
    }
  }

  async rematch() {
    const answer = await this.act("rematch");
    const next = answer?.next ?? this.view?.next;
    if (next) await this.moveOn(next);
  }

  /** Everybody sits elsewhere at the next table, with the same keys. @param {string} next */
  async moveOn(next) {
    const seats = this.view?.next_seats ?? [];
    const keys = seatKeys(this.link.id).map((key) => ({ ...key, seat: seats[key.seat - 1] ?? key.seat }));
    hold(next, this.title.id, keys);
    location.href = `/play/${next}`;
  }

  /** @param {number} seat */
  async satDown(seat) {
    speak(`You play ${this.title.seats[seat - 1] ?? ""}.`);
    this.link.closeStream();
    this.view = null;
    await this.link.open();
  }
}

/** Clause words are Markdown; a slip needs none of its marks. @param {string} words */
export const clean = (words) => words.replace(/\*\*?|\x60/g, "").replace(/\n+/g, " ");

export async function open(id = "") {
  const watching = document.body.dataset.page === "watch";
  const fragment = new URLSearchParams(location.hash.slice(1));
  const moved = fragment.get("seat");
  /** @type {View} */
  const view = await get(`/api/tables/${id}`);
  if (moved && !watching) {
    // A seat link from another device: "2:token".
    const [seat, token] = moved.split(":");
    if (seat && token) hold(id, view.game, [{ seat: Number(seat), kind: "seat", token }]);
    history.replaceState(null, "", location.pathname);
  }
  const title = await get(`/api/games/${view.game}${query(view.options)}`);
  /** @type {Table | null} */
  let table = null;
  const link = new TableLink(
    id,
    {
      seen: (seen, moves) => table?.take(seen, moves),
      thought: (thought) => table && showThought(thought),
      line: (state) => table && showLine(table, state),
      build: (build) => table?.compareBuild(build),
    },
    watching,
  );
  table = new Table(title, link);
  await link.open();
  await table.showing;
}

/** @param {{depth: number, chance: number}} thought */
function showThought({ depth, chance }) {
  const place = document.querySelector(".thinking-words");
  if (place) place.textContent = `${depth} turns ahead, ${Math.round(chance * 100)} %`;
}

/** @param {Table} table @param {string} state */
function showLine(table, state) {
  const words =
    state === "reconnecting" ? "Reconnecting…" : state === "gone" ? "This table has been cleared away." : "";
  if (table.state.textContent !== words) table.state.textContent = words;
}
