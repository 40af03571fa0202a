// The list of a study: the line that goes on, with variations under the step they replace.

import { h } from "./dom.js";

/** @typedef {import("./tree.js").Branch} Branch */

/**
 * @typedef {object} How
 * @property {Branch} now the step on the board
 * @property {(node: Branch) => void} go
 */

/** @param {Branch} root @param {How} how @returns {HTMLElement} */
export function treeList(root, how) {
  const list = h("div", { class: "tree", role: "group", "aria-label": "Moves and variations" });
  if (root.comment) list.append(h("p", { class: "remark" }, root.comment));
  addLine(list, root, 0, how);
  return list;
}

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

/** @param {HTMLElement} list @param {Branch} from @param {number} depth @param {How} how */
function addLine(list, from, depth, how) {
  let node = from;
  let first = true;
  for (;;) {
    const [next, ...others] = node.children;
    if (!next) return;
    const end = turnEnd(next);
    list.append(move(next, end, first || others.length > 0 || node.comment !== "", how));
    if (end.comment) list.append(h("p", { class: "remark" }, end.comment));
    for (const other of others) list.append(variation(other, depth + 1, how));
    first = others.length > 0 || end.comment !== "";
    node = end;
  }
}

/** @param {Branch} first @param {number} depth @param {How} how */
function variation(first, depth, how) {
  const end = turnEnd(first);
  const block = h("div", { class: "variation", role: "group", "aria-label": `Variation: ${first.step}` });
  block.append(move(first, end, true, how));
  if (end.comment) block.append(h("p", { class: "remark" }, end.comment));
  if (depth > 3 && end.size > 0 && !how.now.line.includes(first)) {
    block.append(h("span", { class: "soft" }, ` … ${end.size} more`));
  } else addLine(block, end, depth, how);
  return block;
}

/** @param {Branch} first @param {Branch} end @param {boolean} numbered @param {How} how */
function move(first, end, numbered, how) {
  const seats = 2;
  const turn = turnsBefore(first);
  const number = Math.floor(turn / seats) + 1;
  const mark = turn % seats === 0 ? `${number}.` : numbered ? `${number}…` : "";
  const steps = [];
  for (let node = end; ; node = /** @type {Branch} */ (node.parent)) {
    steps.unshift(node);
    if (node === first) break;
  }
  const now = steps.includes(how.now);
  const words = end.turn || steps.map(({ step }) => step).join(" ");
  return h(
    "span",
    { class: "tree-move" },
    mark ? h("i", {}, mark) : null,
    h(
      "button",
      {
        type: "button",
        class: `move${now ? " now" : ""}`,
        "aria-current": now ? "step" : null,
        onclick: () => how.go(end),
      },
      `${words}${end.glyph}`,
    ),
  );
}
