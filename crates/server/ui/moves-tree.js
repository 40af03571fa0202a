// The list of a study: the line that goes on in two columns, with remarks and variations under the step they belong to.
// It is a tree for the keyboard: up and down from move to move, left and right close and open a variation.

import { h } from "./dom.js";
import { scrollWithin } from "./page.js";
import { GLYPHS } from "./tree.js";

/** @typedef {import("./tree.js").Branch} Branch */

/**
 * @typedef {object} How
 * @property {Branch} now the step on the board
 * @property {number} seats how many take turns
 * @property {(node: Branch) => boolean} isPrinted whether its remark was printed
 * @property {(node: Branch) => string} chance what was read after it, in 100, or nothing
 * @property {string} voice who speaks in printed remarks
 */

/**
 * What the list asks of its page.
 * @typedef {object} Owner
 * @property {(node: Branch) => void} go
 * @property {(node: Branch, place: DOMRect) => void} menu
 * @property {() => void} folded
 */

/** Variations inside so many others begin closed. */
const DEEP = 3;

export class MovesTree {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    this.list = h("div", { class: "tree", role: "tree", "aria-label": "Moves and variations" });
    /** The steps that moves in the list stand for. @type {Map<Element, Branch>} */
    this.nodes = new Map();
    /** Variations that somebody has closed or opened, by their first step. @type {Map<Branch, boolean>} */
    this.open = new Map();
    /** Whether the focus came by a pointer: left and right then go through the game, as elsewhere on the page. */
    this.byPointer = false;
    this.list.addEventListener("pointerdown", () => {
      this.byPointer = true;
    });
    addEventListener("keydown", ({ key }) => {
      if (key === "Tab") this.byPointer = false;
    });
    this.list.addEventListener("click", (/** @type {Event} */ event) => {
      const node = this.nodeAt(event);
      if (node) this.owner.go(node);
    });
    this.list.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
      const [node, item] = [this.nodeAt(event), event.target];
      if (!node || !(item instanceof Element)) return;
      event.preventDefault();
      this.owner.menu(node, item.getBoundingClientRect());
    });
    this.list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
  }

  /** @param {Event} event */
  nodeAt({ target }) {
    const item = target instanceof Element ? target.closest(".move") : null;
    return item ? this.nodes.get(item) : undefined;
  }

  get items() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(".move")]);
  }

  /** The move on the board takes the focus. */
  takeFocus() {
    /** @type {HTMLElement | null} */ (this.list.querySelector(".now"))?.focus();
  }

  /** Where the step on the board stands in the list. */
  get place() {
    return (this.list.querySelector(".now") ?? this.list).getBoundingClientRect();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { items } = this;
    const nth = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const item = items[nth];
    const node = item && this.nodes.get(item);
    if (!item || !node || event.ctrlKey || event.altKey || event.metaKey) return;
    const go = (/** @type {number} */ to) => {
      const wanted = items[to] && this.nodes.get(items[to]);
      if (wanted) this.owner.go(wanted);
    };
    const expanded = item.getAttribute("aria-expanded");
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowUp: () => go(nth - 1),
      ArrowDown: () => go(nth + 1),
      Home: () => go(0),
      End: () => go(items.length - 1),
      Enter: () => this.owner.go(node),
      " ": () => this.owner.go(node),
      ContextMenu: () => this.owner.menu(node, item.getBoundingClientRect()),
    };
    if (!this.byPointer) {
      keys.ArrowRight = () => (expanded === "false" ? this.fold(item, true) : go(nth + 1));
      keys.ArrowLeft = () => (expanded === "true" ? this.fold(item, false) : this.toHead(item));
    }
    const act = event.key === "F10" && event.shiftKey ? keys.ContextMenu : keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {HTMLElement} head the first move of a variation @param {boolean} open */
  fold(head, open) {
    const block = head.closest(".variation");
    const first = block && this.nodes.get(block);
    if (!first) return;
    this.open.set(first, open);
    this.owner.folded();
  }

  /** To the first move of the variation that a move stands in. @param {HTMLElement} item */
  toHead(item) {
    const block = item.closest(".variation");
    const head = block?.querySelector(".move");
    const above = head === item ? block?.parentElement?.closest(".variation")?.querySelector(".move") : head;
    const node = above && this.nodes.get(above);
    if (node) this.owner.go(node);
  }

  /** @param {Branch} root @param {How} how */
  draw(root, how) {
    const focused = this.list.contains(document.activeElement);
    const columns = how.seats === 2 ? 2 : how.seats === 1 ? 1 : 4;
    const { list } = this;
    list.className = `tree tree-${columns}`;
    list.replaceChildren();
    this.nodes.clear();
    if (root.comment) list.append(remark(root, how));
    let node = root;
    let row = 0;
    /** The column of the last move, if its row goes on. */
    let last = -1;
    for (;;) {
      const [next, ...others] = node.children;
      if (!next) break;
      const end = turnEnd(next);
      const turn = turnsBefore(next);
      const column = turn % columns;
      if (column !== last + 1 || last < 0) {
        row = Math.floor(turn / columns) + 1;
        list.append(h("i", { class: "tree-number" }, String(row)));
        for (let gap = 0; gap < column; gap += 1) list.append(h("span", { class: "tree-move tree-gap" }, "…"));
      }
      list.append(this.move(next, end, { level: 1 }, how));
      const more = end.comment || others.length > 0;
      last = column;
      if (more) {
        for (let gap = column + 1; gap < columns; gap += 1) list.append(h("span", { class: "tree-move tree-gap" }));
        if (end.comment) list.append(remark(end, how));
        others.forEach((other, nth) => list.append(this.variation(other, label("", nth), 1, how)));
        last = -1;
      } else if (column === columns - 1) last = -1;
      node = end;
    }
    const now = list.querySelector(".now") ?? list.querySelector(".move");
    now?.setAttribute("tabindex", "0");
    scrollWithin(list.parentElement, now);
    if (focused && now instanceof HTMLElement) now.focus({ preventScroll: true });
  }

  /** A line beside the main one, in running text. @param {HTMLElement} block @param {Branch} from @param {string} name @param {number} depth @param {How} how */
  addLine(block, from, name, depth, how) {
    let node = from;
    let numbered = false;
    for (;;) {
      const [next, ...others] = node.children;
      if (!next) return;
      const end = turnEnd(next);
      block.append(this.move(next, end, { number: number(next, numbered, how), level: depth + 1 }, how));
      numbered = others.length > 0 || end.comment !== "";
      if (end.comment) block.append(h("span", { class: "remark" }, end.comment));
      others.forEach((other, nth) => block.append(this.variation(other, label(name, nth), depth + 1, how)));
      node = end;
    }
  }

  /** @param {Branch} first @param {string} name @param {number} depth @param {How} how */
  variation(first, name, depth, how) {
    const end = turnEnd(first);
    const block = h("div", { class: "variation", role: "group", "aria-label": `Variation ${name}: ${first.step}` });
    this.nodes.set(block, first);
    const longer = end.size > 0;
    const inside = how.now !== end && how.now.line.includes(end);
    const open = inside || (this.open.get(first) ?? depth <= DEEP);
    block.append(
      h("span", { class: "variation-name" }, name),
      this.move(
        first,
        end,
        { number: number(first, true, how), level: depth + 1, expanded: longer ? open : null, name },
        how,
      ),
    );
    if (end.comment) block.append(h("span", { class: "remark" }, end.comment));
    if (longer && !open) {
      const onclick = () => {
        this.open.set(first, true);
        this.owner.folded();
      };
      // No button: a tree holds moves only, and the keyboard opens it from its first move.
      block.append(h("span", { class: "tree-more", onclick }, `… ${end.size} more`));
    } else this.addLine(block, end, name, depth, how);
    return block;
  }

  /**
   * @param {Branch} first @param {Branch} end
   * @param {{number?: string, level: number, expanded?: boolean | null, name?: string}} where
   * @param {How} how
   */
  move(first, end, { number = "", level, expanded = null, name = "" }, how) {
    const steps = end.line.slice(first.line.length - 1);
    const now = steps.includes(how.now);
    const words = end.turn || steps.map(({ step }) => step).join(" ");
    const chance = how.chance(end);
    const glyph = GLYPHS.find(([sign]) => sign === end.glyph)?.[1] ?? "";
    const turn = Math.floor(turnsBefore(first) / Math.max(1, how.seats)) + 1;
    const said = [
      name && `Variation ${name}`,
      `${turn}. ${words}`,
      glyph,
      chance && `${chance} in 100`,
      end.comment && `Remark: ${end.comment}`,
    ];
    const item = h(
      "span",
      {
        class: `move${now ? " now" : ""}`,
        role: "treeitem",
        tabindex: -1,
        "aria-level": level,
        "aria-selected": String(now),
        "aria-current": now ? "step" : null,
        "aria-expanded": expanded === null ? null : String(expanded),
        "aria-label": said.filter(Boolean).join(", "),
        "data-chance": chance || null,
      },
      `${words}${end.glyph}`,
    );
    this.nodes.set(item, end);
    const mood = end.glyph.startsWith("?") ? " glyph-bad" : end.glyph ? " glyph-good" : "";
    return h("span", { class: `tree-move${mood}` }, number ? h("i", {}, number) : null, item);
  }
}

/** A, B, C ... and inside them A1, A2 ... @param {string} outer @param {number} nth */
const label = (outer, nth) => (outer ? `${outer}${nth + 1}` : String.fromCharCode(65 + Math.min(nth, 25)));

/** The last step of the turn that begins with this one, as far as the line goes. @param {Branch} first */
function turnEnd(first) {
  let node = first;
  while (node.scene?.status.type === "continue" && node.children[0] && node.children.length === 1) {
    const [next] = node.children;
    if (next.taken && first.taken && next.taken.seat !== first.taken.seat) break;
    node = next;
  }
  return node;
}

/** How many turns have been played before this step. @param {Branch} first */
export function turnsBefore(first) {
  let count = 0;
  let last = null;
  for (const node of first.line.slice(0, -1)) {
    const before = node.parent?.scene?.status.type;
    if (last === null || before !== "continue") count += 1;
    last = node;
  }
  return count;
}

/** @param {Branch} node @param {How} how */
function remark(node, how) {
  const printed = how.isPrinted(node);
  return h(
    "div",
    { class: "remark" },
    h("b", { class: printed ? "voice-print" : "voice-own" }, printed ? how.voice : "You"),
    node.comment,
  );
}

/** The number before a move in running text. @param {Branch} first @param {boolean} always @param {How} how */
function number(first, always, how) {
  const turn = turnsBefore(first);
  const nth = Math.floor(turn / Math.max(1, how.seats)) + 1;
  return turn % how.seats === 0 ? `${nth}.` : always ? `${nth}…` : "";
}
