// A puzzle: find the turns that win by force. Every turn is judged by the server, which also answers for the other side.

import { get, post, query } from "./api.js";
import { h } from "./dom.js";
import { bar, confirm, fill, keyButton, plainWords, runKey, speak } from "./page.js";
import { clean } from "./play.js";
import { nextOf, rememberPuzzle, solvedOf, starWords, streak, tally } from "./progress.js";
import { TaskPage } from "./task-page.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").PuzzleTask} PuzzleTask */
/** @typedef {import("./types.d.ts").PuzzleTried} PuzzleTried */
/** @typedef {import("./types.d.ts").PuzzleStep} PuzzleStep */
/** @typedef {import("./types.d.ts").PuzzleSolution} PuzzleSolution */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Scene} Scene */

/** How long the other side waits before it answers. */
const PAUSE = 500;

/** Where a step has led to. @param {import("./types.d.ts").Taken | undefined} taken */
const landing = (taken) => taken?.beats.flat().findLast(({ type, to }) => to !== undefined && type !== "take")?.to;

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

class PuzzlePage extends TaskPage {
  /** @param {Title} title @param {PuzzleTask} puzzle @param {number | null} following */
  constructor(title, puzzle, following) {
    super(title, "Puzzle");
    this.puzzle = puzzle;
    /** The puzzle to go to afterwards. */
    this.following = following;
    this.scene = puzzle.scene;
    /** Steps of both sides so far. @type {string[]} */
    this.moves = [];
    /** Where the solver's turn began: the scene, and how many steps there were. */
    this.turnStart = { scene: puzzle.scene, moves: 0 };
    this.turnsDone = 0;
    /** The solver's turns as they were written, the last one right or wrong. @type {string[]} */
    this.turns = [];
    /** @type {"open" | "wrong" | "solved" | "shown"} */
    this.state = "open";
    this.hints = 0;
    /** The solution, once it was asked for. @type {PuzzleSolution | null} */
    this.solution = null;
    this.shownStep = 0;
    this.main.classList.add("puzzle");
    this.foot = h("p", { class: "puzzle-foot" });
    this.main.append(this.foot);
    this.build();
  }

  get own() {
    return this.title.seats[this.puzzle.seat - 1] ?? "";
  }

  get goal() {
    const { turns } = this.puzzle;
    return `${this.own} to win in ${turns} ${turns === 1 ? "turn" : "turns"}`;
  }

  /** That only puzzles are gone through which end alike, with the way to all of them. */
  alike() {
    if (like === null) return null;
    const all = h("a", { href: `/puzzles/${this.title.id}` }, "all puzzles");
    return h("span", {}, " won by ", this.ruleLink(like), ", or ", all);
  }

  build() {
    const { title, puzzle } = this;
    document.title = `${this.goal}: ${title.name}, puzzle ${puzzle.number} – Parlour`;
    fill(
      bar({
        game: title,
        more: "a puzzle",
        goal: title.goals?.[puzzle.seat - 1] ?? title.goals?.[0],
        links: [["All puzzles", "/puzzles"]],
      }),
      this.main,
    );
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
      const isNow = nth === this.turnsDone && this.state !== "shown";
      const state = nth < this.turnsDone ? "done" : isNow ? "now" : "open";
      const turn = this.turns[nth];
      const now = this.state === "wrong" ? `${turn} ?` : "your move";
      const words = { done: turn, now, open: nth === puzzle.turns - 1 ? "and won" : "" }[state];
      return h("li", { class: `slot slot-${state}` }, h("b", {}, String(nth + 1)), h("span", {}, words));
    };
    const stars = h("span", { class: "stars", role: "img", "aria-label": starWords(puzzle.stars) });
    stars.textContent = "★★★".slice(0, puzzle.stars) + "☆☆☆".slice(puzzle.stars);
    this.say.replaceChildren(
      h("p", { class: "kicker" }, `Puzzle ${puzzle.number} of ${puzzle.of} `, stars, this.alike()),
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
    this.drawAnswer(...words);
    this.drawKeys();
    this.drawFoot();
    document.body.dataset.puzzle = this.state;
    document.body.dataset.position = this.scene.position;
  }

  /** The streak as strokes, and how many of this game are solved. */
  drawFoot() {
    const solved = solvedOf(this.title.id).solved.length;
    this.foot.replaceChildren(
      h("b", {}, "Streak "),
      tally(streak()),
      h("span", { class: "visually-hidden" }, "solved in a row"),
      h("span", {}, `${solved} of ${this.puzzle.of} solved`),
    );
  }

  drawKeys() {
    const open = this.state === "open";
    const shown = this.state === "shown";
    const over = this.state === "solved" || shown;
    const step = (
      /** @type {string} */ words,
      /** @type {string} */ key,
      /** @type {number} */ by,
      /** @type {boolean} */ able,
    ) => keyButton(words, key, () => this.step(by).then(() => this.focus(words.toLowerCase())), { able });
    const help = shown
      ? [
          step("Back", "←", -1, this.shownStep > 0),
          step("Forward", "→", 1, this.shownStep < (this.solution?.steps.length ?? 0)),
        ]
      : [
          keyButton("Hint", "H", () => this.hint(), { drawing: "i-hint", able: open && this.hints < 2 }),
          this.state === "wrong"
            ? keyButton("Take it back", "U", () => this.takeBack(), { drawing: "i-back", first: true })
            : keyButton("Reveal", "R", () => this.reveal(), { drawing: "i-eye", able: open }),
        ];
    this.keys.replaceChildren(
      ...help,
      keyButton("Next", "N", () => this.next(), {
        drawing: "i-next",
        able: this.following !== null,
        first: over && this.following !== null,
      }),
    );
  }

  // --- trying -----------------------------------------------------------------------------------------

  get isOpen() {
    return !this.busy && this.state === "open";
  }

  /** @param {LegalStep} step */
  async submit(step) {
    await this.take(await post(this.address, { moves: [...this.moves, step.text] }));
  }

  restore() {
    return this.board.show(this.scene, {});
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
    const turn = this.moves.slice(this.turnStart.moves).join(" ");
    this.turns[this.turnsDone] = turn;
    if (answer === "solved") return this.succeed(tried);
    if (reply.length > 0) await sleep(PAUSE);
    await this.play(reply, answer === "right");
    this.busy = false;
    if (answer === "wrong") {
      this.state = "wrong";
      const last = reply[reply.length - 1]?.taken;
      const words = `${turn} does not win in time. ${last?.says ?? ""}`;
      const cell = this.board.cells.get(landing(last) ?? -1);
      const seen = (last?.beats.flat() ?? []).flatMap(({ from = -1, over = -1 }) => [from, over]);
      const keepFree = seen.flatMap((site) => this.board.cells.get(site) ?? []);
      this.draw();
      if (cell) this.bubble.open(cell, keepFree, { mild: true }, words);
      this.drawNote(cell ? "Take it back, and look for another turn." : words);
      this.focus("take-it-back");
      return speak(`${words} Take it back, button.`, true);
    }
    this.turnsDone += 1;
    this.hints = 0;
    this.turnStart = { scene: this.scene, moves: this.moves.length };
    this.draw();
    this.drawNote("Right. Go on.");
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
    this.draw();
    const site = landing(tried.taken);
    if (site !== undefined) this.board.stampMark("seal", site);
    this.drawGood("Solved.", words, inARow > 1 ? h("small", {}, ` Streak: ${inARow} in a row.`) : null);
    this.focus("next");
    speak(`Solved. ${words} ${this.following === null ? "" : "Next, button."}`);
  }

  /** @param {number[]} clicks */
  async why(clicks) {
    if (!this.isOpen) return;
    const body = { options: this.puzzle.options, position: this.scene.position, clicks };
    try {
      const answer = await this.requests.ask(() => post(`/api/games/${this.title.id}/why`, body));
      if (answer?.value.refusal) this.refuse(clicks, answer.value.refusal);
    } catch (error) {
      this.drawNote(plainWords(error));
    }
  }

  async takeBack() {
    if (this.state !== "wrong") return;
    this.state = "open";
    this.quiet();
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
    if (!this.isOpen) return;
    const { length } = this.moves;
    const { steps } = await this.solve();
    // Whoever has gone on meanwhile wants no hint for what was before.
    if (!this.isOpen || this.moves.length !== length) return;
    const follows = this.moves.every((step, nth) => steps[nth]?.taken.step === step);
    const next = follows ? steps[length]?.taken : undefined;
    const legal = this.scene.steps.find((step) => step.text === next?.step);
    if (!legal || legal.clicks.length === 0) return this.drawNote("Look for what the other must answer.");
    this.hints += 1;
    const sites = legal.clicks.slice(0, this.hints);
    this.board.hint(sites);
    this.drawHint(`Look at ${sites.map((site) => this.board.placeName(site)).join(", then ")}.`);
    this.drawKeys();
  }

  async reveal() {
    if (!this.isOpen) return;
    const { solved } = solvedOf(this.title.id);
    const standing = streak() > 0 && !solved.includes(this.puzzle.key);
    if (standing && !(await confirm(`Your streak of ${streak()} ends with that.`, "Show the solution", "Go on trying")))
      return;
    const { words } = await this.solve();
    if (!this.isOpen) return;
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
          { class: "step", onclick: () => this.step(nth + 1 - this.shownStep) },
          h("b", {}, taken.step),
          " ",
          h("span", {}, taken.says),
        ),
      );
    this.draw(h("ol", { class: "step-list solution" }, ...steps.map(item)), h("p", {}, clean(words)));
    this.answer.querySelector(".now")?.scrollIntoView({ block: "nearest" });
    if (at) speak(at.taken.says);
  }

  next() {
    if (this.following !== null) location.href = `/puzzles/${this.title.id}/${this.following}${query({ like })}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => void>} */
    const solution = this.state === "shown" ? { ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1) } : {};
    runKey(event, {
      h: () => this.hint(),
      r: () => this.reveal(),
      n: () => this.next(),
      u: () => this.takeBack(),
      f: () => this.board.flip(),
      Escape: () => this.escape(),
      Enter: () => (this.state === "wrong" ? this.takeBack() : this.board.finish()),
      ...solution,
    });
  }
}

/** The clause by which the puzzles end that somebody goes through; null if it is all of them. */
const like = new URLSearchParams(location.search).get("like");

export async function open(game = "", number = "") {
  const { games } = await get("/api/puzzles");
  const row = games.find((/** @type {import("./types.d.ts").GamePuzzles} */ one) => one.game === game);
  /** @type {import("./types.d.ts").PuzzleEntry[]} */
  const puzzles = row?.puzzles ?? [];
  const fits = (/** @type {number} */ nth) => like === null || puzzles[nth - 1]?.clause === like;
  const numbers = puzzles.map((_, nth) => nth + 1);
  const { solved } = solvedOf(game);
  const open = (/** @type {number} */ nth) => fits(nth) && !solved.includes(puzzles[nth - 1]?.key ?? "");
  const first = like === null ? nextOf(game, puzzles) : (numbers.find(open) ?? numbers.find(fits));
  const chosen = number === "" ? (first ?? 1) : Number(number);
  /** @type {[Title, PuzzleTask]} */
  const [title, puzzle] = await Promise.all([get(`/api/games/${game}`), get(`/api/games/${game}/puzzles/${chosen}`)]);
  const following = [...numbers.slice(chosen), ...numbers.slice(0, chosen - 1)].find(open) ?? null;
  await new PuzzlePage(title, puzzle, following).begin();
}
