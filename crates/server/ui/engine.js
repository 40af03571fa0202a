// The engine beside a study: off until it is asked for, then it reads on in the background and follows the board. What it
// thinks is said in words first, then in chances of a hundred, and its lines are drawn as darts.

import { keep, kept, Latest, plainQuery } from "./api.js";
import { h, s } from "./dom.js";
import { picture } from "./draw.js";
import { speak } from "./page.js";
import { listen } from "./stream.js";

/** @typedef {import("./analyse.js").Study} Study */
/** @typedef {import("./types.d.ts").Idea} Idea */
/** @typedef {import("./types.d.ts").Ideas} Ideas */

const LETTERS = /** @type {const} */ (["a", "b", "c"]);
/** A verdict is spoken no more often than this. */
const SPOKEN_EVERY = 3000;
/** How long to wait before asking a busy house again. */
const AGAIN_AFTER = 5000;
/** How many turns ahead a line is shown. */
const PREVIEWED = 5;

export class EngineLine {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.on = false;
    /** @type {AbortController | null} */
    this.listening = null;
    /** @type {number | undefined} */
    this.again = undefined;
    this.spoken = { words: "", at: 0 };
    this.scale = h("div", { class: "scale", role: "img", "aria-label": "Winning chances: the engine is off" });
    this.verdict = h("p", {});
    this.lines = h("ol", { class: "ideas", "aria-label": "The engine’s lines" });
    this.whole = h("div", { class: "turn-card" });
    this.button = h(
      "button",
      { class: "switch", role: "switch", "aria-checked": "false", onclick: () => this.toggle() },
      h("i", { "aria-hidden": "true" }),
      h("span", {}, "Engine"),
      h("kbd", {}, "E"),
    );
    this.panel = h("div", { class: "verdict" }, this.verdict, this.button);
    /** The lines that stand there now. @type {Idea[]} */
    this.ideas = [];
    /** A small board: where a line leads that somebody rests on. */
    this.preview = h("figure", { class: "line-preview", hidden: true, "aria-hidden": "true" });
    this.previews = new Latest();
    /** @type {Idea | undefined} */
    this.rested = undefined;
    const rest = (/** @type {Event} */ event) => this.rest(event.target);
    for (const kind of ["pointerover", "focusin"]) this.lines.addEventListener(kind, rest);
    for (const kind of ["pointerleave", "focusout"]) this.lines.addEventListener(kind, () => this.rest(null));
    this.say("The engine is off.", "Switch it on to see what it thinks.");
    this.drawScale(null);
  }

  /** On, if it was on when somebody last studied here. */
  begin() {
    if (kept("engine", false)) this.toggle();
  }

  toggle() {
    this.on = !this.on;
    keep("engine", this.on);
    this.button.setAttribute("aria-checked", String(this.on));
    this.clear();
    if (this.on) this.follow();
    else {
      this.close();
      this.say("The engine is off.", "");
      this.drawScale(null);
    }
  }

  clear() {
    this.rest(null);
    this.lines.replaceChildren();
    this.whole.replaceChildren();
    this.study.board.showDarts([]);
  }

  close() {
    clearTimeout(this.again);
    this.listening?.abort();
    this.listening = null;
  }

  /** @param {string} words @param {string} more */
  say(words, more) {
    const [lead = "", rest = ""] = splitVerdict(words);
    this.verdict.replaceChildren(h("b", {}, lead), rest, more ? h("small", {}, more) : "");
  }

  /** The board has changed: reads on there, if it is on. */
  follow() {
    if (!this.on) return;
    this.close();
    this.clear();
    const { study } = this;
    const { scene } = study.board;
    if (!scene || scene.status.type === "over") {
      this.say("The game is over here.", "");
      return;
    }
    const { at } = study;
    const listening = new AbortController();
    this.listening = listening;
    const parts = { position: study.position, moves: at.steps.join(" "), lines: "3" };
    const address = `/api/games/${study.title.id}/analysis${plainQuery(study.options, study.title, parts)}`;
    const heard = (/** @type {string} */ name, /** @type {any} */ data) => {
      if (name === "ideas" && study.at === at && this.listening === listening) this.hear(data);
    };
    listen(address, { token: null, signal: listening.signal, heard }).catch((error) => {
      if (listening.signal.aborted || this.listening !== listening) return;
      const busy = error?.status === 503 || error?.status === 429;
      const words = busy ? "The house is busy." : "No answer from the house.";
      const more = busy ? "Others are being answered; trying again in 5 s." : "Your study is safe here.";
      this.say(words, more);
      this.again = setTimeout(() => this.follow(), AGAIN_AFTER);
    });
  }

  /** @param {Ideas} heard */
  hear({ ideas, seat, verdict, thinking }) {
    const [best] = ideas;
    if (!best || seat === null) return;
    const known = best.depth <= 0;
    const state = thinking ? "reading on" : known ? "for certain" : "read to the end of its minute";
    const far = `${best.depth} ${best.depth === 1 ? "turn" : "turns"} ahead, ${best.nodes.toLocaleString("en")} positions`;
    this.say(verdict, known ? "Known for certain." : `${far}; ${state}`);
    if (!thinking && !known) {
      const on = h("button", { class: "line", onclick: () => this.follow() }, h("u", {}, "Read on"));
      this.verdict.querySelector("small")?.append(". ", on);
    }
    this.drawScale(seat === 1 ? best.chance : 1 - best.chance);
    const focused = this.lines.contains(document.activeElement)
      ? [...this.lines.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement))
      : -1;
    this.ideas = ideas.slice(0, 3);
    this.lines.replaceChildren(...this.ideas.map((idea, nth) => this.line(idea, nth)));
    if (focused >= 0) this.lines.querySelectorAll("button")[focused]?.focus();
    this.drawWhole(best);
    this.study.board.showDarts(
      ideas.slice(0, 3).map((idea, nth) => ({
        kind: LETTERS[nth] ?? "c",
        label: (LETTERS[nth] ?? "c").toUpperCase(),
        beats: idea.beats,
      })),
    );
    const now = Date.now();
    const words = `${verdict} Best: ${best.turns[0] ?? ""}.`;
    if (words !== this.spoken.words && now - this.spoken.at > SPOKEN_EVERY) {
      this.spoken = { words, at: now };
      speak(words);
    }
  }

  /** @param {Idea} idea @param {number} nth */
  line(idea, nth) {
    const letter = LETTERS[nth] ?? "c";
    const [first = "", ...rest] = idea.turns.slice(0, 10);
    const number = idea.proved === null ? `${Math.round(idea.chance * 100)} in 100` : idea.words;
    const words = idea.proved === null ? idea.words : "proved";
    return h(
      "li",
      {},
      h("span", { class: `line-coin line-${letter}`, "aria-hidden": "true" }, h("span", {}, letter.toUpperCase())),
      h("span", { class: "worth" }, number, h("small", {}, words)),
      h(
        "button",
        {
          class: "line way-text",
          title: "Play this turn",
          onclick: () => this.study.playLine(idea.line, true),
        },
        h("b", {}, first),
        ` ${rest.join("  ")}`,
      ),
      h(
        "button",
        {
          class: "way-more",
          "aria-label": `Line ${letter.toUpperCase()} into the tree`,
          title: "The whole line as a variation",
          onclick: () => this.study.playLine(idea.line.slice(0, 20)),
        },
        "+",
      ),
    );
  }

  /** Shows where the line that somebody points at or has come to leads, a few turns on. @param {EventTarget | null} target */
  async rest(target) {
    const row = target instanceof Element ? target.closest("li") : null;
    const idea = row ? this.ideas[[...this.lines.children].indexOf(row)] : undefined;
    if (idea && idea.line.join() === this.rested?.line.join()) return;
    this.rested = idea;
    this.preview.hidden = true;
    this.previews.drop();
    if (!idea || !row) return;
    const { study } = this;
    const { at } = study;
    try {
      const answer = await this.previews.ask(() => study.ask([...at.steps, ...idea.line]));
      if (!answer || study.at !== at) return;
      const { turns, scenes, taken } = answer.value;
      const own = turns.slice(turnsUntil(turns, at.line.length)).slice(0, PREVIEWED);
      const steps = own.reduce((sum, turn) => sum + turn.steps.length, 0);
      const scene = scenes?.[Math.min(taken.length, at.line.length + steps)];
      if (!scene) return;
      const { title, board } = study;
      const words = `After ${own.map(({ text }) => text).join("  ")}`;
      const drawing = picture(title.id, title.board, scene.pieces, { label: "", lie: { flipped: board.flipped } });
      this.preview.replaceChildren(drawing, h("figcaption", {}, words));
      this.preview.style.setProperty("--y", `${row.getBoundingClientRect().bottom + 6}px`);
      this.preview.hidden = false;
    } catch {
      // A line that cannot be shown ahead is still there to be read.
    }
  }

  /** A turn of several steps, in the order of its numbers. @param {Idea} best */
  drawWhole(best) {
    if (best.says.length < 2) {
      this.whole.replaceChildren();
      return;
    }
    this.whole.replaceChildren(
      h("h2", {}, "Line A, this turn whole"),
      h("ol", {}, ...best.says.map((words) => h("li", {}, words))),
    );
  }

  /** The first seat's chance as a standing bar, or a lying one on phones. @param {number | null} chance */
  drawScale(chance) {
    const { seats } = this.study.title;
    this.scale.hidden = seats.length !== 2;
    if (seats.length !== 2) return;
    const [first = "", second = ""] = seats;
    const part = chance ?? 0.5;
    const [own, other] = [Math.round(part * 100), 100 - Math.round(part * 100)];
    const label =
      chance === null ? "Winning chances: the engine is off" : `${first} wins ${own} in 100, ${second} ${other} in 100`;
    this.scale.setAttribute("aria-label", label);
    this.scale.classList.toggle("scale-off", chance === null);
    const cut = 716 * (1 - part);
    const numbers = chance === null ? ["", ""] : [String(own), String(other)];
    this.scale.replaceChildren(
      s(
        "svg",
        { class: "standing-bar", viewBox: "0 0 34 716", preserveAspectRatio: "none", "aria-hidden": "true" },
        s("rect", { class: "swing-other", width: 34, height: 716 }),
        s("rect", { class: "swing-own", y: cut, width: 34, height: 716 - cut }),
        s("path", { class: "scale-cut", d: `M0 ${cut}H34` }),
        s("rect", { class: "swing-edge", x: 0.7, y: 0.7, width: 32.6, height: 714.6 }),
        s("text", { class: "scale-second", x: 17, y: 22 }, numbers[1] ?? ""),
        s("text", { class: "scale-first", x: 17, y: 706 }, numbers[0] ?? ""),
        s("text", { class: "scale-name scale-second", transform: "translate(21 80) rotate(-90)" }, second),
        s("text", { class: "scale-name scale-first", transform: "translate(21 636) rotate(-90)" }, first),
      ),
      s(
        "svg",
        { class: "lying-bar", viewBox: "0 0 378 26", preserveAspectRatio: "none", "aria-hidden": "true" },
        s("rect", { class: "swing-other", width: 378, height: 26 }),
        s("rect", { class: "swing-own", width: 378 * part, height: 26 }),
        s("path", { class: "scale-cut", d: `M${378 * part} 0V26` }),
        s("rect", { class: "swing-edge", x: 0.7, y: 0.7, width: 376.6, height: 24.6 }),
      ),
      h(
        "p",
        { class: "lying-words", "aria-hidden": "true" },
        h("span", {}, `${first} ${numbers[0] ?? ""}`),
        h("span", {}, `${numbers[1] ?? ""} ${second}`),
      ),
    );
  }
}

/** How many turns were played within so many steps. @param {{steps: string[]}[]} turns @param {number} steps */
function turnsUntil(turns, steps) {
  let [count, left] = [0, steps];
  while (left > 0 && turns[count]) {
    left -= turns[count]?.steps.length ?? 0;
    count += 1;
  }
  return count;
}

/** The words, and the number after them. @param {string} verdict */
function splitVerdict(verdict) {
  const comma = verdict.indexOf(", ");
  return comma < 0 ? [verdict, ""] : [verdict.slice(0, comma + 1), verdict.slice(comma + 1)];
}
