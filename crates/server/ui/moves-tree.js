// The list of a study: the line that goes on in two columns, with remarks and variations under the step they belong to.

import { h } from "./dom.js";

/** @typedef {import("./tree.js").Branch} Branch */

/**
 * @typedef {object} How
 * @property {Branch} now the step on the board
 * @property {number} seats how many take turns
 * @property {(node: Branch) => void} go
 * @property {(node: Branch) => boolean} isPrinted whether it belongs to the printed game
 * @property {(node: Branch) => string} chance what was read after it, in 100, or nothing
 * @property {string} voice who speaks in printed remarks
 */

/** @param {Branch} root @param {How} how @returns {HTMLElement} */
export function treeList(root, how) {
  const columns = how.seats === 2 ? 2 : how.seats === 1 ? 1 : 4;
  const list = h("div", { class: `tree tree-${columns}`, role: "group", "aria-label": "Moves and variations" });
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
    list.append(move(next, end, "", how));
    const more = end.comment || others.length > 0;
    last = column;
    if (more) {
      for (let gap = column + 1; gap < columns; gap += 1) list.append(h("span", { class: "tree-move tree-gap" }));
      if (end.comment) list.append(remark(end, how));
      others.forEach((other, nth) => list.append(variation(other, label("", nth), 1, how)));
      last = -1;
    } else if (column === columns - 1) last = -1;
    node = end;
  }
  return list;
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
function turnsBefore(first) {
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
    "p",
    { class: "remark" },
    h("b", { class: printed ? "voice-print" : "voice-own" }, printed ? how.voice : "You"),
    node.comment,
  );
}

/** A line beside the main one, in running text. @param {HTMLElement} block @param {Branch} from @param {string} name @param {number} depth @param {How} how */
function addLine(block, from, name, depth, how) {
  let node = from;
  let numbered = false;
  for (;;) {
    const [next, ...others] = node.children;
    if (!next) return;
    const end = turnEnd(next);
    block.append(move(next, end, mark(next, numbered, how), how));
    numbered = others.length > 0 || end.comment !== "";
    if (end.comment) block.append(h("em", { class: "remark" }, end.comment));
    others.forEach((other, nth) => block.append(variation(other, label(name, nth), depth + 1, how)));
    node = end;
  }
}

/** @param {Branch} first @param {string} name @param {number} depth @param {How} how */
function variation(first, name, depth, how) {
  const end = turnEnd(first);
  const block = h("div", { class: "variation", role: "group", "aria-label": `Variation ${name}: ${first.step}` });
  block.append(h("span", { class: "variation-name" }, name), move(first, end, mark(first, true, how), how));
  if (end.comment) block.append(h("em", { class: "remark" }, end.comment));
  if (depth > 3 && end.size > 0 && !how.now.line.includes(first)) {
    block.append(h("span", { class: "soft" }, ` … ${end.size} more`));
  } else addLine(block, end, name, depth, how);
  return block;
}

/** The number before a move in running text. @param {Branch} first @param {boolean} always @param {How} how */
function mark(first, always, how) {
  const turn = turnsBefore(first);
  const number = Math.floor(turn / Math.max(1, how.seats)) + 1;
  return turn % how.seats === 0 ? `${number}.` : always ? `${number}…` : "";
}

/** @param {Branch} first @param {Branch} end @param {string} number @param {How} how */
function move(first, end, number, how) {
  const steps = [];
  for (let node = end; ; node = /** @type {Branch} */ (node.parent)) {
    steps.unshift(node);
    if (node === first) break;
  }
  const now = steps.includes(how.now);
  const words = end.turn || steps.map(({ step }) => step).join(" ");
  return h(
    "span",
    { class: `tree-move${end.glyph.startsWith("?") ? " glyph-bad" : end.glyph ? " glyph-good" : ""}` },
    number ? h("i", {}, number) : null,
    h(
      "button",
      {
        type: "button",
        class: `move${now ? " now" : ""}`,
        "aria-current": now ? "step" : null,
        "data-chance": how.chance(end) || null,
        onclick: () => how.go(end),
      },
      `${words}${end.glyph}`,
    ),
  );
}
