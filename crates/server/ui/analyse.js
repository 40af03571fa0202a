// Study: any position of any game, with the engine when it is asked for. Replays of records are the same
// page with moves already on it. Everything is in the address.

import { get, plainQuery, post, query, Refused, sitDownAt } from "./api.js";
import { TouchBoard } from "./board.js";
import { h, icon } from "./dom.js";
import { boardFiles } from "./files.js";
import { moveTable } from "./moves.js";
import { bar, copyButton, dialog, fill, plainWords, slip, speak, typing } from "./page.js";
import { helpDialog } from "./help.js";
import { clean } from "./play.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").Idea} Idea */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Options} Options */

class Study {
  /** @param {Title} title @param {Options} options @param {string | null} position @param {string} heading */
  constructor(title, options, position, heading) {
    this.title = title;
    this.options = options;
    this.position = position;
    /** All steps on the page, those after the board's included. @type {string[]} */
    this.steps = [];
    /** @type {Line | null} */
    this.line = null;
    /** How many steps the board shows. */
    this.at = 0;
    /** Whether the engine is wanted, and its line to us while it thinks. */
    this.engineOn = false;
    /** @type {EventSource | null} */
    this.engine = null;
    this.board = new TouchBoard(title, {
      play: (step) => this.play(step),
      choose: (steps) => this.choose(steps),
      refused: (clicks) => this.why(clicks),
      changed: () => {
        this.choices.replaceChildren();
        this.say();
      },
    });
    this.build(heading);
  }

  /** @param {string} heading */
  build(heading) {
    this.prompt = h("p", { class: "prompt" });
    this.slip = h("div", {});
    this.choices = h("div", { class: "choices" });
    this.sheet = h("div", { class: "sheet", tabindex: 0, role: "region", "aria-label": "Moves" });
    this.ideas = h("div", { class: "ideas", "aria-live": "off" });
    this.gauge = h(
      "div",
      { class: "gauge", role: "img", "aria-label": "Winning chances: the engine is off", hidden: true },
      h("i"),
      h("b"),
    );
    this.engineButton = h(
      "button",
      { type: "button", class: "btn", "aria-pressed": "false", onclick: () => this.toggleEngine() },
      icon("i-analyse"),
      h("span", {}, "Engine"),
      h("kbd", {}, "E"),
    );
    const go = (/** @type {string} */ drawing, /** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "btn", "aria-label": words, title: words, onclick: act }, icon(drawing));
    const acts = h(
      "div",
      { class: "acts", role: "group", "aria-label": "Actions" },
      go("i-first", "To the start", () => this.show(0)),
      go("i-prev", "One turn back", () => this.show(this.turnBefore())),
      go("i-next", "One turn on", () => this.show(this.turnAfter())),
      go("i-last", "To the end", () => this.show(this.steps.length)),
      this.engineButton,
      go("i-flip", "Flip", () => this.board.turn({ flipped: !this.board.flipped })),
      go("i-more", "More", () => this.more()),
    );
    const notes = h(
      "section",
      { class: "notes", "aria-label": "Notes" },
      h("h2", { class: "notes-head" }, heading),
      this.sheet,
      this.ideas,
    );
    const wrap = h("div", { class: "board-wrap" }, this.board.svg);
    const main = h(
      "main",
      { class: `table table-${this.board.shape} study game-${this.title.id}` },
      h("div", { class: "seat-far gauge-wrap" }, this.gauge),
      wrap,
      h("section", { class: "say", "aria-label": "What may be done" }, this.prompt, this.slip, this.choices),
      acts,
      notes,
    );
    fill(
      bar({
        heading: true,
        name: this.title.name,
        more: heading,
        href: `/games/${this.title.id}`,
        links: [
          ["Rules", `/games/${this.title.id}#rules`],
          ["Shelf", "/"],
        ],
      }),
      main,
    );
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("pagehide", () => this.engine?.close());
  }

  /** @param {string} moves @returns {Promise<Line>} */
  ask(moves) {
    return post(`/api/games/${this.title.id}/scene?all=1`, { options: this.options, position: this.position, moves });
  }

  /** @param {string} moves */
  async load(moves) {
    this.line = await this.ask(moves);
    this.steps = this.line.taken.map((taken) => taken.step);
  }

  /** Shows the board after so many steps. @param {number} at @param {boolean} [animate] */
  async show(at, animate = false) {
    const wanted = Math.max(0, Math.min(this.steps.length, at));
    const forward = wanted === this.at + 1 || animate;
    this.at = wanted;
    const { line } = this;
    if (!line) return;
    // The legal steps are sent for the last position only; an earlier one is asked for by itself.
    const here = wanted === this.steps.length ? line : await this.ask(this.steps.slice(0, wanted).join(" "));
    if (this.at !== wanted) return;
    const taken = line.taken[wanted - 1];
    const last = taken ? [taken] : [];
    this.slip.replaceChildren();
    this.mark();
    await this.board.show(here.scene, { last, moves: forward ? last : [] });
    this.say();
    if (this.engineOn) this.startEngine();
  }

  /** The number of steps at which each turn ends. */
  turnEnds() {
    let sum = 0;
    return (this.line?.turns ?? []).map((turn) => (sum += turn.steps.length));
  }

  turnBefore() {
    return [0, ...this.turnEnds()].filter((end) => end < this.at).pop() ?? 0;
  }

  turnAfter() {
    return this.turnEnds().find((end) => end > this.at) ?? this.steps.length;
  }

  /** The list of moves, and the address. */
  mark() {
    const ends = this.turnEnds();
    const now = ends.findIndex((end) => end >= this.at);
    this.sheet.replaceChildren(
      moveTable(this.line?.turns ?? [], this.title.seats, {
        now: this.at === 0 ? -1 : now,
        go: (nth) => this.show(ends[nth] ?? 0),
      }),
    );
    this.sheet.querySelector(".now")?.scrollIntoView({ block: "nearest" });
    if (document.body.dataset.page === "replay") return;
    const address = `/analyse/${this.title.id}${plainQuery(this.options, this.title, { position: this.position, moves: this.steps.slice(0, this.at).join(" ") })}`;
    history.replaceState(null, "", address);
  }

  say() {
    const { scene } = this.board;
    if (!scene) return;
    const { status } = scene;
    const lead =
      status.type === "over"
        ? status.winner
          ? `${this.title.seats[status.winner - 1]} wins.`
          : "A draw."
        : `${this.title.seats[(status.seat ?? 1) - 1]} to move.`;
    this.prompt.replaceChildren(
      h("b", {}, lead),
      ` ${status.type === "over" ? clean(status.words ?? "") : scene.prompt}`,
    );
    const { touch } = this.board;
    this.choices.replaceChildren();
    if (touch.complete.length > 0)
      this.choices.append(
        h(
          "button",
          { type: "button", class: "btn btn-first choice", onclick: () => this.board.finish() },
          "Done",
          h("kbd", {}, "Enter"),
        ),
      );
    if (touch.path.length === 0) this.choices.append(...touch.buttons.map((step) => this.button(step)));
  }

  /** @param {LegalStep} step */
  button(step) {
    return h(
      "button",
      { type: "button", class: "btn choice", "data-step": step.text, onclick: () => this.play(step) },
      h("span", {}, h("b", {}, step.text), h("small", {}, step.says)),
    );
  }

  /** @param {LegalStep[]} steps */
  choose(steps) {
    this.choices.replaceChildren(...steps.map((step) => this.button(step)));
  }

  /** @param {LegalStep} step */
  async play(step) {
    const known = this.steps[this.at] === step.text;
    if (!known) await this.load([...this.steps.slice(0, this.at), step.text].join(" "));
    await this.show(this.at + 1, true);
    speak(step.says);
  }

  /** @param {number[]} clicks */
  async why(clicks) {
    const { refusal } = await post(`/api/games/${this.title.id}/why`, {
      options: this.options,
      position: this.board.scene?.position,
      clicks,
    });
    const words = refusal ? clean(refusal.words) : "That does not lead to a step here.";
    const link = refusal ? h("a", { href: `/games/${this.title.id}#${refusal.clause}` }, `Rule ${refusal.clause}`) : "";
    this.slip.replaceChildren(slip(words, " ", link));
    this.board.point(refusal?.at ?? null);
  }

  // --- the engine -------------------------------------------------------------------------------------

  toggleEngine() {
    if (this.engineOn) this.stopEngine();
    else this.startEngine();
  }

  stopEngine() {
    this.engineOn = false;
    this.engine?.close();
    this.engineButton.setAttribute("aria-pressed", "false");
    this.gauge.hidden = true;
    this.ideas.replaceChildren();
  }

  startEngine() {
    this.engineOn = true;
    this.engine?.close();
    this.engineButton.setAttribute("aria-pressed", "true");
    this.gauge.hidden = false;
    const { scene } = this.board;
    if (!scene || scene.status.type === "over") {
      this.ideas.replaceChildren(h("p", { class: "soft" }, "The game is over here."));
      return;
    }
    const moves = this.steps.slice(0, this.at).join(" ");
    const source = new EventSource(
      `/api/games/${this.title.id}/analysis${plainQuery(this.options, this.title, { position: this.position, moves, lines: "3" })}`,
    );
    this.engine = source;
    source.addEventListener("ideas", (event) => this.hear(JSON.parse(event.data)));
    source.addEventListener("done", () => source.close());
    source.addEventListener("error", () => source.close());
  }

  /** @param {{ideas: Idea[], seat: number}} heard */
  hear({ ideas, seat }) {
    const [best] = ideas;
    if (!best) return;
    const chance = seat === 1 ? best.chance : 1 - best.chance;
    const bar = this.gauge.querySelector("i");
    const words = this.gauge.querySelector("b");
    if (bar) bar.style.width = `${Math.round(chance * 1000) / 10}%`;
    const first = this.title.seats[0] ?? "";
    const value = worth(best, this.title.seats, seat);
    if (words) words.textContent = value;
    this.gauge.setAttribute("aria-label", `${first} wins ${Math.round(chance * 100)} in a hundred: ${value}`);
    this.ideas.replaceChildren(
      h(
        "p",
        { class: "soft" },
        `${best.depth > 0 ? `${best.depth} turns ahead, ` : "known for certain, "}${best.nodes.toLocaleString("en")} positions`,
      ),
      h(
        "ol",
        {},
        ...ideas.map((idea) =>
          h(
            "li",
            {},
            h("b", {}, worth(idea, this.title.seats, seat)),
            " ",
            h(
              "button",
              { type: "button", class: "line", onclick: () => this.playLine(idea) },
              idea.turns.slice(0, 8).join("  "),
            ),
          ),
        ),
      ),
    );
  }

  /** Plays the first turn of a line. @param {Idea} idea */
  async playLine(idea) {
    const { scene } = this.board;
    const seat = scene?.status.seat;
    await this.load([...this.steps.slice(0, this.at), ...idea.line.slice(0, 12)].join(" ")).catch(() =>
      this.load([...this.steps.slice(0, this.at), idea.line[0] ?? ""].join(" ")),
    );
    const next = this.turnAfter();
    await this.show(seat ? next : this.at + 1, true);
  }

  // --- more -------------------------------------------------------------------------------------------

  more() {
    const { title } = this;
    const text = h("textarea", {
      rows: 6,
      "aria-label": "A position or a record",
      placeholder: "A position’s text, steps, or a whole record",
    });
    const trouble = h("p", { class: "trouble", role: "alert" });
    const position = () => this.board.scene?.position ?? "";
    const box = dialog(
      "This position",
      h(
        "div",
        { class: "dialog-grid" },
        h(
          "button",
          { type: "button", class: "btn btn-first", onclick: () => this.playFrom("computer", trouble) },
          "Play the computer from here",
        ),
        h(
          "button",
          { type: "button", class: "btn", onclick: () => this.playFrom("person", trouble) },
          "Play on one screen from here",
        ),
        copyButton("Copy the position", position),
        copyButton("Copy the moves", () => this.steps.slice(0, this.at).join(" ")),
        copyButton("Copy the address", () => location.href),
        h(
          "a",
          { class: "btn", href: `/edit/${title.id}?position=${encodeURIComponent(position())}` },
          "Change this position",
        ),
        ...boardFiles(this.board, title.id),
      ),
      h("h3", {}, "Paste"),
      text,
      h(
        "p",
        {},
        h(
          "button",
          {
            type: "button",
            class: "btn",
            onclick: async () => {
              try {
                await this.paste(text.value);
                box.close();
              } catch (error) {
                trouble.textContent = plainWords(error);
              }
            },
          },
          "Read it",
        ),
      ),
      trouble,
    );
  }

  /** @param {string} text */
  async paste(text) {
    const wanted = text.trim();
    if (!wanted) throw new Error("Paste a position’s text, steps, or a record first.");
    if (wanted.includes("[")) {
      const record = await post("/api/records", { text: wanted });
      const card = await get(`/api/games/${record.game}`);
      location.href = `/analyse/${record.game}${plainQuery(record.options, card, { position: record.start === card.start.position ? null : record.start, moves: record.moves })}`;
      return;
    }
    const before = this.position;
    try {
      this.position = wanted;
      await this.load("");
    } catch (notAPosition) {
      this.position = before;
      try {
        await this.load(wanted);
      } catch (notSteps) {
        throw notSteps instanceof Refused ? notSteps : notAPosition;
      }
    }
    this.at = 0;
    await this.show(this.steps.length);
  }

  /** @param {string} kind @param {HTMLElement} trouble */
  async playFrom(kind, trouble) {
    const { scene } = this.board;
    if (!scene) return;
    const mover = scene.status.seat ?? 1;
    const seats = this.title.seats.map((_, nth) =>
      nth + 1 === mover || kind === "person" ? { kind: "person" } : { kind: "computer", level: 4 },
    );
    try {
      await sitDownAt(this.title.id, { options: this.options, seats, position: scene.position });
    } catch (error) {
      trouble.textContent = plainWords(error);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (typing(event)) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.show(this.turnBefore()),
      ArrowRight: () => this.show(this.turnAfter(), true),
      Home: () => this.show(0),
      End: () => this.show(this.steps.length),
      e: () => this.toggleEngine(),
      f: () => this.board.turn({ flipped: !this.board.flipped }),
      Escape: () => this.board.back(),
      Enter: () => this.board.finish(),
      "?": () => helpDialog(),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || (event.key === "Enter" && event.target instanceof HTMLElement && event.target.closest("button, a")))
      return;
    event.preventDefault();
    act();
  }
}

/** What a line is worth, in words. @param {Idea} idea @param {string[]} seats @param {number} seat */
function worth({ proved, chance }, seats, seat) {
  if (proved === null || proved === undefined) return `${Math.round(chance * 100)} %`;
  if (proved === 0) return "draw";
  const turns = Math.abs(proved);
  if (seats.length === 1) return proved > 0 ? `solved in ${turns}` : "cannot be solved";
  return proved > 0
    ? `win in ${turns}`
    : `${seats.length === 2 ? seats[2 - seat] : "lost"} ${seats.length === 2 ? "wins" : ""} in ${turns}`;
}

export async function open() {
  const [, page, game = "", record = ""] = location.pathname.split("/");
  const search = new URLSearchParams(location.search);
  const position = search.get("position");
  let moves = search.get("moves") ?? "";
  const wanted = Object.fromEntries([...search].filter(([name]) => !["position", "moves", "at"].includes(name)));
  /** @type {Title} */
  let title = await get(`/api/games/${game}${query(wanted)}`);
  let start = position;
  let heading = "Analysis";
  if (page === "replay") {
    const text = await get(`/api/games/${game}/records/${record}`);
    const read = await post("/api/records", { text });
    title = await get(`/api/games/${game}${query(read.options)}`);
    moves = read.moves;
    start = read.start === title.start.position ? null : read.start;
    heading = title.records.find((entry) => entry.name === record)?.title ?? "Replay";
  }
  document.title = `${heading}: ${title.name} – Parlour`;
  const study = new Study(title, title.chosen, start, heading);
  try {
    await study.load(moves);
  } catch (error) {
    await study.load("").catch(() => {
      study.position = null;
      return study.load("");
    });
    study.slip.replaceChildren(slip(plainWords(error)));
  }
  const trouble = [...study.slip.children];
  await study.show(page === "replay" ? 0 : study.steps.length);
  study.slip.replaceChildren(...trouble);
}
