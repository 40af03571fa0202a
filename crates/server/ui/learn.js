// A lesson: one position after the other, each with one thing to do. What is tried is judged by the server; the page
// shows what happened and says the lesson's words.

import { get, post, query, sitDownAt } from "./api.js";
import { stepList } from "./choices.js";
import { h, icon, ownHtml, s } from "./dom.js";
import { bar, dialog, fill, goalIn, keyButton, plainWords, runKey, speak, typing } from "./page.js";
import { clean } from "./play.js";
import { progressOf, remember } from "./progress.js";
import { TaskPage } from "./task-page.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").Lesson} Lesson */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Tried} Tried */
/** @typedef {import("./types.d.ts").Scene} Scene */

/** How long a step that was not asked for is seen before it goes back. */
const SEEN = 1600;

class LessonPage extends TaskPage {
  /** @param {Title} title @param {Lesson} lesson */
  constructor(title, lesson) {
    super(title, "Lesson");
    this.lesson = lesson;
    /** The task on the board, counted from 1; one more than there are: the end. */
    this.number = 1;
    /** The steps of this task that were right so far. @type {string[]} */
    this.done = [];
    /** @type {Scene | null} */
    this.scene = null;
    this.right = false;
    this.wrong = 0;
    this.strength = 0;
    /** @type {(() => void) | null} */
    this.hurry = null;
    this.list = h("nav", { class: "lesson-list", "aria-label": "In this lesson" });
    this.shown = false;
    this.build();
  }

  get count() {
    return this.lesson.tasks.length;
  }

  get task() {
    return this.lesson.tasks[this.number - 1];
  }

  build() {
    const { title } = this;
    this.main.append(this.list);
    const goal = this.goal();
    const top = bar({ game: title, more: "a lesson", goal });
    this.main.prepend(goalIn(goal));
    fill(top, this.main);
    addEventListener("popstate", () => this.open(numberInAddress(this.count) ?? 1, false));
  }

  /** Which side the learner plays. */
  side() {
    const { seats } = this.title;
    return seats.length > 1 ? `: you play ${seats[(this.task?.seat ?? 1) - 1]}` : "";
  }

  goal() {
    const seat = this.task?.seat ?? 1;
    return this.title.goals?.[seat - 1] ?? this.title.goals?.[0] ?? "";
  }

  // --- from task to task ------------------------------------------------------------------------------

  /** @param {number} number @param {boolean} [written] whether the address should say so */
  async open(number, written = true) {
    this.hurry?.();
    this.number = Math.max(1, Math.min(this.count + 1, number));
    this.done = [];
    this.right = false;
    this.busy = false;
    this.wrong = 0;
    this.strength = 0;
    this.choosing = null;
    this.requests.drop();
    this.bubble.close();
    if (written) history.replaceState(null, "", `/learn/${this.title.id}/${this.number}`);
    this.main.classList.toggle("lesson-done", this.number > this.count);
    const { task } = this;
    if (!task) return this.drawEnding();
    document.title = `${task.heading}: ${this.title.name}, a lesson – Parlour`;
    for (const goal of document.querySelectorAll(".goal > span")) {
      goal.replaceChildren(h("span", { class: "visually-hidden" }, "The goal: "), this.goal());
    }
    this.scene = task.scene;
    this.board.turn({ flipped: task.seat === 2 || task.seat === 3 });
    await this.board.show(task.scene, {});
    this.drawTask(task.html, task.because);
    this.drawAnswer();
    this.drawKeys();
    this.drawList();
    if (this.number === 1 && task.hint.man !== null) this.board.hint([task.hint.man]);
    speak(`Lesson, ${this.number} of ${this.count}: ${task.heading}. ${plain(task.html)} ${task.because}`);
    document.body.dataset.task = String(this.number);
  }

  /** @param {string} html @param {string} because */
  drawTask(html, because) {
    this.say.replaceChildren(
      h("p", { class: "kicker" }, `Lesson, ${this.number} of ${this.count}${this.side()}`),
      h("h1", {}, this.task?.heading ?? ""),
      h("div", { class: "do" }, ownHtml(html)),
      h("p", { class: "because" }, because),
    );
  }

  drawKeys() {
    const hint = this.strength > 0 && this.strength < 3 ? "More" : "Hint";
    const open = !this.right;
    this.keys.replaceChildren(
      keyButton(hint, "H", () => this.hint(), { drawing: "i-hint", able: open && this.strength < 3 }),
      keyButton("Skip", "S", () => this.skip(), { drawing: "i-skip", able: open }),
      this.right
        ? keyButton("Next", "Enter", () => this.next(), { first: true })
        : keyButton("Show me", "M", () => this.showMe(), { drawing: "i-eye" }),
    );
  }

  drawList() {
    const { done, passed } = progressOf(this.title.id);
    const item = (/** @type {import("./types.d.ts").Task} */ task, /** @type {number} */ nth) => {
      const number = nth + 1;
      const now = number === this.number;
      const state = now ? "now" : done.includes(number) ? "done" : passed.includes(number) ? "passed" : "todo";
      const words = { now: "now", done: "done", passed: "skipped", todo: "" }[state];
      const onclick = (/** @type {Event} */ event) => {
        event.preventDefault();
        this.open(number);
      };
      return h(
        "li",
        { class: state },
        h(
          "a",
          { href: `/learn/${this.title.id}/${number}`, "aria-current": now ? "step" : null, onclick },
          dot(state),
          h("span", {}, task.heading),
          h("small", {}, words),
        ),
      );
    };
    this.list.replaceChildren(
      h("h2", {}, "In this lesson"),
      h("ol", { class: "dots" }, ...this.lesson.tasks.map(item)),
    );
  }

  // --- trying -----------------------------------------------------------------------------------------

  get isOpen() {
    return !this.busy && !this.right;
  }

  quiet() {
    super.quiet();
    this.hurry?.();
  }

  /** @param {object} tried */
  judge(tried) {
    const body = { done: this.done, ...tried };
    return this.requests.ask(() => post(`/api/games/${this.title.id}/lesson/${this.number}`, body));
  }

  /** @param {LegalStep} step */
  async submit(step) {
    const answer = await this.judge({ step: step.text });
    if (answer) await this.take(answer.value, step);
  }

  async restore() {
    if (this.scene) await this.board.show(this.scene, {});
  }

  /** @param {Tried} tried @param {LegalStep} step */
  async take(tried, step) {
    const { scene, taken } = tried;
    if (!scene || !taken) {
      this.busy = false;
      await this.restore();
      this.wrong += 1;
      return this.refuse(step.clicks, tried);
    }
    const goesOn = tried.answer === "on";
    this.requests.drop();
    await this.board.show(scene, { last: [taken], moves: [taken], mayTouch: goesOn });
    this.busy = false;
    if (tried.answer === "not") return this.allowed(tried, step);
    this.strength = 0;
    if (goesOn) {
      this.done.push(taken.step);
      this.scene = scene;
      this.drawTask(tried.html, "");
      this.drawAnswer();
      this.drawKeys();
      speak(plain(tried.html));
      return this.forced(scene);
    }
    this.succeed(tried, step);
  }

  /** A continuation without a choice is played by the page, as at a table. @param {Scene} scene */
  forced(scene) {
    const [only, ...others] = scene.steps;
    const { number } = this;
    if (!only || others.length > 0 || only.clicks.length > 0) return;
    setTimeout(() => {
      if (this.number === number && this.scene === scene && !this.busy) this.attempt(only);
    }, 450);
  }

  /** @param {Tried} tried @param {LegalStep} step */
  succeed(tried, step) {
    this.right = true;
    remember(this.title.id, this.number, this.shown ? "passed" : "done");
    const site = step.clicks[step.clicks.length - 1];
    if (site !== undefined) this.board.stampMark("seal", site);
    this.drawGood("Right.", ownHtml(clean(tried.words)), " ", h("small", {}, this.ruleLink(tried.clause)));
    this.drawKeys();
    this.drawList();
    this.focus("next");
    speak(`Right. ${clean(tried.words)} Next, button.`);
    document.body.dataset.right = String(this.number);
  }

  /** The step happened, but it was not asked for: it is seen, then it goes back. @param {Tried} tried @param {LegalStep} step */
  async allowed(tried, step) {
    this.wrong += 1;
    const words = clean(tried.words);
    const site = step.clicks[step.clicks.length - 1];
    const cell = site === undefined ? null : this.board.cells.get(site);
    if (cell) this.bubble.open(cell, [], { mild: true }, words);
    this.drawNote(cell ? "Allowed, but not what is asked for. It goes back." : words);
    speak(`${words} Nothing has moved.`, true);
    this.busy = true;
    await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      this.hurry = resolve;
      setTimeout(resolve, SEEN);
    });
    this.hurry = null;
    this.busy = false;
    if (this.right) return;
    await this.restore();
    this.drawNote(cell ? "Nothing has moved. Try another way, or ask for a hint." : words);
  }

  /** @param {number[]} clicks */
  async why(clicks) {
    if (!this.isOpen) return;
    try {
      const answer = await this.judge({ clicks });
      if (!answer || answer.value.answer === "begun") return;
      this.wrong += 1;
      this.refuse(clicks, answer.value);
    } catch (error) {
      this.drawNote(plainWords(error));
    }
  }

  // --- help -------------------------------------------------------------------------------------------

  /** Which man, where to, why: once more for more of it. */
  hint() {
    const { task } = this;
    if (!task || this.right || this.strength >= 3) return;
    const { man, to, why } = task.hint;
    const begun = this.done.length > 0;
    this.strength += 1;
    if (begun || man === null) this.strength = 3;
    else if (this.strength === 2 && to === null) this.strength = 3;
    const sites = begun ? [] : [man, to].filter((site) => site !== null).slice(0, this.strength);
    this.bubble.close();
    this.board.hint(sites);
    const place = (/** @type {number | null} */ site) => (site === null ? "" : this.board.placeName(site));
    const words =
      this.strength === 1 ? `Look at ${place(man)}.` : this.strength === 2 ? `And then at ${place(to)}.` : why;
    this.drawHint(words);
    this.drawKeys();
  }

  skip() {
    if (this.right) return;
    remember(this.title.id, this.number, "passed");
    this.next();
  }

  next() {
    this.open(this.number + 1);
  }

  /** Plays what is asked for, slowly. */
  async showMe() {
    const { task, number } = this;
    if (!task || this.right || this.busy) return;
    this.shown = true;
    for (const text of task.solution.slice(this.done.length)) {
      const step = this.scene?.steps.find((legal) => legal.text === text);
      if (!step || this.number !== number) break;
      await this.attempt(step);
    }
    this.shown = false;
  }

  allSteps() {
    const play = (/** @type {LegalStep} */ step) => {
      box.close();
      this.attempt(step);
    };
    const box = dialog("All steps", stepList(this.board.touch.steps, play));
  }

  // --- the end ----------------------------------------------------------------------------------------

  drawEnding() {
    const { title } = this;
    document.title = `You know ${title.name} – Parlour`;
    const alone = title.seats.length === 1;
    const chairs = title.seats.map((_, nth) => (nth === 0 ? { kind: "person" } : { kind: "computer", level: 2 }));
    const trouble = h("p", { class: "trouble", role: "alert" });
    const play = async () => {
      try {
        await sitDownAt(title.id, { options: title.chosen, seats: chairs });
      } catch (error) {
        trouble.textContent = plainWords(error);
      }
    };
    const again = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.open(1);
    };
    const lozenge = () =>
      s(
        "svg",
        { viewBox: "0 0 20 20", "aria-hidden": "true" },
        s("path", { class: "dot-done", d: "M10 4L16 10L10 16L4 10Z" }),
      );
    this.board.show({ ...title.start, steps: [] }, { mayTouch: false });
    this.answer.replaceChildren();
    this.keys.replaceChildren();
    const first = h(
      "button",
      { class: "btn btn-first", "data-act": "play", onclick: play },
      icon("i-play"),
      alone ? "Now solve it" : "Play a gentle opponent",
    );
    const easy = h("a", { class: "btn", href: `/puzzles/${title.id}`, hidden: true }, "Easy puzzles");
    get("/api/puzzles").then(
      ({ games }) => {
        easy.hidden = !games.some((/** @type {{game: string}} */ { game }) => game === title.id);
      },
      () => {},
    );
    this.say.replaceChildren(
      h(
        "div",
        { class: "ending" },
        h("p", { class: "kicker" }, "The lesson is over"),
        h("h1", {}, `You know ${title.name}.`),
        h("ul", {}, ...this.lesson.remember.map((sentence) => h("li", {}, lozenge(), clean(sentence)))),
        h(
          "div",
          { class: "ending-keys" },
          first,
          easy,
          h("a", { class: "btn", href: `/games/${title.id}#rules` }, "The full rules"),
          h("a", { class: "btn", href: `/learn/${title.id}/1`, onclick: again }, icon("i-again"), "Once more"),
        ),
        trouble,
      ),
    );
    this.drawList();
    first.focus({ preventScroll: true });
    document.body.dataset.task = "end";
    speak(`The lesson is over. You know ${title.name}. ${this.lesson.remember.map(clean).join(" ")}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (typing(event)) return;
    this.hurry?.();
    if (this.number > this.count) return;
    runKey(event, {
      h: () => this.hint(),
      s: () => this.skip(),
      m: () => this.showMe(),
      l: () => this.allSteps(),
      f: () => this.board.flip(),
      "[": () => this.open(this.number - 1),
      "]": () => this.open(this.number + 1),
      Escape: () => this.escape(),
      Enter: () => (this.right ? this.next() : this.board.finish()),
    });
  }
}

/** @param {string} html */
const plain = (html) => ownHtml(html).textContent?.trim() ?? "";

/** @param {string} state */
function dot(state) {
  const parts = {
    done: [
      s("path", { class: "dot-done", d: "M10 1L19 10L10 19L1 10Z" }),
      s("path", { class: "dot-tick", d: "M6 10L9 13L14 7" }),
    ],
    now: [
      s("circle", { class: "dot-now", cx: 10, cy: 10, r: 8 }),
      s("circle", { class: "dot-core", cx: 10, cy: 10, r: 3.2 }),
    ],
    passed: [s("path", { class: "dot-skip", d: "M10 2L18 10L10 18L2 10Z" })],
    todo: [s("path", { class: "dot-todo", d: "M10 4L16 10L10 16L4 10Z" })],
  }[state];
  return s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, ...(parts ?? []));
}

/** The task that the address names. @param {number} count */
function numberInAddress(count) {
  const number = Number(location.pathname.split("/")[3]);
  return Number.isInteger(number) && number >= 1 && number <= count + 1 ? number : null;
}

export async function open(game = "") {
  /** @type {[Title, Lesson]} */
  const [title, lesson] = await Promise.all([get(`/api/games/${game}${query({})}`), get(`/api/games/${game}/lesson`)]);
  const page = new LessonPage(title, lesson);
  const { done, passed } = progressOf(game);
  const left = lesson.tasks.findIndex((_, nth) => !done.includes(nth + 1) && !passed.includes(nth + 1));
  await page.open(numberInAddress(lesson.tasks.length) ?? (left < 0 ? 1 : left + 1));
}
