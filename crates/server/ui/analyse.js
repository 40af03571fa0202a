// Study: any position of any game, as a tree of variations with remarks, with the engine when it is asked for.
// Replays of records are the same page with moves already on it. The tree is kept in this browser and in the address.

import { get, kept, Latest, post, query, Refused } from "./api.js";
import { TouchBoard } from "./board.js";
import { choiceButtons } from "./choices.js";
import { h, icon } from "./dom.js";
import { EngineLine } from "./engine.js";
import { helpDialog } from "./help.js";
import { KnownValues } from "./known.js";
import { MoveMenu } from "./move-menu.js";
import { MovesTree } from "./moves-tree.js";
import { bar, fill, plainWords, runKey, slip, speak } from "./page.js";
import { clean } from "./play.js";
import { resultFor } from "./names.js";
import { StudyKeeper } from "./study-keeper.js";
import { studyMore } from "./study-more.js";
import { Tree, unpacked } from "./tree.js";
import { WholeGame } from "./whole-game.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").Line} Line */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Options} Options */
/** @typedef {import("./tree.js").Branch} Branch */

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
    /** The last step of a printed game, which must stay. @type {Branch | null} */
    this.printedEnd = null;
    /** Who speaks in the remarks of a printed game. */
    this.voice = "Printed";
    /** Steps whose remarks were printed. @type {Set<Branch>} */
    this.printedRemarks = new Set();
    this.requests = new Latest();
    this.refusals = new Latest();
    this.board = new TouchBoard(title, {
      play: (step) => this.play(step),
      choose: (steps) => this.offer(steps),
      refused: (clicks) => this.why(clicks),
      changed: () => this.say(),
    });
    this.engine = new EngineLine(this);
    this.values = new KnownValues(this);
    this.keeper = new StudyKeeper(this);
    this.whole = new WholeGame(this);
    this.menu = new MoveMenu(this);
    this.list = new MovesTree({
      go: (node) => this.show(node),
      menu: (node, place) => this.menu.open(node, place),
      folded: () => this.drawList(),
    });
    this.prompt = h("p", { class: "prompt" });
    this.slip = h("div", {});
    this.choices = h("div", { class: "choices" });
    this.build(heading);
  }

  /** @param {string} heading */
  build(heading) {
    const { title, board } = this;
    const go = (/** @type {string} */ drawing, /** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { class: "btn", "aria-label": words, title: words, onclick: act }, icon(drawing));
    const acts = h(
      "div",
      { class: "desk-acts", role: "group", "aria-label": "Actions" },
      go("i-first", "To the start", () => this.show(this.tree.root)),
      go("i-prev", "One turn back", () => this.show(this.turnBefore())),
      go("i-next", "One turn on", () => this.show(this.turnAfter())),
      go("i-last", "To the end", () => this.show(this.at.end)),
      this.values.button,
      go("i-flip", "Flip", () => board.flip()),
      go("i-more", "More", () => studyMore(this)),
    );
    const sheet = h(
      "section",
      { class: "desk-sheet", "aria-label": "Notes" },
      h("div", { class: "desk-sheet-head" }, h("h2", {}, heading), this.keeper.words, this.menu.button),
      h("div", { class: "sheet-moves" }, this.list.list),
      this.menu.field,
    );
    const main = h(
      "main",
      { class: `desk desk-${board.shape} game-${title.id}` },
      h("div", { class: "board-wrap" }, h("div", { class: "board-box" }, board.svg)),
      this.engine.scale,
      h(
        "section",
        { class: "desk-panel", "aria-label": "Analysis" },
        this.keeper.notice,
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
          this.whole.graph.figure,
          this.whole.moments,
        ),
        acts,
      ),
      this.engine.preview,
    );
    fill(bar({ heading: true, game: title, more: heading }), main);
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

  /** Another tree takes the place of this one. @param {Tree} tree */
  async put(tree) {
    this.tree = tree;
    this.at = tree.root;
    await this.learn();
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

  /** The list of moves, the graph, and where all of it is kept. */
  mark() {
    this.drawList();
    this.whole.draw();
    this.menu.button.hidden = !this.at.parent;
    this.keeper.keep();
  }

  drawList() {
    this.list.draw(this.tree.root, {
      now: this.at,
      seats: this.title.seats.length,
      isPrinted: (node) => this.printedRemarks.has(node),
      chance: (node) => this.whole.chanceAfter(node),
      voice: this.voice,
    });
  }

  // --- playing ----------------------------------------------------------------------------------------

  say() {
    const { scene } = this.board;
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
    this.offer(null);
  }

  /** What is to be chosen by buttons. @param {LegalStep[] | null} alike */
  offer(alike) {
    this.choices.replaceChildren(...choiceButtons(this.board, alike, (step) => this.play(step)));
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
    const before = at.line.length;
    let length = 1;
    try {
      const line = await this.ask([...at.steps, ...steps]);
      const ends = line.turns.map((_, nth) => stepsIn(line.turns.slice(0, nth + 1)));
      length = (ends.find((end) => end > before) ?? before + 1) - before;
      if (!turnOnly) this.fillIn(this.tree.grow(steps, at), line);
    } catch {
      // The first step is shown, and says what is the matter.
    }
    const node = this.tree.grow(steps.slice(0, length), at);
    if (this.at === at) await this.show(node);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const siblings = this.at.parent?.children ?? [];
    const beside = (/** @type {number} */ step) => siblings[siblings.indexOf(this.at) + step] ?? this.at;
    runKey(event, {
      ArrowLeft: () => this.show(this.turnBefore()),
      ArrowRight: () => this.show(this.turnAfter()),
      ArrowUp: () => this.show(beside(-1)),
      ArrowDown: () => this.show(beside(1)),
      Home: () => this.show(this.tree.root),
      End: () => this.show(this.at.end),
      e: () => this.engine.toggle(),
      v: () => this.values.toggle(),
      f: () => this.board.flip(),
      i: () => studyMore(this),
      m: () => this.menu.open(this.at, this.list.place),
      c: () => this.at.parent && this.menu.writeRemark(this.at),
      p: () => this.menu.promote(this.at),
      z: () => this.menu.undo?.(),
      Delete: () => this.menu.remove(this.at),
      Escape: () => this.board.back(),
      Enter: () => this.board.finish(),
      "?": () => helpDialog(),
    });
  }
}

/** How many steps turns have. @param {Line["turns"]} turns */
const stepsIn = (turns) => turns.flatMap(({ steps }) => steps).length;

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

export async function open(game = "", record = "") {
  const { page } = document.body.dataset;
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
    if (fragment.has("t")) await study.put(Tree.read(await unpacked(fragment.get("t") ?? "")));
    else if (printedTree) await study.put(Tree.read(printedTree));
    else if (moves) await study.load(moves);
    else if (page !== "replay" && !start && (await study.keeper.takeUp())) ({ at } = study);
  } catch (error) {
    trouble = [slip(plainWords(error))];
  }
  if (page === "replay" || brought) {
    if (page === "replay") study.printedEnd = study.tree.root.end;
    study.voice = page === "replay" ? "Printed" : "Record";
    remark(study, comments);
    study.keeper.printedText = study.tree.write();
  }
  const path = (fragment.get("at") ?? "").split(".").filter(Boolean).map(Number);
  if (fragment.has("at")) at = study.tree.at(path);
  study.at = study.tree.root;
  await study.show(at ?? (page === "replay" ? study.tree.root : study.tree.root.end));
  if (trouble.length > 0) study.slip.replaceChildren(...trouble);
  study.engine.begin();
  await study.values.begin();
}
