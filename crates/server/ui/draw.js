// Draws any board and its men from what the server tells of them: one renderer for all games.
// A cell is 100 units. Groups lie in this order: ground, labels, what just happened, men, what may happen,
// and last the transparent cells that are touched.

import { s, stamp } from "./dom.js";

/** @typedef {import("./types.d.ts").Board} Board */
/** @typedef {import("./types.d.ts").Placed} Placed */
/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").Site} Site */
/** @typedef {import("./types.d.ts").Man} Man */

export const CELL = 100;

/**
 * How a board lies on the page: as it is, half turned (`flipped`), or a quarter turned for narrow screens.
 * @typedef {{flipped?: boolean, turned?: boolean}} Lie
 */

/** How a page makes room for a board. @param {Board} board @returns {"wide" | "tall" | "square"} */
export function shapeOf({ width, height }) {
  return width / height > 1.5 ? "wide" : height / width > 1.25 ? "tall" : "square";
}

/** What the style sheet wants to know of a board. @param {Board} board */
export function boardClasses({ width, sites }) {
  const has = (/** @type {string} */ kind) => sites.some((site) => site.kind === kind);
  return `${width > 9 ? " dense" : ""}${has("pit") ? " pits" : ""}${has("pennant") ? " track" : ""}`;
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
    {
      class: `board picture game-${game}${boardClasses(board)}`,
      viewBox: viewBox(plan, labels),
      role: "img",
      "aria-label": label,
    },
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

/** How a lie is called. @param {Lie} lie @returns {keyof import("./types.d.ts").Grounds} */
const lieName = ({ flipped, turned }) => (flipped ? (turned ? "both" : "flipped") : turned ? "turned" : "straight");

/** What is printed, as the server has drawn it: frame, squares, lines, labels. @param {Plan} plan @param {boolean} labels */
export function drawGround(plan, labels = true) {
  const { grounds } = plan.board;
  const markup = (labels ? grounds.labelled?.[lieName(plan)] : null) ?? grounds.plain;
  const drawing = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`,
    "image/svg+xml",
  );
  const group = /** @type {SVGElement} */ (drawing.documentElement.firstElementChild);
  return document.importNode(group, true);
}

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
function drawPlaced(plan, { site, men }) {
  const [x, y] = plan.middle(site);
  const group = s("g", { class: "man", "data-site": site });
  const kind = plan.board.sites[site]?.kind;
  if (kind === "pit") {
    seeds(men.length).forEach(([dx, dy], nth) => {
      const man = men[nth];
      if (man) group.append(drawMan(man, x + dx, y + dy, 30));
    });
    group.append(s("text", { class: "num-big count", "text-anchor": "end", x: x + 44, y: y + 42 }, String(men.length)));
  } else if (kind === "pennant") {
    men.forEach((man, nth) => {
      const spread = men.length > 1 ? (nth - (men.length - 1) / 2) * 34 : 0;
      group.append(drawMan(man, x + spread, y, men.length > 1 ? 66 : 84));
    });
  } else if (!isColumn(men)) {
    for (const man of men) group.append(drawMan(man, x, y + (isDrum(man) ? -6 : 0), 96));
  } else {
    men.forEach((man, nth) => group.append(drawMan(man, x, y + 4 - nth * riseOf(men), 96)));
    group.append(...badge(x, y, men.length));
  }
  return group;
}

/** Whether men on one square stand upon each other. @param {Placed["men"]} men */
const isColumn = (men) => men.length > 1 && men.every(isDrum);

/** How much higher each man of a column stands than the one below him. @param {Placed["men"]} men */
const riseOf = ({ length }) => (length > 5 ? 60 / length : 15);

/** Where the middle of a column's leader is. @param {number} y of its site @param {Placed["men"]} men */
const leaderAt = (y, men) => y + 10 - (men.length - 1) * riseOf(men);

/** How many stand here. @param {number} x @param {number} y @param {number} count */
const badge = (x, y, count) => [
  s("circle", { class: "badge", cx: x + 36, cy: y + 34, r: 15 }),
  s("text", { class: "badge-n", x: x + 36, y: y + 41 }, String(count)),
];

/** A mark round a man; of a column round its leader, under its number. @param {SVGElement} group @param {Plan} plan @param {Placed} placed @param {string} drawing @param {number} size */
export function markMen(group, plan, { site, men }, drawing, size) {
  const [x, y] = plan.middle(site);
  if (!isColumn(men) || plan.board.sites[site]?.kind === "pit") return mark(group, plan, site, drawing, size);
  group.append(stamp(drawing, x, leaderAt(y, men), size), ...badge(x, y, men.length));
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

/**
 * The sites that decided a game: ringed, and numbered on a bar where they lie in one line. Of a column the leader is ringed.
 * @param {Plan} plan
 * @param {number[]} sites
 * @param {Placed[]} pieces
 * @returns {{under: SVGElement[], over: SVGElement[]}} what lies under the men, and what lies over them
 */
export function drawEnding(plan, sites, pieces) {
  const shown = sites.filter((site) => plan.onBoard(site));
  const line = inLine(shown.map((site) => plan.middle(site)));
  const d = `M${shown.map((site) => plan.middle(site).join(" ")).join("L")}`;
  const over = shown.flatMap((site, nth) => {
    const [x, y] = plan.middle(site);
    const men = pieces.find((placed) => placed.site === site)?.men ?? [];
    const column = isColumn(men) && plan.board.sites[site]?.kind !== "pit";
    const sign = line
      ? s("text", { class: "five-n", x: 34, y: -27 }, String(nth + 1))
      : s("path", { class: "decided-sign", d: "M34 -44L44 -34L34 -24L24 -34Z" });
    const ring = s(
      "g",
      {
        class: "decided",
        "data-decided": site,
        transform: `translate(${x} ${column ? leaderAt(y, men) : y})`,
      },
      s("circle", { class: "decided-h", r: 44 }),
      s("circle", { class: "decided-ring", r: 44 }),
      s("circle", { class: "five-dot", cx: 34, cy: -34, r: 16 }),
      sign,
    );
    return column ? [ring, ...badge(x, y, men.length)] : [ring];
  });
  return { under: line ? [s("path", { class: "five-h", d }), s("path", { class: "five", d })] : [], over };
}

/** Whether three places or more follow each other in one straight line. @param {[number, number][]} places */
function inLine(places) {
  const [first, second] = places;
  if (!first || !second || places.length < 3) return false;
  const [dx, dy] = [second[0] - first[0], second[1] - first[1]];
  return places.every(([x, y]) => {
    const [ex, ey] = [x - first[0], y - first[1]];
    return Math.abs(ex * dy - ey * dx) < 1 && ex * dx + ey * dy >= 0;
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
  // On points, close round the man: numbers stand beside them.
  const size = plan.board.lines.length > 0 ? 76 : 100;
  for (const site of left) if (!reached.has(site)) mark(group, plan, site, "m-crop0", size);
  for (const site of reached) mark(group, plan, site, "m-crop", size);
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
    const way = ways.find((way) => way.at(-1) === a);
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
      const way = ways.at(-1);
      if (way) way.push(to);
      else ways.push([to]);
    }
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
  const [x1, y1] = places.at(-2) ?? [0, 0];
  const [x2, y2] = places.at(-1) ?? [0, 0];
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

// --- men: the server says which drawing stands for which; the drawings are in the page (symbols.svg) ------

/**
 * One man, centred on a place.
 * @param {Man} man
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @returns {SVGElement}
 */
export function drawMan(man, x, y, size) {
  if (man.drawing) return stamp(man.drawing, x, y, size);
  return s("g", {}, stamp("plain", x, y, size), s("text", { class: "badge-n", x, y: y + size * 0.08 }, man.letter));
}

/** Whether a man is a drum, seen a little from above, so that columns of them can be read. @param {Man} man */
export const isDrum = (man) => man.drawing?.startsWith("drum-") ?? false;
