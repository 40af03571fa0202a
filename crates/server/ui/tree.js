// A game with its variations: a tree of steps, each with what was remarked on it. Nothing here knows a rule; what a
// step leads to is filled in from the server.

/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").Scene} Scene */

/** Signs for a step, as records number them. @type {[string, string][]} */
export const GLYPHS = [
  ["!", "good"],
  ["?", "a mistake"],
  ["!!", "brilliant"],
  ["??", "a bad mistake"],
  ["!?", "interesting"],
  ["?!", "doubtful"],
];

export class Branch {
  /** @param {string} step @param {Branch | null} parent */
  constructor(step, parent) {
    this.step = step;
    this.parent = parent;
    /** The first one goes on, the others are variations. @type {Branch[]} */
    this.children = [];
    this.comment = "";
    /** One of the glyphs, or nothing. */
    this.glyph = "";
    /** What the server told of it. @type {Taken | null} */
    this.taken = null;
    /** The position after it, with its legal steps once it has been on the board. @type {Scene | null} */
    this.scene = null;
    /** Whether the scene has its legal steps. */
    this.whole = false;
    /** The turn so far, as records write it. */
    this.turn = "";
  }

  /** From the first step to this one. @returns {Branch[]} */
  get line() {
    const line = [];
    for (let at = /** @type {Branch} */ (this); at.parent; at = at.parent) line.unshift(at);
    return line;
  }

  get steps() {
    return this.line.map(({ step }) => step);
  }

  /** How many steps follow, all variations counted. @returns {number} */
  get size() {
    return this.children.reduce((sum, child) => sum + 1 + child.size, 0);
  }

  /** The step that this one goes on with, as far as the line goes. @returns {Branch} */
  get end() {
    return this.children[0]?.end ?? this;
  }
}

export class Tree {
  constructor() {
    this.root = new Branch("", null);
  }

  /** The step after another: the one that is there already, or a new variation. @param {Branch} at @param {string} step */
  add(at, step) {
    const known = at.children.find((child) => child.step === step);
    if (known) return known;
    const child = new Branch(step, at);
    at.children.push(child);
    return child;
  }

  /** @param {string[]} steps @param {Branch} [from] @returns {Branch} the last of them */
  grow(steps, from = this.root) {
    return steps.reduce((at, step) => this.add(at, step), from);
  }

  /** Makes the nearest variation that leads here the one that goes on. @param {Branch} at @returns {boolean} */
  promote(at) {
    for (let node = at; node.parent; node = node.parent) {
      const { children } = node.parent;
      const nth = children.indexOf(node);
      if (nth === 0) continue;
      children.splice(nth, 1);
      children.splice(nth - 1, 0, node);
      return true;
    }
    return false;
  }

  /** Makes the line that leads here the main one. @param {Branch} at @returns {boolean} whether anything had to change */
  makeMain(at) {
    const aside = at.line.filter((node) => node.parent?.children[0] !== node);
    for (const node of aside) {
      const children = node.parent?.children ?? [];
      children.splice(children.indexOf(node), 1);
      children.unshift(node);
    }
    return aside.length > 0;
  }

  /** Cuts a step off with all that follows, and tells how to put it back. @param {Branch} at @returns {() => void} */
  remove(at) {
    const { parent } = at;
    if (!parent) return () => {};
    const nth = parent.children.indexOf(at);
    parent.children.splice(nth, 1);
    return () => parent.children.splice(nth, 0, at);
  }

  /** The places of the children on the way to a step: what an address says of it. @param {Branch} at */
  path(at) {
    return at.line.map((node) => node.parent?.children.indexOf(node) ?? 0);
  }

  /** The step at such a path, as far as it leads. @param {number[]} path */
  at(path) {
    let node = this.root;
    for (const nth of path) {
      const child = node.children[nth];
      if (!child) break;
      node = child;
    }
    return node;
  }

  /** The tree as text: steps, $ and the number of a glyph, remarks in braces, variations in brackets. */
  write() {
    return writeFrom(this.root);
  }

  /** Reads what `write` has written; what cannot be read ends it. @param {string} text */
  static read(text) {
    const tree = new Tree();
    /** @type {Branch[]} */
    const stack = [];
    let at = tree.root;
    for (const [token] of text.matchAll(/\{[^}]*\}|[()]|[^\s(){}]+/g)) {
      if (token === "(") {
        if (!at.parent) break;
        stack.push(at);
        at = at.parent;
      } else if (token === ")") at = stack.pop() ?? at;
      else if (token.startsWith("{")) at.comment = unguarded(token.slice(1, -1));
      else if (/^\$\d$/.test(token)) at.glyph = GLYPHS[Number(token.slice(1)) - 1]?.[0] ?? "";
      else at = tree.add(at, token);
    }
    return tree;
  }
}

/** @param {Branch} node @returns {string} */
function written(node) {
  const glyph = GLYPHS.findIndex(([sign]) => sign === node.glyph);
  return [node.step, glyph < 0 ? "" : `$${glyph + 1}`, node.comment ? `{${guarded(node.comment)}}` : ""]
    .filter(Boolean)
    .join(" ");
}

/** @param {Branch} node @returns {string} */
function writeFrom(node) {
  const [first, ...others] = node.children;
  if (!first) return "";
  const variations = others.map((other) => `(${[written(other), writeFrom(other)].filter(Boolean).join(" ")})`);
  return [written(first), ...variations, writeFrom(first)].filter(Boolean).join(" ");
}

/** @param {string} words */
const guarded = (words) => words.replaceAll("%", "%25").replaceAll("{", "%7B").replaceAll("}", "%7D");
/** @param {string} words */
const unguarded = (words) => words.replaceAll("%7D", "}").replaceAll("%7B", "{").replaceAll("%25", "%");

// --- in an address ------------------------------------------------------------------------------------

/** @param {string} text */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @param {string} letters */
export async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
    letter.charCodeAt(0),
  );
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
