// A puzzle: find the turns that win by force. Every turn is judged by the server, which also answers for the other side.

import { get, post } from "./api.js";
import { TouchBoard } from "./board.js";
import { Bubble } from "./bubble.js";
import { h, icon } from "./dom.js";
import { Latest } from "./latest.js";
import { bar, confirm, fill, plainWords, speak, typing } from "./page.js";
import { clean } from "./play.js";
import { nextOf, rememberPuzzle, solvedOf, starWords, streak } from "./solved.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").PuzzleTask} PuzzleTask */
/** @typedef {import("./types.d.ts").PuzzleTried} PuzzleTried */
/** @typedef {import("./types.d.ts").PuzzleStep} PuzzleStep */
/** @typedef {import("./types.d.ts").PuzzleSolution} PuzzleSolution */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Scene} Scene */

/** How long the other side waits before it answers. */
const PAUSE = 500;

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

class PuzzlePage {
  /** @param {Title} title @param {PuzzleTask} puzzle @param {number | null} following */
  constructor(title, puzzle, following) {
    this.title = title;
    this.puzzle = puzzle;
    /** The puzzle to go to afterwards. */
    this.following = following;
    this.scene = puzzle.scene;
    /** Steps of both sides so far. @type {string[]} */
    this.moves = [];
    /** Where the solver's turn began: the scene, and how many steps there were. */
    this.turnStart = { scene: puzzle.scene, moves: 0 };
    this.turnsDone = 0;
    /** @type {"open" | "wrong" | "solved" | "shown"} */
    this.state = "open";
    this.busy = false;
    this.hints = 0;
    /** @type {LegalStep[] | null} */
    this.choosing = null;
    /** The solution, once it was asked for. @type {PuzzleSolution | null} */
    this.solution = null;
    this.shownStep = 0;
    this.refusals = new Latest();
    this.board = new TouchBoard(title, {
      play: (step) => this.attempt(step),
      choose: (steps) => {
        this.choosing = steps;
        this.drawChoices();
      },
      refused: (clicks) => this.why(clicks),
      changed: () => {
        this.choosing = null;
        this.refusals.drop();
        this.bubble.close();
        this.drawChoices();
      },
    });
    this.box = h("div", { class: "board-box" }, this.board.svg);
    this.bubble = new Bubble(this.box);
    this.build();
  }

  get own() {
    return this.title.seats[this.puzzle.seat - 1] ?? "";
  }

  get goal() {
    const { turns } = this.puzzle;
    return `${this.own} to win in ${turns} ${turns === 1 ? "turn" : "turns"}`;
  }

  build() {
    const { title, puzzle, board } = this;
    this.say = h("section", { class: "task", "aria-label": "Do this now" });
    this.answer = h("section", { class: "answer", "aria-label": "Answer", "aria-live": "polite" });
    this.choices = h("div", { class: "choices" });
    this.keys = h("div", { class: "lesson-keys", role: "group", "aria-label": "Puzzle" });
    const main = h(
      "main",
      { class: `lesson puzzle lesson-${board.shape} game-${title.id}` },
      this.say,
      h("div", { class: "board-wrap" }, this.box),
      this.answer,
      this.keys,
    );
    document.title = `${this.goal}: ${title.name}, puzzle ${puzzle.number} – Parlour`;
    fill(
      bar({
        name: title.name,
        more: `puzzle ${puzzle.number} of ${puzzle.of}`,
        href: `/games/${title.id}`,
        links: [
          ["All puzzles", "/puzzles"],
          ["Rules", `/games/${title.id}#rules`],
          ["Shelf", "/"],
        ],
      }),
      main,
    );
    addEventListener("keydown", (event) => this.key(event));
  }

  async begin() {
    this.board.turn({ flipped: this.puzzle.seat === 2 || this.puzzle.seat === 3 });
    await this.board.show(this.scene, {});
    this.draw();
    const { number, of, stars } = this.puzzle;
    speak(`${this.title.name}, puzzle ${number} of ${of}, ${starWords(stars)}. ${this.goal}. You are ${this.own}.`);
  }

  // --- drawing ----------------------------------------------------------------------------------------

  /** @param {...Node} words */
  draw(...words) {
    const { puzzle } = this;
    const slot = (/** @type {number} */ nth) => {
      const state = nth < this.turnsDone || this.state === "solved" ? "done" : nth === this.turnsDone ? "now" : "open";
      return h("li", { class: `slot slot-${state}` }, h("span", { class: "visually-hidden" }, state), String(nth + 1));
    };
    const stars = h("span", { class: "stars", role: "img", "aria-label": starWords(puzzle.stars) });
    stars.textContent = "★★★".slice(0, puzzle.stars) + "☆☆☆".slice(puzzle.stars);
    this.say.replaceChildren(
      h("p", { class: "kicker" }, `Puzzle ${puzzle.number} of ${puzzle.of} `, stars),
      h("h1", {}, this.goal),
      h(
        "p",
        { class: "do" },
        `You are ${this.own}. `,
        h("b", {}, "Find the turn that wins"),
        " whatever the other plays.",
      ),
      h(
        "ol",
        { class: "slots", "aria-label": "Your turns" },
        ...Array.from({ length: puzzle.turns }, (_, nth) => slot(nth)),
      ),
    );
    this.answer.replaceChildren(...words, this.choices);
    this.drawChoices();
    this.drawKeys();
    document.body.dataset.puzzle = this.state;
    document.body.dataset.position = this.scene.position;
  }

  drawChoices() {
    const { touch } = this.board;
    const button = (/** @type {LegalStep} */ step) =>
      h(
        "button",
        { type: "button", class: "btn choice", "data-step": step.text, onclick: () => this.attempt(step) },
        h("span", {}, h("b", {}, step.text), h("small", {}, step.says)),
      );
    const parts = [];
    if (this.choosing) parts.push(...this.choosing.map(button));
    else if (touch.complete.length > 0) {
      const finish = { type: "button", class: "btn choice", onclick: () => this.board.finish() };
      parts.push(h("button", finish, "Done", h("kbd", {}, "Enter")));
    } else if (touch.path.length === 0) parts.push(...touch.buttons.map(button));
    this.choices.replaceChildren(...(this.state === "open" && !this.busy ? parts : []));
  }

  drawKeys() {
    const key = (
      /** @type {string} */ words,
      /** @type {string} */ letter,
      /** @type {() => void} */ act,
      { able = true, first = false } = {},
    ) =>
      h(
        "button",
        {
          type: "button",
          class: `btn${first ? " btn-first" : ""}`,
          "aria-disabled": able ? null : "true",
          "data-act": words.toLowerCase().replaceAll(" ", "-"),
          onclick: () => {
            if (able) act();
          },
        },
        words,
        h("kbd", {}, letter),
      );
    const open = this.state === "open";
    const over = this.state === "solved" || this.state === "shown";
    this.keys.replaceChildren(
      key("Hint", "H", () => this.hint(), { able: open && this.hints < 2 }),
      this.state === "wrong"
        ? key("Take it back", "U", () => this.takeBack(), { first: true })
        : key("Reveal", "R", () => this.reveal(), { able: open }),
      key("Next", "N", () => this.next(), { able: this.following !== null, first: over && this.following !== null }),
    );
  }

  // --- trying -----------------------------------------------------------------------------------------

  /** @param {LegalStep} step */
  async attempt(step) {
    if (this.busy || this.state !== "open") return;
    this.choosing = null;
    this.refusals.drop();
    this.bubble.close();
    this.busy = true;
    this.board.begin(step);
    this.drawChoices();
    try {
      /** @type {PuzzleTried} */
      const tried = await post(this.address, { moves: [...this.moves, step.text] });
      await this.take(tried);
    } catch (error) {
      this.busy = false;
      await this.board.show(this.scene, {});
      this.draw(this.slip(plainWords(error)));
    }
  }

  get address() {
    return `/api/games/${this.title.id}/puzzles/${this.puzzle.number}`;
  }

  /** @param {PuzzleTried} tried */
  async take(tried) {
    const { answer, taken, scene, reply } = tried;
    const goesOn = answer === "unfinished";
    this.moves.push(taken.step);
    await this.board.show(scene, { last: [taken], moves: [taken], mayTouch: goesOn });
    this.scene = scene;
    if (goesOn) {
      this.busy = false;
      return this.draw();
    }
    if (answer === "solved") return this.succeed(tried);
    if (reply.length > 0) await sleep(PAUSE);
    await this.play(reply, answer === "right");
    this.busy = false;
    if (answer === "wrong") {
      this.state = "wrong";
      const shown = reply.length > 0 ? " The other answers so." : "";
      this.draw(this.slip(`That does not win in time.${shown}`));
      this.focus("take-it-back");
      return speak(`That does not win in time.${shown} Take it back, button.`, true);
    }
    this.turnsDone += 1;
    this.hints = 0;
    this.turnStart = { scene: this.scene, moves: this.moves.length };
    this.draw(h("p", { class: "how" }, icon("i-goal"), h("span", {}, "Right. Go on.")));
    speak(`Right. ${reply.map(({ taken: step }) => step.says).join(" ")} Your turn.`);
  }

  /** Shows steps one after the other. @param {PuzzleStep[]} steps @param {boolean} mayTouch after the last */
  async play(steps, mayTouch) {
    const shown = steps.map(({ taken }) => taken);
    for (const [nth, { taken, scene }] of steps.entries()) {
      const last = nth === steps.length - 1;
      await this.board.show(scene, { last: shown.slice(0, nth + 1), moves: [taken], mayTouch: last && mayTouch });
      this.moves.push(taken.step);
      this.scene = scene;
    }
  }

  /** @param {PuzzleTried} tried */
  succeed(tried) {
    this.state = "solved";
    this.busy = false;
    this.turnsDone = this.puzzle.turns;
    rememberPuzzle(this.title.id, this.puzzle.key, "solved");
    const words = clean(tried.words);
    const inARow = streak();
    this.draw(
      h(
        "div",
        { class: "good" },
        icon("i-seal"),
        h("b", {}, "Solved."),
        h("p", {}, words, inARow > 1 ? h("small", {}, ` Streak: ${inARow} in a row.`) : null),
      ),
    );
    this.focus("next");
    speak(`Solved. ${words} ${this.following === null ? "" : "Next, button."}`);
  }

  /** @param {number[]} clicks */
  async why(clicks) {
    if (this.busy || this.state !== "open") return;
    const body = { options: this.puzzle.options, position: this.scene.position, clicks };
    try {
      const answer = await this.refusals.ask(() => post(`/api/games/${this.title.id}/why`, body));
      const problem = answer?.value.refusal;
      const site = clicks[clicks.length - 1];
      const cell = site === undefined ? null : this.board.cells?.get(site);
      if (!problem || !cell) return;
      this.board.cross(/** @type {number} */ (site));
      this.bubble.open(cell, this.board.markedCells(), {}, clean(problem.words));
      speak(`${clean(problem.words)} Nothing has moved.`, true);
    } catch (error) {
      this.draw(this.slip(plainWords(error)));
    }
  }

  /** @param {string} words */
  slip(words) {
    return h("p", { class: "how" }, icon("hand"), h("span", {}, words));
  }

  async takeBack() {
    if (this.state !== "wrong") return;
    this.state = "open";
    this.moves.length = this.turnStart.moves;
    this.scene = this.turnStart.scene;
    await this.board.show(this.scene, {});
    this.draw();
    this.board.svg.focus();
  }

  // --- help -------------------------------------------------------------------------------------------

  async solve() {
    this.solution ??= await get(`${this.address}/solution`);
    return /** @type {PuzzleSolution} */ (this.solution);
  }

  /** Which man, then where to; only as long as the solution was followed. */
  async hint() {
    if (this.state !== "open" || this.busy) return;
    const { steps } = await this.solve();
    const follows = this.moves.every((step, nth) => steps[nth]?.taken.step === step);
    const next = follows ? steps[this.moves.length]?.taken : undefined;
    const legal = this.scene.steps.find((step) => step.text === next?.step);
    if (!legal || legal.clicks.length === 0) return this.draw(this.slip("Look for what the other must answer."));
    this.hints += 1;
    this.board.hint(legal.clicks.slice(0, this.hints));
    const names = legal.clicks.slice(0, this.hints).map((site) => this.board.placeName(site));
    this.draw(h("p", { class: "hint3" }, h("small", {}, "Hint"), `Look at ${names.join(", then ")}.`));
    speak(`Look at ${names.join(", then ")}.`);
  }

  async reveal() {
    if (this.state !== "open" || this.busy) return;
    const { solved } = solvedOf(this.title.id);
    const standing = streak() > 0 && !solved.includes(this.puzzle.key);
    if (standing && !(await confirm(`Your streak of ${streak()} ends with that.`, "Show the solution", "Go on trying")))
      return;
    const { words } = await this.solve();
    this.state = "shown";
    rememberPuzzle(this.title.id, this.puzzle.key, "shown");
    this.shownStep = 0;
    await this.step(1);
    speak(`The solution. ${clean(words)} The arrow keys step through it.`);
  }

  /** Through the solution. @param {number} by */
  async step(by) {
    const { steps, words } = await this.solve();
    this.shownStep = Math.max(0, Math.min(steps.length, this.shownStep + by));
    const at = steps[this.shownStep - 1];
    await this.board.show(at?.scene ?? this.puzzle.scene, {
      last: at ? [at.taken] : [],
      moves: at && by > 0 ? [at.taken] : [],
      mayTouch: false,
    });
    const item = (/** @type {PuzzleStep} */ { taken }, /** @type {number} */ nth) =>
      h(
        "li",
        { class: nth + 1 === this.shownStep ? "now" : null },
        h(
          "button",
          { type: "button", class: "step", onclick: () => this.step(nth + 1 - this.shownStep) },
          h("b", {}, taken.step),
          " ",
          h("span", {}, taken.says),
        ),
      );
    this.draw(h("ol", { class: "step-list solution" }, ...steps.map(item)), h("p", {}, clean(words)));
    if (at) speak(at.taken.says);
  }

  next() {
    if (this.following !== null) location.href = `/puzzles/${this.title.id}/${this.following}`;
  }

  /** @param {string} act */
  focus(act) {
    const button = this.keys.querySelector(`[data-act="${act}"]`);
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (typing(event)) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      h: () => this.hint(),
      r: () => this.reveal(),
      n: () => this.next(),
      u: () => this.takeBack(),
      f: () => this.board.turn({ flipped: !this.board.flipped }),
      Escape: () => {
        this.bubble.close();
        this.choosing = null;
        if (!this.board.back()) this.board.drawMarks();
        this.drawChoices();
      },
      Enter: () => (this.state === "wrong" ? this.takeBack() : this.board.finish()),
    };
    if (this.state === "shown") {
      keys.ArrowRight = () => this.step(1);
      keys.ArrowLeft = () => this.step(-1);
    }
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const pressed = event.target instanceof Element && event.target.closest("button, a") !== null;
    if (!act || (event.key === "Enter" && pressed)) return;
    event.preventDefault();
    act();
  }
}

export async function open() {
  const [, , game = "", number = ""] = location.pathname.split("/");
  const { games } = await get("/api/puzzles");
  const row = games.find((/** @type {import("./types.d.ts").GamePuzzles} */ one) => one.game === game);
  const puzzles = row?.puzzles ?? [];
  const chosen = number === "" ? (nextOf(game, puzzles) ?? 1) : Number(number);
  /** @type {[Title, PuzzleTask]} */
  const [title, puzzle] = await Promise.all([get(`/api/games/${game}`), get(`/api/games/${game}/puzzles/${chosen}`)]);
  const rest = [...puzzles.keys()].map((nth) => nth + 1);
  const { solved } = solvedOf(game);
  const open = (/** @type {number} */ one) => !solved.includes(puzzles[one - 1]?.key ?? "");
  const following = [...rest.slice(chosen), ...rest.slice(0, chosen - 1)].find(open) ?? null;
  await new PuzzlePage(title, puzzle, following).begin();
}
