// What is proved of the position on a study's board: its value, every step with its own, best play, the values of the
// whole game. Where nothing is known yet, what could be worked out, and on one's own computer the button for it.

import { get, keep, kept, Latest, plainQuery, post } from "./api.js";
import { button, h, icon, s } from "./dom.js";
import { plainWords, speak } from "./page.js";
import { smallSeal, valueWords } from "./values.js";

/** @typedef {import("./analyse.js").Study} Study */
/** @typedef {import("./types.d.ts").Known} Known */
/** @typedef {import("./types.d.ts").KnownTurn} KnownTurn */
/** @typedef {import("./types.d.ts").Tablebase} Tablebase */

/** How long a turn of the perfect line is looked at. */
const PACE = 700;
/** How often the building of a tablebase is asked after. */
const ASK_EVERY = 1500;

export class KnownValues {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.requests = new Latest();
    this.on = false;
    /** @type {Known | null} */
    this.known = null;
    /** @type {number | undefined} */
    this.playing = undefined;
    /** @type {number | undefined} */
    this.asking = undefined;
    this.panel = h("section", { class: "known", "aria-label": "Known values", hidden: true });
    this.button = h(
      "button",
      { class: "btn", "aria-pressed": "false", hidden: true, onclick: () => this.toggle() },
      icon("i-goal"),
      h("span", {}, "Values"),
      h("kbd", {}, "V"),
    );
  }

  get address() {
    return `/api/games/${this.study.title.id}/tablebase`;
  }

  /** Shows the switch if anything of this game can be known; on, if it was on when this game was last studied. */
  async begin() {
    const { study } = this;
    try {
      const { state } = await this.askState();
      this.button.hidden = state === "unsolvable";
    } catch {
      return;
    }
    if (!this.button.hidden && kept(`values ${study.title.id}`, false)) this.toggle();
  }

  /** @returns {Promise<Tablebase>} */
  askState() {
    return get(`${this.address}${plainQuery(this.study.options, this.study.title)}`);
  }

  toggle() {
    if (this.button.hidden) return;
    this.on = !this.on;
    keep(`values ${this.study.title.id}`, this.on);
    this.button.setAttribute("aria-pressed", String(this.on));
    this.panel.hidden = !this.on;
    if (this.on) this.follow();
    else this.clear();
  }

  clear() {
    this.requests.drop();
    this.halt();
    clearTimeout(this.asking);
    this.known = null;
    this.study.board.showValues([]);
  }

  /** The board has changed. */
  async follow() {
    if (!this.on) return;
    const { study } = this;
    const { at } = study;
    this.known = null;
    study.board.showValues([]);
    const { options, position } = study;
    const body = { options, position, moves: at.steps.join(" "), all: true };
    try {
      const answer = await this.requests.ask(() => post(`/api/games/${study.title.id}/known`, body));
      if (!answer || study.at !== at || !this.on) return;
      await this.hear(answer.value);
    } catch (error) {
      this.panel.replaceChildren(h("p", { class: "soft" }, plainWords(error)));
    }
  }

  /** @param {Known} known */
  async hear(known) {
    const { study } = this;
    this.known = known;
    study.board.showValues(known.steps);
    const { scene } = study.board;
    if (!known.value) {
      this.halt();
      const over = scene?.status.type === "over";
      this.panel.replaceChildren(
        ...(over ? [h("p", { class: "soft" }, "The game is over here.")] : []),
        ...this.graph(known),
      );
      if (!over) await this.offer();
      return;
    }
    const seat = scene?.status.seat ?? 1;
    const alone = study.title.seats.length === 1;
    const worth = valueWords(known.value, known.turns, alone);
    const best = known.steps.filter((step) => step.best).length;
    const count = `${best === 1 ? "One" : best} of ${known.steps.length} ${known.steps.length === 1 ? "step is" : "steps are"} best.`;
    const heading = alone ? `Known: ${worth}.` : `${study.title.seats[seat - 1]} to move: ${worth}.`;
    const source = known.source === "search" ? "proved to the end just now" : "from a tablebase";
    speak(`Known: ${heading} ${count}`);
    this.panel.replaceChildren(
      h(
        "div",
        { class: "known-verdict" },
        smallSeal(known.value, known.turns, true),
        h("p", {}, h("b", {}, heading), ` For certain, ${source}. ${count} `, known.note ?? ""),
      ),
      this.list(known, alone),
      ...this.graph(known),
      ...this.line(known),
    );
  }

  /** Every step, best first; the one that was played is marked. @param {Known} known @param {boolean} alone */
  list(known, alone) {
    const { study } = this;
    const played = study.at.children.map(({ step }) => step);
    const row = (/** @type {import("./types.d.ts").KnownStep} */ step) =>
      h(
        "li",
        { class: played.includes(step.step) ? "known-played" : null },
        h(
          "button",
          { onclick: () => this.play(step.step) },
          smallSeal(step.value, step.turns, step.best),
          h("b", {}, step.step),
          h("span", {}, valueWords(step.value, step.turns, alone)),
          h(
            "small",
            {},
            [step.best ? "best" : "", played.includes(step.step) ? "played" : ""].filter(Boolean).join(", "),
          ),
        ),
      );
    return h(
      "ol",
      { class: "known-steps", "aria-label": "Every step, best first", tabindex: 0 },
      ...known.steps.map(row),
    );
  }

  /** @param {string} text */
  play(text) {
    const legal = this.study.board.scene?.steps.find((step) => step.text === text);
    if (legal) this.study.play(legal);
  }

  // --- best play --------------------------------------------------------------------------------------

  /** @param {Known} known */
  line(known) {
    if (known.line.length === 0) return [];
    const { study } = this;
    const words = known.turns
      ? `${known.turns} ${known.turns === 1 ? "turn" : "turns"} to the end`
      : "nobody can do better";
    this.runner = button(this.playing === undefined ? "Play it out" : "Stop", () => this.run(), "btn btn-small");
    return [
      h("p", { class: "known-line" }, h("b", {}, "Best play"), ` (${words}): ${known.line.slice(0, 40).join("  ")}`),
      h(
        "div",
        { class: "tree-acts" },
        this.runner,
        button("Into the tree", () => study.playLine(known.line), "btn btn-small"),
      ),
    ];
  }

  /** Plays the perfect line turn by turn until it ends, or stops doing so. */
  run() {
    if (this.playing !== undefined) return this.halt();
    const next = async () => {
      const line = this.known?.line ?? [];
      if (!this.on || line.length === 0) return this.halt();
      await this.study.playLine(line);
      this.playing = setTimeout(next, PACE);
    };
    this.playing = setTimeout(next, 0);
    if (this.runner) this.runner.textContent = "Stop";
  }

  halt() {
    clearTimeout(this.playing);
    this.playing = undefined;
    if (this.runner) this.runner.textContent = "Play it out";
  }

  // --- the values of the whole game -------------------------------------------------------------------

  /** Time to the right; the first seat's wins above, the other's below, the distance to the edge is the number of turns. @param {Known} known */
  graph(known) {
    const { study } = this;
    const turns = /** @type {KnownTurn[]} */ ([...(known.history ?? [])]);
    if (known.value)
      turns.push({
        ply: study.at.line.length,
        seat: study.board.scene?.status.seat ?? null,
        value: known.value,
        turns: known.turns,
      });
    const told = turns.filter(({ value }) => value);
    if (told.length < 2 || study.title.seats.length !== 2) return [];
    const [width, height] = [420, 120];
    const longest = Math.max(10, ...told.map((turn) => turn.turns ?? 0));
    /** Where a value stands for the first seat. */
    const y = (/** @type {KnownTurn} */ { value, turns: far, seat }) => {
      if (value === "draw") return height / 2;
      const first = (value === "win") === (seat === 1);
      const edge = ((far ?? 0) / longest) * (height / 2 - 8);
      return first ? edge : height - edge;
    };
    const x = (/** @type {number} */ nth) => (turns.length === 1 ? 0 : (nth / (turns.length - 1)) * width);
    const points = turns.flatMap((turn, nth) => (turn.value ? [`${x(nth)} ${y(turn)}`] : []));
    const slips = mistakes(turns);
    const marks = slips.map(({ nth }) =>
      s("path", { class: "known-slip", d: "M0 -9L9 0L0 9L-9 0Z", transform: `translate(${x(nth)} ${height / 2})` }),
    );
    const [first = "", second = ""] = study.title.seats;
    const drawing = s(
      "svg",
      {
        class: "known-graph",
        viewBox: `-6 -6 ${width + 12} ${height + 12}`,
        role: "img",
        "aria-label": "The values of this game",
      },
      s("rect", { class: "known-first", x: 0, y: 0, width, height: height / 2 }),
      s("rect", { class: "known-second", x: 0, y: height / 2, width, height: height / 2 }),
      s("text", { x: 4, y: 12 }, `${first} wins`),
      s("text", { x: 4, y: height - 4 }, `${second} wins`),
      s("path", { class: "known-way", d: `M${points.join("L")}` }),
      ...turns.flatMap((turn, nth) => (turn.value ? [s("circle", { cx: x(nth), cy: y(turn), r: 3 })] : [])),
      ...marks,
    );
    const said = slips.map(({ nth, words }) => {
      const turn = turns[nth];
      const name = study.title.seats[(turn?.seat ?? 1) - 1];
      const goTo = () => this.goTo(turn?.ply ?? 0);
      return button(`Turn ${nth + 1}: ${name} ${words}`, goTo, "btn btn-small");
    });
    return [
      h(
        "figure",
        { class: "known-history" },
        drawing,
        h(
          "figcaption",
          {},
          said.length === 0 ? "Nobody has given anything away." : "",
          ...(said.length > 0 ? [h("div", { class: "tree-acts" }, ...said)] : []),
        ),
      ),
    ];
  }

  /** Goes to the board on which a turn of this line began. @param {number} ply */
  goTo(ply) {
    const { study } = this;
    study.show(study.at.line[ply - 1] ?? study.tree.root);
  }

  // --- where nothing is known -------------------------------------------------------------------------

  /** Says how far it is known, and offers to work out more. */
  async offer() {
    const { study } = this;
    const { at } = study;
    const answer = await this.requests.ask(() => this.askState());
    if (!answer || study.at !== at || !this.on) return;
    const told = this.state(answer.value);
    const graph = this.panel.querySelector(".known-history");
    this.panel.replaceChildren(told, ...(graph ? [graph] : []));
  }

  /** @param {Tablebase} view */
  state(view) {
    const order = (/** @type {string} */ action, /** @type {string} */ label) =>
      button(label, () => this.order(action), "btn btn-small");
    const size = view.bytes > 0 ? ` ${(view.bytes / 1e6).toFixed(1)} MB were worked out here.` : "";
    const cost = this.known?.cost;
    const reach = `Nothing is proved of this position. What is known reaches up to ${view.men} men on the board.`;
    const more = !view.allowed
      ? "This house keeps no more."
      : cost
        ? `To work this one out takes about ${inMinutes(cost.seconds)} of this computer's time and ${cost.megabytes} MB of memory.`
        : "It is beyond what can be worked out here.";
    const words = () => {
      switch (view.state) {
        case "building": {
          const left = view.seconds_left === null ? "" : `, about ${inMinutes(view.seconds_left)} more`;
          return `Being worked out: ${Math.round(100 * (view.part ?? 0))} in 100${left}.`;
        }
        case "paused":
          return "Paused. What is done is kept.";
        case "failed":
          return `It could not be worked out: ${view.words ?? ""}`;
        default:
          return `${reach} ${more}${size}`;
      }
    };
    const buttons = !view.allowed
      ? []
      : view.state === "building"
        ? [order("pause", "Pause")]
        : [
            ...(cost ? [order("build", ["paused", "failed"].includes(view.state) ? "Go on" : "Work it out")] : []),
            ...(view.bytes > 0 ? [order("delete", "Delete what was worked out")] : []),
          ];
    clearTimeout(this.asking);
    if (view.state === "building")
      this.asking = setTimeout(() => this.on && !this.known?.value && this.offer(), ASK_EVERY);
    return h("div", { class: "known-state" }, h("p", {}, words()), h("div", { class: "tree-acts" }, ...buttons));
  }

  /** @param {string} action */
  async order(action) {
    try {
      await post(this.address, { options: this.study.options, action, men: this.known?.cost?.men ?? null });
      await this.follow();
    } catch (error) {
      this.panel.replaceChildren(h("p", { class: "soft" }, plainWords(error)));
    }
  }
}

/** @param {number} seconds */
const inMinutes = (seconds) =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;

/**
 * The turns that gave something away: after them the value is worse for whoever played them than before.
 * @param {KnownTurn[]} turns
 * @returns {{nth: number, words: string}[]}
 */
function mistakes(turns) {
  const rank = { loss: 0, draw: 1, win: 2 };
  return turns.flatMap((turn, nth) => {
    const next = turns[nth + 1];
    if (!turn.value || !next?.value) return [];
    const after = next.seat === turn.seat ? rank[next.value] : 2 - rank[next.value];
    if (after >= rank[turn.value]) return [];
    const words =
      turn.value === "draw" ? "lets the draw slip" : after === 1 ? "lets the win slip" : "turns a win into a loss";
    return [{ nth, words }];
  });
}
