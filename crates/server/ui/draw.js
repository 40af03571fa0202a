// Draws any board and its men from what the server tells of them: one renderer for all games.
// A cell is 100 units. Groups lie in this order: ground, labels, what just happened, men, what may happen,
// and last the transparent cells that are touched.

import { s, stamp } from "./dom.js";
import { drawMan, standsInColumns } from "./men.js";

/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Placed} Placed */
/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").Site} Site */

export const CELL = 100;

/**
 * How a board lies on the page: as it is, half turned (`flipped`), or a quarter turned for narrow screens.
 * @typedef {{flipped?: boolean, turned?: boolean}} Lie
 */

/** How a page makes room for a board. @param {Board} board @returns {"wide" | "tall" | "square"} */
export function shapeOf({ width, height }) {
  return width / height > 1.5 ? "wide" : height / width > 1.25 ? "tall" : "square";
}

/** A board on paper: where each of its sites is drawn. */
export class Plan {
  /**
   * @param {string} game
   * @param {Board} board
   * @param {Lie} [lie]
   */
  constructor(game, board, { flipped = false, turned = false } = {}) {
    this.game = game;
    this.board = board;
    this.flipped = flipped;
    this.turned = turned;
    this.width = (turned ? board.height : board.width) * CELL;
    this.height = (turned ? board.width : board.height) * CELL;
    this.sites = board.sites.map((site) => this.place(site.x, site.y));
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {[number, number]}
   */
  place(x, y) {
    const { width, height } = this.board;
    if (this.flipped) [x, y] = [width - x, height - y];
    return this.turned ? [(height - y) * CELL, x * CELL] : [x * CELL, y * CELL];
  }

  /** @param {number} site @returns {[number, number]} */
  middle(site) {
    return this.sites[site] ?? [0, 0];
  }

  /** Whether a site lies on the board and not beside it. @param {number} site */
  onBoard(site) {
    return this.board.sites[site]?.kind !== "tray";
  }

  /** The site nearest to a point, among those asked for. @param {number} x @param {number} y @param {(site: number) => boolean} among */
  nearest(x, y, among) {
    let best = -1;
    let least = Infinity;
    this.sites.forEach(([sx, sy], site) => {
      const distance = Math.hypot(sx - x, sy - y);
      if (this.onBoard(site) && among(site) && distance < least) [best, least] = [site, distance];
    });
    return { site: best, distance: least };
  }

  /** The next site in a direction, as the arrow keys go. @param {number} from @param {number} dx @param {number} dy */
  neighbour(from, dx, dy) {
    const [x, y] = this.middle(from);
    let best = from;
    let least = Infinity;
    this.sites.forEach(([sx, sy], site) => {
      if (site === from || !this.onBoard(site)) return;
      const along = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (along < 10) return;
      const cost = along + aside * 2.2;
      if (cost < least) [best, least] = [site, cost];
    });
    return best;
  }
}

/**
 * A whole board as a picture that nobody touches: thumbnails, figures, print.
 * @param {string} game
 * @param {Board} board
 * @param {Placed[]} pieces
 * @param {{label: string, labels?: boolean, lie?: Lie, last?: Taken[]}} how
 */
export function picture(game, board, pieces, { label, labels = false, lie = {}, last = [] }) {
  const plan = new Plan(game, board, lie);
  return s(
    "svg",
    { class: `board picture game-${game}`, viewBox: viewBox(plan, labels), role: "img", "aria-label": label },
    drawGround(plan, labels),
    drawLast(plan, last),
    drawMen(plan, pieces),
  );
}

/** @param {Plan} plan @param {boolean} labels */
export function viewBox(plan, labels) {
  const rim = labels && plan.board.columns.length > 0 && !plan.board.sites.some((site) => site.kind === "pennant");
  const [left, below] = rim ? [44, 44] : [20, 20];
  return `${-left} -20 ${plan.width + left + 20} ${plan.height + 20 + below}`;
}

/** What is printed: frame, squares, lines, labels. @param {Plan} plan @param {boolean} labels */
export function drawGround(plan, labels = true) {
  const { board } = plan;
  const group = s("g", { class: "b-ground", "aria-hidden": "true" });
  const kinds = new Set(board.sites.map((site) => site.kind));
  group.append(frame(plan));
  if (kinds.has("pennant"))
    group.append(s("rect", { class: "sq-f", x: 0, y: 0, width: plan.width, height: plan.height }));
  for (const [x, y, ground] of board.decoration) group.append(...square(plan.place(x, y), ground));
  board.sites.forEach((site, nth) => {
    if (site.kind === "cell" || site.kind === "pit") group.append(...square(plan.middle(nth), site.ground));
  });
  if (kinds.has("point")) group.append(points(plan));
  if (kinds.has("pennant")) group.append(track(plan));
  else if (!kinds.has("point")) group.append(grid(plan));
  if (board.sites.some((site) => site.ground.startsWith("lodge"))) group.append(crowns(plan));
  if (labels) group.append(names(plan));
  return group;
}

/** Whether the board is a full rectangle of squares. @param {Board} board */
function isWhole(board) {
  const cells = board.sites.filter((site) => site.kind !== "tray").length + board.decoration.length;
  return (
    board.lines.length > 0 || board.sites.some((site) => site.kind === "pennant") || cells >= board.width * board.height
  );
}

/** The double line around a board, whatever its outline. @param {Plan} plan */
function frame(plan) {
  const group = s("g", {});
  if (isWhole(plan.board)) {
    group.append(
      s("rect", { class: "fr", x: -18, y: -18, width: plan.width + 36, height: plan.height + 36 }),
      s("rect", { class: "fr2", x: -11, y: -11, width: plan.width + 22, height: plan.height + 22 }),
      s("rect", { class: "sq-l", x: 0, y: 0, width: plan.width, height: plan.height }),
    );
    return group;
  }
  const outline = plan.sites.map(([x, y], site) => (plan.onBoard(site) ? block(x, y) : "")).join("");
  group.append(s("path", { class: "fr-out", d: outline }), s("path", { class: "fr-in", d: outline }));
  return group;
}

/** @param {number} x @param {number} y */
const block = (x, y) => `M${x - 50} ${y - 50}h100v100h-100Z`;

/** @type {Record<string, [string, string | null]>} Each ground's fill, and its hatching. */
const GROUNDS = {
  light: ["sq-l", null],
  dark: ["sq-d", "hatch"],
  field: ["sq-f", null],
  corridor: ["sq-l", null],
  "lodge-1": ["sq-g", "hatch-gules"],
  "lodge-2": ["sq-a", "hatch-azure"],
  "field-1": ["sq-d1", "hatch"],
  "field-2": ["sq-d2", "hatch"],
  front: ["sq-l", null],
  back: ["sq-d", "hatch-level"],
  star: ["sq-l", null],
  diamond: ["sq-l", null],
  block: ["sq-l", null],
};

/** @param {[number, number]} middle @param {string} ground */
function square([x, y], ground) {
  const [fill, hatching] = GROUNDS[ground] ?? ["sq-l", null];
  const box = { x: x - 50, y: y - 50, width: CELL, height: CELL };
  const parts = [s("rect", { class: fill, ...box })];
  if (hatching) parts.push(s("rect", { fill: `url(#${hatching})`, ...box }));
  if (ground === "star") parts.push(stamp("rose", x, y, 96, "orn-soft"));
  if (ground === "block") parts.push(stamp("block", x, y, 84));
  if (ground === "diamond")
    parts.push(s("path", { class: "ln", d: `M${x} ${y - 44}L${x + 44} ${y}L${x} ${y + 44}L${x - 44} ${y}Z` }));
  return parts;
}

/** Lines between squares that have no colour to part them, and the board's edge. @param {Plan} plan */
function grid(plan) {
  const { board } = plan;
  const group = s("g", {});
  const plain = board.sites.some((site) => ["field", "front", "corridor"].includes(site.ground));
  if (plain) {
    const d = plan.sites.map(([x, y], site) => (plan.onBoard(site) ? block(x, y) : "")).join("");
    group.append(s("path", { class: "ln-thin", d }));
  }
  if (isWhole(board)) group.append(s("rect", { class: "ln", x: 0, y: 0, width: plan.width, height: plan.height }));
  const inner = plan.sites.filter((_, site) => board.sites[site]?.ground === "field");
  if (inner.length > 0 && board.sites.some((site) => site.ground.startsWith("lodge"))) {
    const xs = inner.map(([x]) => x);
    const ys = inner.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - 50, Math.min(...ys) - 50];
    group.append(
      s("rect", {
        class: "ln-2",
        x: left,
        y: top,
        width: Math.max(...xs) + 50 - left,
        height: Math.max(...ys) + 50 - top,
      }),
    );
  }
  if (board.sites.some((site) => site.kind === "pit")) {
    const [x1, y1] = plan.place(0, board.height / 2);
    const [x2, y2] = plan.place(board.width, board.height / 2);
    group.append(s("path", { class: "ln-4", d: `M${x1} ${y1}L${x2} ${y2}` }));
  }
  return group;
}

/** Points and the lines that join them. @param {Plan} plan */
function points(plan) {
  const d = plan.board.lines
    .map(([from, to]) => `M${plan.middle(from).join(" ")}L${plan.middle(to).join(" ")}`)
    .join("");
  const group = s("g", {}, s("path", { class: "ln-2", d }));
  const [x, y] = [plan.width / 2, plan.height / 2];
  group.append(stamp("rose", x, y, 100, "orn-soft"), s("circle", { class: "ln-thin", cx: x, cy: y, r: 44 }));
  plan.sites.forEach(([cx, cy], site) => {
    if (plan.board.sites[site]?.kind === "point") group.append(s("circle", { class: "pt", cx, cy, r: 13 }));
  });
  return group;
}

/** A track of pennants around the field, each pointing outwards. @param {Plan} plan */
function track(plan) {
  const group = s("g", { class: "b-track" });
  const cells = plan.sites
    .filter((_, site) => plan.board.sites[site]?.kind === "cell")
    .concat(plan.board.decoration.map(([x, y]) => plan.place(x, y)));
  const [left, right] = [Math.min(...cells.map(([x]) => x)) - 50, Math.max(...cells.map(([x]) => x)) + 50];
  const [top, bottom] = [Math.min(...cells.map(([, y]) => y)) - 50, Math.max(...cells.map(([, y]) => y)) + 50];
  group.append(s("rect", { class: "ln-2", x: left, y: top, width: right - left, height: bottom - top }));
  plan.board.sites.forEach((site, nth) => {
    if (site.kind !== "pennant") return;
    const [x, y] = plan.middle(nth);
    const [outX, outY] = [x < left ? -1 : x > right ? 1 : 0, y < top ? -1 : y > bottom ? 1 : 0];
    const turn = (Math.atan2(outY, outX) * 180) / Math.PI + 90;
    const fill = site.ground === "star" ? "pen-s" : nth % 2 ? "pen-d" : "pen-l";
    group.append(
      s("path", {
        class: `pen ${fill}`,
        transform: `translate(${x + outX * 8} ${y + outY * 8}) rotate(${turn})`,
        d: "M-38 28H38L0 -42Z",
      }),
    );
    if (site.ground === "star") group.append(stamp("star", x, y - 2, 30, "orn"));
  });
  return group;
}

/** King's Men: a crown in each corner that the cross leaves free. @param {Plan} plan */
function crowns(plan) {
  const group = s("g", {});
  for (const x of [CELL, plan.width - CELL]) {
    for (const y of [CELL, plan.height - CELL]) group.append(stamp("crown", x, y, 104, "orn"));
  }
  return group;
}

/** Letters and numbers at the edge, or each site's own name on it. @param {Plan} plan */
function names(plan) {
  const { board } = plan;
  const group = s("g", { class: "b-labels" });
  const pennants = board.sites.some((site) => site.kind === "pennant");
  for (const [x, text] of board.columns) {
    const [X, Y] = plan.place(x, 0);
    group.append(plan.turned ? rim(-26, Y + 6, text) : rim(X, plan.height + 36, text));
  }
  for (const [y, text] of board.rows) {
    const [X, Y] = plan.place(0, y);
    if (pennants) {
      for (const edge of [0.9, board.width - 0.9]) {
        const [px, py] = plan.place(edge, y);
        group.append(s("text", { class: "num-big", "text-anchor": "middle", x: px, y: py + 9 }, text));
      }
    } else group.append(plan.turned ? rim(X, plan.height + 36, text) : rim(-28, Y + 6, text));
  }
  const named = board.columns.length === 0;
  board.sites.forEach((site, nth) => {
    const [x, y] = plan.middle(nth);
    if (site.kind === "pennant") {
      const lower = site.ground === "star" ? 24 : 6;
      group.append(s("text", { class: "num", "text-anchor": "middle", x, y: y + lower }, site.name));
    } else if (site.kind === "tray" || !named) return;
    else if (site.kind === "point") {
      // Clear of a man on the point, and inside the board.
      const atEdge = x > plan.width - 60;
      const anchor = atEdge ? "end" : "start";
      group.append(
        s("text", { class: "num num-pt", "text-anchor": anchor, x: atEdge ? x + 48 : x + 34, y: y - 38 }, site.name),
      );
    } else {
      const name = site.kind === "pit" ? site.name.slice(1) : site.name;
      if (site.ground === "dark" && site.kind === "cell")
        group.append(s("circle", { class: "spot", cx: x, cy: y, r: 40 }));
      group.append(s("text", { class: "num", x: x - 46, y: y - 33 }, name));
    }
  });
  return group;
}

/** @param {number} x @param {number} y @param {string} text */
const rim = (x, y, text) => s("text", { class: "num-rim", x, y }, text);

/** All men of a position. @param {Plan} plan @param {Placed[]} pieces */
export function drawMen(plan, pieces) {
  const group = s("g", { class: "b-men", "aria-hidden": "true" });
  const inOrder = pieces
    .filter(({ site, men }) => men.length > 0 && plan.onBoard(site))
    .sort((first, second) => plan.middle(first.site)[1] - plan.middle(second.site)[1]);
  for (const placed of inOrder) group.append(drawPlaced(plan, placed));
  return group;
}

/** The men of one site, as one group that can glide. @param {Plan} plan @param {Placed} placed */
export function drawPlaced(plan, { site, men }) {
  const { game } = plan;
  const [x, y] = plan.middle(site);
  const group = s("g", { class: "man", "data-site": site });
  const kind = plan.board.sites[site]?.kind;
  if (kind === "pit") {
    seeds(men.length).forEach(([dx, dy], nth) => {
      const man = men[nth];
      if (man) group.append(drawMan(game, man, x + dx, y + dy, 30));
    });
    group.append(s("text", { class: "num-big count", "text-anchor": "end", x: x + 44, y: y + 42 }, String(men.length)));
  } else if (kind === "pennant") {
    men.forEach((man, nth) => {
      const spread = men.length > 1 ? (nth - (men.length - 1) / 2) * 34 : 0;
      group.append(drawMan(game, man, x + spread, y, men.length > 1 ? 66 : 84));
    });
  } else if (men.length === 1 || !standsInColumns(game)) {
    for (const man of men) group.append(drawMan(game, man, x, y + (standsInColumns(game) ? -6 : 0), 96));
  } else {
    const rise = men.length > 5 ? 60 / men.length : 15;
    men.forEach((man, nth) => group.append(drawMan(game, man, x, y + 4 - nth * rise, 96)));
    group.append(
      s("circle", { class: "badge", cx: x + 36, cy: y + 34, r: 15 }),
      s("text", { class: "badge-n", x: x + 36, y: y + 41 }, String(men.length)),
    );
  }
  return group;
}

/** Where up to five men lie in a pit. @param {number} count @returns {[number, number][]} */
function seeds(count) {
  const shown = Math.min(count, 5);
  if (shown === 1) return [[0, 2]];
  if (shown === 2)
    return [
      [-17, 2],
      [17, 2],
    ];
  if (shown === 3)
    return [
      [-17, 18],
      [17, 18],
      [0, -14],
    ];
  const four = /** @type {[number, number][]} */ ([
    [-18, -14],
    [18, -14],
    [-18, 20],
    [18, 20],
  ]);
  return shown === 4 ? four : [...four, [0, 3]];
}

/** Men that belong together, such as a closed row, on a bar in their side's colour. @param {Plan} plan @param {{seat: number, sites: number[]}[]} joined */
export function drawJoined(plan, joined) {
  return joined.flatMap(({ seat, sites }) => {
    const d = `M${sites.map((site) => plan.middle(site).join(" ")).join("L")}`;
    return [s("path", { class: `mill-out mill-out-${seat}`, d }), s("path", { class: `mill mill-${seat}`, d })];
  });
}

/** What just happened: from, to, the way between, ghosts of those who left. @param {Plan} plan @param {Taken[]} last */
export function drawLast(plan, last) {
  const group = s("g", { class: "b-last", "aria-hidden": "true" });
  /** @type {Set<number>} */ const left = new Set();
  /** @type {Set<number>} */ const reached = new Set();
  /** @type {Set<number>} */ const gone = new Set();
  /** @type {number[][]} */ const ways = [];
  for (const { beats } of last) {
    for (const effect of beats.flat()) trace(plan, effect, { left, reached, gone, ways });
  }
  for (const site of left) if (!reached.has(site)) mark(group, plan, site, "m-crop0", 100);
  for (const site of reached) mark(group, plan, site, "m-crop", 100);
  for (const way of ways) if (way.length > 1) group.append(...dotted(plan, way));
  for (const site of gone) {
    if (reached.has(site) || !plan.onBoard(site)) continue;
    const [x, y] = plan.middle(site);
    group.append(
      s(
        "g",
        { transform: `translate(${x} ${y})` },
        s("circle", { class: "ghost-man", r: 32 }),
        s("path", { class: "ghost-x", d: "M-16 16L16 -16M-16 -16L16 16" }),
      ),
    );
  }
  return group;
}

/**
 * @param {Plan} plan
 * @param {import("./types.d.ts").Effect} effect
 * @param {{left: Set<number>, reached: Set<number>, gone: Set<number>, ways: number[][]}} story
 */
function trace(plan, effect, { left, reached, gone, ways }) {
  const { type, from = -1, over, to = -1 } = effect;
  const go = (/** @type {number} */ a, /** @type {number} */ b) => {
    if (!plan.onBoard(a) || !plan.onBoard(b)) return;
    const way = ways.find((way) => way[way.length - 1] === a);
    if (way) way.push(b);
    else ways.push([a, b]);
  };
  switch (type) {
    case "move":
    case "jump":
      left.add(from);
      reached.delete(from);
      if (plan.onBoard(to)) reached.add(to);
      if (over === undefined) go(from, to);
      else {
        go(from, over);
        go(over, to);
      }
      break;
    case "carry":
      go(from, to);
      reached.add(to);
      break;
    case "take":
      gone.add(from);
      break;
    case "place":
      if (plan.onBoard(to)) reached.add(to);
      break;
    case "lift":
      left.add(from);
      ways.push([from]);
      break;
    case "drop": {
      const way = ways[ways.length - 1];
      if (way) way.push(to);
      else ways.push([to]);
      break;
    }
    case "change":
      break;
  }
}

/** @param {SVGElement} group @param {Plan} plan @param {number} site @param {string} drawing @param {number} size */
export function mark(group, plan, site, drawing, size) {
  if (!plan.onBoard(site)) return;
  const [x, y] = plan.middle(site);
  group.append(stamp(drawing, x, y, size));
}

/** A dotted way with an arrow at its end. @param {Plan} plan @param {number[]} way */
function dotted(plan, way) {
  const places = way.map((site) => plan.middle(site));
  const d = `M${places.map((place) => place.join(" ")).join("L")}`;
  const [x1, y1] = places[places.length - 2] ?? [0, 0];
  const [x2, y2] = places[places.length - 1] ?? [0, 0];
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return [
    s("path", { class: "way-h", d }),
    s("path", { class: "way", d }),
    s("path", {
      class: "way-tip",
      transform: `translate(${x2} ${y2}) rotate(${turn})`,
      d: "M-4 0L-18 -10L-12 0L-18 10Z",
    }),
  ];
}
