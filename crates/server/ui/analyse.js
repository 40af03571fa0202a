// Study: any position of any game, as a tree of variations with remarks, with the engine when it is asked for.
// Replays of records are the same page with moves already on it. The tree is kept in this browser and in the address.

import { get, kept, plainQuery, post, query, Refused, sitDownAt } from "./api.js";
import { TouchBoard } from "./board.js";
import { h, icon } from "./dom.js";
import { EngineLine } from "./engine.js";
import { boardFiles, save } from "./files.js";
import { ChanceGraph } from "./graph.js";
import { helpDialog } from "./help.js";
import { KnownValues } from "./known.js";
import { Latest } from "./latest.js";
import { treeList } from "./moves-tree.js";
import { bar, copyButton, dialog, fill, plainWords, slip, speak, typing } from "./page.js";
import { clean } from "./play.js";
import { readGame } from "./reading.js";
import { resultFor } from "./result.js";
import { emphasised, turnsOf } from "./review.js";
import { forgetStudy, keepStudy, keptStudy, studyName } from "./studies.js";
import { GLYPHS, packed, Tree, unpacked } from "./tree.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Options} Options */
/** @typedef {import("./types.d.ts").ReadTurn} ReadTurn */
/** @typedef {import("./types.d.ts").Moment} Moment */
/** @typedef {import("./tree.js").Branch} Branch */

/** Longer main lines are told by the tree in the fragment alone. */
const LONGEST_MOVES = 1500;
/** A tree that needs more letters than this stays in the browser only. */
const LONGEST_TREE = 16_000;

export class Study {
  /** @param {Title} title @param {Options} options @param {string | null} position @param {string} heading */
  constructor(title, options, position, heading) {
    this.title = title;
    this.heading = heading;
    this.options = options;
    this.position = position;
    this.tree = new Tree();
    /** The step whose board is shown. */
    this.at = this.tree.root;
    /** How many steps of a printed game must stay. @type {Branch | null} */
    this.printedEnd = null;
    /** The printed game as it came. */
    this.printedText = "";
    /** Who speaks in the remarks of a printed game. */
    this.voice = "Printed";
    /** Steps whose remarks were printed. @type {Set<Branch>} */
    this.printedRemarks = new Set();
    /** What was read of the whole game: of which steps, and what. @type {{steps: string, read: ReadTurn[], turns: ReturnType<typeof turnsOf>, moments: Moment[], words: string} | null} */
    this.whole = null;
    /** @type {AbortController | null} */
    this.wholeReading = null;
    this.requests = new Latest();
    this.refusals = new Latest();
    /** @type {(() => void) | null} */
    this.undo = null;
    this.addresses = new Latest();
    this.address = location.pathname + location.search + location.hash;
    this.board = new TouchBoard(title, {
      play: (step) => this.play(step),
      choose: (steps) => this.choices.replaceChildren(...steps.map((step) => this.button(step))),
      refused: (clicks) => this.why(clicks),
      changed: () => this.say(),
    });
    this.engine = new EngineLine(this);
    this.values = new KnownValues(this);
    this.prompt = h("p", { class: "prompt" });
    this.slip = h("div", {});
    this.choices = h("div", { class: "choices" });
    this.sheet = h("div", { class: "sheet-moves", tabindex: 0, role: "region", "aria-label": "Moves" });
    this.graph = new ChanceGraph(title.seats, (ply) => this.goToPly(ply));
    this.graphNote = h("div", { class: "graph-note" });
    this.moments = h("div", { class: "study-moments" });
    this.tools = h("div", { class: "tree-tools", role: "group", "aria-label": "This move" });
    this.build(heading);
  }

  get name() {
    return studyName(this.title.id, JSON.stringify(this.options), this.position ?? "");
  }

  /** @param {string} heading */
  build(heading) {
    const { title, board } = this;
    const go = (/** @type {string} */ drawing, /** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "btn", "aria-label": words, title: words, onclick: act }, icon(drawing));
    const acts = h(
      "div",
      { class: "desk-acts", role: "group", "aria-label": "Actions" },
      go("i-first", "To the start", () => this.show(this.tree.root)),
      go("i-prev", "One turn back", () => this.show(this.turnBefore())),
      go("i-next", "One turn on", () => this.show(this.turnAfter())),
      go("i-last", "To the end", () => this.show(this.at.end)),
      this.values.button,
      go("i-flip", "Flip", () => board.turn({ flipped: !board.flipped })),
      go("i-more", "More", () => this.more()),
    );
    this.keptWords = h("span", { class: "kept-words" }, "");
    const sheet = h(
      "section",
      { class: "desk-sheet", "aria-label": "Notes" },
      h("div", { class: "desk-sheet-head" }, h("h2", {}, heading), this.keptWords),
      this.sheet,
      this.tools,
    );
    this.graph.figure.append(this.graphNote);
    const main = h(
      "main",
      { class: `desk desk-${board.shape} study game-${title.id}` },
      h("div", { class: "board-wrap" }, h("div", { class: "board-box" }, board.svg)),
      this.engine.scale,
      h(
        "section",
        { class: "desk-panel", "aria-label": "Analysis" },
        this.engine.panel,
        h(
          "div",
          { class: "desk-scroll", tabindex: 0, role: "region", "aria-label": "Lines, moves and graph" },
          this.engine.lines,
          this.engine.whole,
          this.values.panel,
          h(
            "div",
            { class: "say", role: "group", "aria-label": "What may be done" },
            this.prompt,
            this.slip,
            this.choices,
          ),
          sheet,
          this.graph.figure,
          this.moments,
        ),
        acts,
      ),
    );
    const links = /** @type {[string, string][]} */ ([
      ["Rules", `/games/${title.id}#rules`],
      ["Shelf", "/"],
    ]);
    fill(bar({ heading: true, name: title.name, more: heading, href: `/games/${title.id}`, links }), main);
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("pagehide", () => this.engine.close());
  }

  // --- what the server knows of a line ----------------------------------------------------------------

  /** @param {string[]} steps @returns {Promise<Line>} */
  ask(steps) {
    const body = { options: this.options, position: this.position, moves: steps.join(" ") };
    return post(`/api/games/${this.title.id}/scene?all=1`, body);
  }

  /** Writes what was told of a line into the tree. @param {Branch} end @param {Line} line */
  fillIn(end, line) {
    const nodes = [this.tree.root, ...end.line];
    nodes.forEach((node, nth) => {
      const glance = line.scenes?.[nth];
      if (glance && !node.whole) node.scene = { ...glance, steps: [] };
      if (nth > 0) node.taken = line.taken[nth - 1] ?? null;
    });
    end.scene = line.scene;
    end.whole = true;
    let nth = 0;
    for (const turn of line.turns) {
      nth += turn.steps.length;
      const last = nodes[nth];
      if (last) last.turn = turn.text;
    }
  }

  /** Every variation of a tree that was only read as text. @param {Branch} [node] */
  async learn(node = this.tree.root) {
    for (const end of endsOf(node)) {
      try {
        this.fillIn(end, await this.ask(end.steps));
      } catch (error) {
        // A busy house says nothing about the line: it is asked again when somebody comes there.
        if (error instanceof Refused && error.status === 422) this.prune(end, error);
        else this.slip.replaceChildren(slip(plainWords(error)));
      }
    }
  }

  /** A line that the rules refuse ends where they do. @param {Branch} end @param {unknown} error */
  prune(end, error) {
    const read = error instanceof Refused ? String(/** @type {any} */ (error.problem).read ?? "") : "";
    const good = read.split(" ").filter(Boolean).length;
    const bad = end.line[good];
    if (bad) this.tree.remove(bad);
    this.slip.replaceChildren(slip(plainWords(error)));
  }

  /** @param {string} moves */
  async load(moves) {
    const line = await this.ask(moves ? [moves] : []);
    const end = this.tree.grow(line.taken.map((taken) => taken.step));
    this.fillIn(end, line);
    return end;
  }

  // --- where the board stands -------------------------------------------------------------------------

  /** Shows the board after a step; the steps on the way there from a board just before it are seen to happen. @param {Branch} node */
  async show(node) {
    const before = this.at;
    this.at = node;
    this.board.darts = [];
    this.slip.replaceChildren();
    this.mark();
    if (!node.whole) {
      try {
        const answer = await this.requests.ask(() => this.ask(node.steps));
        if (!answer) return;
        this.fillIn(node, answer.value);
      } catch (error) {
        this.slip.replaceChildren(slip(plainWords(error)));
        return;
      }
      this.mark();
    } else this.requests.drop();
    if (!node.scene) return;
    const turn = this.turnOf(node);
    const line = node.line;
    const from = line.indexOf(before);
    const nearby =
      before === this.tree.root ? line.length - turn.length === 0 : from >= 0 && from >= line.length - turn.length - 1;
    const after = line.slice(from + 1);
    const moves = nearby && after.length > 0 ? after.flatMap(({ taken }) => taken ?? []) : [];
    await this.board.show(node.scene, { last: turn.flatMap(({ taken }) => taken ?? []), moves });
    if (this.at !== node) return;
    this.say();
    this.engine.follow();
    this.values.follow();
  }

  /** The steps of the turn that a step belongs to, up to it. @param {Branch} node @returns {Branch[]} */
  turnOf(node) {
    const turn = [];
    for (let at = node; at.parent; at = at.parent) {
      turn.unshift(at);
      if (at.parent.scene?.status.type !== "continue") break;
    }
    return turn;
  }

  turnBefore() {
    const [first] = this.turnOf(this.at);
    return first?.parent ?? this.tree.root;
  }

  turnAfter() {
    let node = this.at.children[0];
    if (!node) return this.at;
    while (node.scene?.status.type === "continue" && node.children[0]) node = node.children[0];
    return node;
  }

  /** The list of moves, what may be done with this one, and where all of it is kept. */
  mark() {
    const focused = this.sheet.contains(document.activeElement);
    this.sheet.replaceChildren(
      treeList(this.tree.root, {
        now: this.at,
        seats: this.title.seats.length,
        go: (node) => this.show(node),
        isPrinted: (node) => this.printedRemarks.has(node),
        chance: (node) => this.chanceAfter(node),
        voice: this.voice,
      }),
    );
    this.drawGraph();
    const now = this.sheet.querySelector(".now");
    now?.scrollIntoView({ block: "nearest" });
    if (focused && now instanceof HTMLElement) now.focus();
    this.drawTools();
    this.keepIt();
  }

  // --- the whole game ---------------------------------------------------------------------------------

  /** The line that is read as a whole: the one that goes on. */
  get mainSteps() {
    return this.tree.root.end.steps;
  }

  /** What was read of the line as it stands now. */
  get wholeNow() {
    return this.whole?.steps === this.mainSteps.join(" ") ? this.whole : null;
  }

  /** The first seat's chance after a step, in 100, where it was read. @param {Branch} node */
  chanceAfter(node) {
    const whole = this.wholeNow;
    if (!whole || this.title.seats.length !== 2) return "";
    const ply = node.line.length;
    const turn = whole.read.find((one) => one.ply === ply);
    const line = this.tree.root.end.line;
    if (!turn || line[ply - 1] !== node) return "";
    return String(Math.round((turn.seat === 1 ? turn.chance : 1 - turn.chance) * 100));
  }

  /** @param {number} ply */
  goToPly(ply) {
    const line = this.tree.root.end.line;
    this.show(line[ply - 1] ?? this.tree.root);
  }

  drawGraph() {
    const { figure } = this.graph;
    const main = this.tree.root.end;
    figure.hidden = this.title.seats.length === 1 || main.line.length === 0;
    if (figure.hidden) {
      this.moments.replaceChildren();
      return;
    }
    const whole = this.wholeNow;
    const turns = whole?.turns ?? mainTurns(main);
    const now = this.at.line.filter((node, nth) => main.line[nth] === node).length;
    this.graph.show({
      read: whole?.read ?? [],
      turns,
      now,
      marks: (whole?.moments ?? []).map(({ ply }, nth) => ({ ply, number: nth + 1, on: ply === now })),
    });
    const reading = this.wholeReading !== null;
    const button = h(
      "button",
      { type: "button", class: "btn btn-small", onclick: () => (reading ? this.stopReading() : this.readWhole()) },
      reading ? "Stop reading" : "Read the whole game",
    );
    const count = whole ? `${whole.read.length} of ${turns.length + 1} positions read. ` : "";
    this.graphNote.replaceChildren(
      ...(whole?.words && !reading ? [h("span", {}, whole.words)] : [h("span", {}, reading ? count : ""), button]),
    );
    this.drawMoments();
  }

  drawMoments() {
    const moments = this.wholeNow?.moments ?? [];
    const item = (/** @type {Moment} */ moment, /** @type {number} */ nth) =>
      h(
        "li",
        { class: `moment${moment.ply === this.at.line.length ? " moment-on" : ""}` },
        h("span", { class: "key-coin", "aria-hidden": "true" }, String(nth + 1)),
        h(
          "h3",
          {},
          h("button", { type: "button", class: "moment-head", onclick: () => this.showMoment(moment) }, moment.heading),
        ),
        h("span", { class: "when" }, `turn ${moment.round}`),
        h("p", {}, ...emphasised(moment.words, [moment.best.turn, moment.played.turn])),
      );
    this.moments.replaceChildren(
      ...(moments.length > 0
        ? [h("ol", { class: "moments", "aria-label": "Moments that mattered" }, ...moments.map(item))]
        : []),
    );
  }

  /** Shows where a moment began, with what was played and what was better. @param {Moment} moment */
  async showMoment(moment) {
    const node = this.tree.root.end.line[moment.ply - 1] ?? this.tree.root;
    await this.show(node);
    if (this.at !== node || this.engine.on) return;
    this.board.showDarts([
      { kind: "a", label: "A", beats: moment.best.beats },
      { kind: "you", label: "was", beats: moment.played.beats },
    ]);
    speak(`Turn ${moment.round}. ${moment.heading}. ${moment.words}`);
  }

  stopReading() {
    this.wholeReading?.abort();
    this.wholeReading = null;
    this.drawGraph();
  }

  /** Has the line that goes on read from its start to its end. */
  async readWhole() {
    this.stopReading();
    const reading = new AbortController();
    this.wholeReading = reading;
    const steps = this.mainSteps;
    const { id } = this.title;
    const body = { options: this.options, position: this.position, moves: steps.join(" ") };
    try {
      const turns = mainTurns(this.tree.root.end);
      const take = (/** @type {ReadTurn[]} */ read, /** @type {Moment[]} */ moments, /** @type {string} */ words) => {
        if (this.wholeReading !== reading) return;
        this.whole = { steps: steps.join(" "), read, turns, moments, words };
        this.mark();
      };
      const done = await readGame(
        id,
        () => post(`/api/games/${id}/readings`, body),
        (read) => take(read, [], ""),
        reading.signal,
      );
      take(done.all, done.review?.moments ?? [], done.review ? `${done.review.headline}. ${done.review.summary}` : "");
      if (this.wholeReading === reading) speak(`${done.review?.headline}. ${done.review?.summary}`);
    } catch (error) {
      if (!reading.signal.aborted) this.slip.replaceChildren(slip(plainWords(error)));
    }
    if (this.wholeReading === reading) this.wholeReading = null;
    this.drawGraph();
  }

  /** Writes the study down, in this browser and in the address. */
  keepIt() {
    const text = this.tree.write();
    const printed = document.body.dataset.page === "replay";
    const untouched = text === "" || (printed && text === this.printedText);
    if (!untouched) {
      const at = this.tree.path(this.at);
      keepStudy({ name: this.name, game: this.title.id, tree: text, at, when: Date.now() });
    }
    if (this.keptWords) this.keptWords.textContent = untouched ? "" : "kept";
    if (printed && untouched) return;
    this.writeAddress(text);
  }

  /** @param {string} text */
  async writeAddress(text) {
    const main = this.tree.root.end;
    const moves = main.steps.join(" ");
    const plain = main.line.every((node) => node.parent?.children.length === 1 && !node.comment && !node.glyph);
    const parts = { position: this.position, moves: moves.length <= LONGEST_MOVES ? moves : null };
    const fragment = new URLSearchParams();
    const { at } = this;
    const letters = await this.addresses.ask(() =>
      plain && moves.length <= LONGEST_MOVES ? Promise.resolve("") : packed(text),
    );
    if (!letters) return;
    if (letters.value && letters.value.length <= LONGEST_TREE) fragment.set("t", letters.value);
    if (at !== main) fragment.set("at", this.tree.path(at).join("."));
    const hash = fragment.toString();
    const address = `/analyse/${this.title.id}${plainQuery(this.options, this.title, parts)}${hash ? `#${hash}` : ""}`;
    if (document.body.dataset.page !== "replay") history.replaceState(null, "", address);
    this.address = address;
    document.body.dataset.study = text;
  }

  // --- remarks, promoting, deleting -------------------------------------------------------------------

  drawTools() {
    const { at } = this;
    this.tools.hidden = !at.parent && !at.comment && !this.undo;
    const glyphs = GLYPHS.map(([sign, words]) =>
      h(
        "button",
        {
          type: "button",
          class: "btn btn-small",
          "aria-pressed": String(at.glyph === sign),
          title: words,
          "aria-label": `${sign}: ${words}`,
          onclick: () => {
            at.glyph = at.glyph === sign ? "" : sign;
            this.mark();
          },
        },
        sign,
      ),
    );
    const remark = h("input", {
      type: "text",
      value: at.comment,
      placeholder: "A remark on this move",
      "aria-label": "Remark",
    });
    remark.addEventListener("change", () => {
      at.comment = remark.value.trim();
      this.printedRemarks.delete(at);
      this.mark();
    });
    const printed = this.printedEnd?.line.includes(at) ?? false;
    const variation = at.line.some((node) => (node.parent?.children.indexOf(node) ?? 0) > 0);
    const act = (/** @type {string} */ words, /** @type {() => void} */ onclick, able = true) =>
      h(
        "button",
        {
          type: "button",
          class: "btn btn-small",
          "aria-disabled": able ? null : "true",
          onclick: () => able && onclick(),
        },
        words,
      );
    this.tools.replaceChildren(
      h("div", { class: "glyphs" }, ...glyphs),
      h("span", { class: "field" }, remark),
      h(
        "div",
        { class: "tree-acts" },
        act("Promote", () => this.promote(), variation && !(this.printedEnd && this.isBesidePrint())),
        act("Delete from here", () => this.removeHere(), at.parent !== null && !printed),
        this.undo ? act("Undo", () => this.undoRemoval()) : null,
      ),
    );
  }

  /** Whether promoting would push the printed line aside. */
  isBesidePrint() {
    const node = [...this.at.line].reverse().find((one) => (one.parent?.children.indexOf(one) ?? 0) > 0);
    const nth = node?.parent?.children.indexOf(node) ?? 0;
    return nth === 1 && (this.printedEnd?.line.includes(/** @type {Branch} */ (node?.parent?.children[0])) ?? false);
  }

  promote() {
    if (this.tree.promote(this.at)) this.mark();
  }

  removeHere() {
    const { at } = this;
    const { parent } = at;
    if (!parent) return;
    const count = at.size + 1;
    const back = this.tree.remove(at);
    this.undo = () => {
      back();
      this.undo = null;
      this.show(at);
    };
    this.show(parent);
    const words = `Deleted ${count === 1 ? "one step" : `${count} steps`}.`;
    this.slip.replaceChildren(h("p", { class: "soft" }, words));
    speak(words);
  }

  undoRemoval() {
    this.undo?.();
  }

  // --- playing ----------------------------------------------------------------------------------------

  say() {
    const { scene, touch } = this.board;
    if (!scene) return;
    const { status } = scene;
    const result =
      status.type === "over" ? resultFor(this.title, status, { mine: [], taken: this.at.line.length }) : null;
    const lead = result ? result.lead : `${this.title.seats[(status.seat ?? 1) - 1]} to move.`;
    const rule =
      result && status.clause
        ? h("a", { href: `/games/${this.title.id}#${status.clause}` }, `Rule ${status.clause}`)
        : "";
    this.prompt.replaceChildren(h("b", {}, lead), ` ${result ? result.by : scene.prompt} `, rule);
    this.choices.replaceChildren();
    if (touch.complete.length > 0) {
      const finish = { type: "button", class: "btn btn-first choice", onclick: () => this.board.finish() };
      this.choices.append(h("button", finish, "Done", h("kbd", {}, "Enter")));
    }
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

  /** A step that is in the tree is gone to; any other becomes a variation. @param {LegalStep} step */
  async play(step) {
    const node = this.tree.add(this.at, step.text);
    speak(step.says);
    this.board.begin(step);
    await this.show(node);
  }

  /** @param {number[]} clicks */
  async why(clicks) {
    const body = { options: this.options, position: this.board.scene?.position, clicks };
    const { at } = this;
    try {
      const answer = await this.refusals.ask(() => post(`/api/games/${this.title.id}/why`, body));
      if (!answer || this.at !== at) return;
      const { refusal } = answer.value;
      const words = refusal ? clean(refusal.words) : "That does not lead to a step here.";
      const link = refusal
        ? h("a", { href: `/games/${this.title.id}#${refusal.clause}` }, `Rule ${refusal.clause}`)
        : "";
      this.slip.replaceChildren(slip(words, " ", link));
      this.board.point(refusal?.at ?? null);
    } catch (error) {
      this.slip.replaceChildren(slip(plainWords(error)));
    }
  }

  /** Goes to the first turn of a line; the whole of it becomes a variation, or only that turn. @param {string[]} steps @param {boolean} [turnOnly] */
  async playLine(steps, turnOnly = false) {
    const { at } = this;
    if (turnOnly) {
      try {
        const line = await this.ask([...at.steps, ...steps]);
        const length = line.turns.find((_, nth) => stepsBefore(line, nth) >= at.line.length)?.steps.length ?? 1;
        steps = steps.slice(0, length);
      } catch {
        steps = steps.slice(0, 1);
      }
    }
    try {
      const line = await this.ask([...at.steps, ...steps]);
      const end = this.tree.grow(line.taken.map((taken) => taken.step).slice(at.line.length), at);
      this.fillIn(end, line);
    } catch {
      this.tree.add(at, steps[0] ?? "");
    }
    const first = at.children.find((child) => child.step === steps[0]);
    if (!first || this.at !== at) return;
    let node = first;
    while (node.scene?.status.type === "continue") {
      const next = node.children.find((child) => child.step === steps[node.line.length - at.line.length]);
      if (!next) break;
      node = next;
    }
    await this.show(node);
  }

  // --- more -------------------------------------------------------------------------------------------

  more() {
    const { title } = this;
    const placeholder = "A position’s text, steps, or a whole record";
    const text = h("textarea", { rows: 6, "aria-label": "A position or a record", placeholder });
    const trouble = h("p", { class: "trouble", role: "alert" });
    const position = () => this.board.scene?.position ?? "";
    const readIt = async () => {
      try {
        await this.paste(text.value);
        box.close();
      } catch (error) {
        trouble.textContent = plainWords(error);
      }
    };
    const plain = (/** @type {string} */ words, /** @type {() => void} */ onclick, kind = "btn") =>
      h("button", { type: "button", class: kind, onclick }, words);
    const startAnew = () => {
      forgetStudy(this.name);
      location.href = `/analyse/${title.id}${plainQuery(this.options, title, { position: this.position })}`;
    };
    const box = dialog(
      "This position",
      h(
        "div",
        { class: "dialog-grid" },
        plain("Play the computer from here", () => this.playFrom("computer", trouble), "btn btn-first"),
        plain("Play on one screen from here", () => this.playFrom("person", trouble)),
        copyButton("Copy the position", position),
        copyButton("Copy the moves", () => this.at.steps.join(" ")),
        copyButton("Copy the address", () => location.origin + this.address),
        copyButton("Copy as a record", () => this.record()),
        plain("Save as a record", () => this.saveRecord(trouble)),
        h(
          "a",
          { class: "btn", href: `/edit/${title.id}?position=${encodeURIComponent(position())}` },
          "Change this position",
        ),
        ...boardFiles(this.board, title.id),
        plain("Start anew", startAnew),
      ),
      h("h3", {}, "Paste"),
      text,
      h("p", {}, plain("Read it", readIt)),
      trouble,
    );
  }

  /** The whole study as a record. @returns {Promise<string>} */
  record() {
    const { options, position, title } = this;
    return post("/api/records/text", {
      game: title.id,
      options,
      position,
      tree: this.tree.write(),
      title: this.heading,
    });
  }

  /** @param {HTMLElement} trouble */
  async saveRecord(trouble) {
    const kind = { chess: "pgn", checkers: "pdn" }[this.title.id] ?? "txt";
    try {
      save(new Blob([await this.record()], { type: "text/plain" }), `${this.title.id}.${kind}`);
    } catch (error) {
      trouble.textContent = plainWords(error);
    }
  }

  /** @param {string} text */
  async paste(text) {
    const wanted = text.trim();
    if (!wanted) throw new Error("Paste a position’s text, steps, or a record first.");
    if (wanted.includes("[")) {
      const record = await post("/api/records", { text: wanted });
      const card = await get(`/api/games/${record.game}`);
      const start = record.start === card.start.position ? null : record.start;
      const address = `/analyse/${record.game}${plainQuery(record.options, card, { position: start })}`;
      const fragment = new URLSearchParams({ t: await packed(record.tree) });
      // A long one goes through the browser's own shelf of studies.
      const name = studyName(record.game, JSON.stringify(record.options), start ?? "");
      keepStudy({ name, game: record.game, tree: record.tree, at: [], when: Date.now() });
      const there = `${address}#${fragment}`;
      if (address === location.pathname + location.search) {
        history.replaceState(null, "", there);
        location.reload();
      } else location.href = there;
      return;
    }
    const before = { position: this.position, tree: this.tree };
    let end = null;
    try {
      this.position = wanted;
      this.tree = new Tree();
      end = await this.load("");
    } catch (notAPosition) {
      this.position = before.position;
      this.tree = before.tree;
      try {
        end = await this.load(wanted);
      } catch (notSteps) {
        throw notSteps instanceof Refused ? notSteps : notAPosition;
      }
    }
    await this.show(end);
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
    const siblings = this.at.parent?.children ?? [];
    const beside = (/** @type {number} */ step) => siblings[siblings.indexOf(this.at) + step] ?? this.at;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.show(this.turnBefore()),
      ArrowRight: () => this.show(this.turnAfter()),
      ArrowUp: () => this.show(beside(-1)),
      ArrowDown: () => this.show(beside(1)),
      Home: () => this.show(this.tree.root),
      End: () => this.show(this.at.end),
      e: () => this.engine.toggle(),
      v: () => this.values.toggle(),
      f: () => this.board.turn({ flipped: !this.board.flipped }),
      p: () => this.promote(),
      z: () => this.undoRemoval(),
      Delete: () => {
        if (!this.printedEnd?.line.includes(this.at)) this.removeHere();
      },
      Escape: () => this.board.back(),
      Enter: () => this.board.finish(),
      "?": () => helpDialog(),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const pressed = event.target instanceof HTMLElement && event.target.closest("button, a") !== null;
    if (!act || (event.key === "Enter" && pressed)) return;
    event.preventDefault();
    act();
  }
}

/** How many steps a line has before its nth turn. @param {Line} line @param {number} nth */
const stepsBefore = (line, nth) => line.turns.slice(0, nth).reduce((sum, turn) => sum + turn.steps.length, 0);

/** The turns of a line as a graph wants them. @param {Branch} end */
function mainTurns(end) {
  /** @type {{seat: number, text: string, steps: string[]}[]} */
  const turns = [];
  for (const node of end.line) {
    const last = turns[turns.length - 1];
    const goesOn = node.parent?.scene?.status.type === "continue" && last;
    if (goesOn && last) {
      last.steps.push(node.step);
      last.text = node.turn || `${last.text},${node.step}`;
    } else {
      const seat = node.taken?.seat ?? node.parent?.scene?.status.seat ?? 1;
      turns.push({ seat, text: node.turn || node.step, steps: [node.step] });
    }
  }
  return turnsOf(/** @type {Line} */ (/** @type {unknown} */ ({ turns })));
}

/** The last steps of all lines behind a step. @param {Branch} node @returns {Branch[]} */
const endsOf = (node) => (node.children.length === 0 ? [node] : node.children.flatMap(endsOf));

/** Remarks of a printed game, where its record has them. @param {Study} study @param {{after: number, text: string}[]} comments */
function remark(study, comments) {
  const nodes = [study.tree.root, ...study.tree.root.end.line];
  for (const { after, text } of comments) {
    const node = nodes[after];
    if (!node) continue;
    if (!node.comment.includes(text)) node.comment = [node.comment, text].filter(Boolean).join(" ");
    study.printedRemarks.add(node);
  }
}

export async function open() {
  const [, page, game = "", record = ""] = location.pathname.split("/");
  const search = new URLSearchParams(location.search);
  const fragment = new URLSearchParams(location.hash.slice(1));
  let moves = search.get("moves") ?? "";
  let start = search.get("position");
  const wanted = Object.fromEntries([...search].filter(([name]) => !["position", "moves", "record"].includes(name)));
  /** @type {Title} */
  let title = await get(`/api/games/${game}${query(wanted)}`);
  let heading = "Analysis";
  /** @type {{after: number, text: string}[]} */
  let comments = [];
  let printedTree = "";
  const brought = kept("brought", /** @type {{text: string}[]} */ ([]))[Number(search.get("record") ?? -1)];
  if (page === "replay" || brought) {
    const text = brought?.text ?? (await get(`/api/games/${game}/records/${record}`));
    const read = await post("/api/records", { text });
    title = await get(`/api/games/${game}${query(read.options)}`);
    ({ moves } = read);
    printedTree = read.tree;
    comments = read.comments ?? [];
    start = read.start === title.start.position ? null : read.start;
    heading = title.records.find((entry) => entry.name === record)?.title ?? (brought ? "Brought in" : "Replay");
  }
  document.title = `${heading}: ${title.name} – Parlour`;
  const study = new Study(title, title.chosen, start, heading);
  /** @type {Branch | null} */
  let at = null;
  /** @type {Node[]} */
  let trouble = [];
  try {
    await study.load("");
  } catch (error) {
    study.position = null;
    trouble = [slip(plainWords(error))];
    await study.load("");
  }
  try {
    if (fragment.has("t")) {
      study.tree = Tree.read(await unpacked(fragment.get("t") ?? ""));
      await study.learn();
    } else if (printedTree) {
      study.tree = Tree.read(printedTree);
      await study.learn();
    } else if (moves) await study.load(moves);
    else if (page !== "replay" && !start) at = await takeUp(study);
  } catch (error) {
    trouble = [slip(plainWords(error))];
  }
  if (page === "replay" || brought) {
    if (page === "replay") study.printedEnd = study.tree.root.end;
    study.voice = page === "replay" ? "Printed" : "Record";
    remark(study, comments);
    study.printedText = study.tree.write();
  }
  const path = (fragment.get("at") ?? "").split(".").filter(Boolean).map(Number);
  if (fragment.has("at")) at = study.tree.at(path);
  study.at = study.tree.root;
  await study.show(at ?? (page === "replay" ? study.tree.root : study.tree.root.end));
  if (trouble.length > 0) study.slip.replaceChildren(...trouble);
  study.engine.begin();
  await study.values.begin();
}

/** The study of this game that was left last, if there is one. @param {Study} study */
async function takeUp(study) {
  const old = keptStudy(study.name);
  if (!old?.tree) return null;
  study.tree = Tree.read(old.tree);
  await study.learn();
  return study.tree.at(old.at);
}
