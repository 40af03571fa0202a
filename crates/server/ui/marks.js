// Marks on a board, each at its site: what is chosen, hinted at, right, refused.

import { s, stamp } from "./dom.js";

/** @typedef {import("./draw.js").Plan} Plan */

const MARKS = {
  /** What is chosen. */
  frame: (/** @type {number} */ x, /** @type {number} */ y) => {
    const box = { x: x - 48, y: y - 48, width: 96, height: 96 };
    return [s("rect", { class: "halo mk-box", ...box }), s("rect", { class: "mk mk-box", ...box })];
  },
  /** Where a hint leads. */
  ring: (/** @type {number} */ cx, /** @type {number} */ cy) => [
    s("circle", { class: "halo", cx, cy, r: 44 }),
    s("circle", { class: "hint-ring", cx, cy, r: 44 }),
  ],
  /** What was done here was right. */
  seal: (/** @type {number} */ x, /** @type {number} */ y) => [
    s(
      "g",
      { class: "seal", transform: `translate(${x + 38} ${y - 38})` },
      s("circle", { r: 20 }),
      s("path", { d: "M-9 0L-3 7L10 -8" }),
    ),
  ],
  /** This click was refused. */
  cross: (/** @type {number} */ x, /** @type {number} */ y) => {
    const d = `M${x - 22} ${y - 22}L${x + 22} ${y + 22}M${x + 22} ${y - 22}L${x - 22} ${y + 22}`;
    return [s("path", { class: "wrong-h", d }), s("path", { class: "wrong-x", d })];
  },
  /** The man that a refusal is about. */
  why: (/** @type {number} */ x, /** @type {number} */ y) => [stamp("m-why", x + 34, y - 38, 48)],
  /** A pit that may be chosen: a ring would hide its number. */
  pit: (/** @type {number} */ x, /** @type {number} */ y) => [
    s("rect", { class: "can", x: x - 47, y: y - 47, width: 94, height: 94 }),
  ],
  /** One of many places that may be chosen. */
  dot: (/** @type {number} */ cx, /** @type {number} */ cy) => [s("circle", { class: "mk-dot", cx, cy, r: 7 })],
};

/** @param {SVGElement} group @param {Plan} plan @param {keyof typeof MARKS} kind @param {number | null} site */
export function putMark(group, plan, kind, site) {
  if (site === null || !plan.onBoard(site)) return;
  const [x, y] = plan.middle(site);
  group.append(...MARKS[kind](x, y));
}

/** Where a hand may stand beside what it points at, and how it is turned there. */
const SIDES = [
  { dx: 1, dy: 0, turn: "translate(138 -24) scale(-1 1)" },
  { dx: -1, dy: 0, turn: "translate(-138 -24)" },
  { dx: 0, dy: 1, turn: "rotate(90) translate(138 -24) scale(-1 1)" },
  { dx: 0, dy: -1, turn: "rotate(90) translate(-138 -24)" },
];
/** From a site to the middle of its hand, and how near to that nothing else may stand, along the hand and across. */
const [HAND, LONG, BROAD] = [96, 84, 66];

/** A hand that points at a site from a side where it covers none of the others, if there is one. @param {SVGElement} group @param {Plan} plan @param {number} site @param {number[]} others */
export function drawHand(group, plan, site, others) {
  if (!plan.onBoard(site)) return;
  const [x, y] = plan.middle(site);
  const inward = x < plan.width / 2 ? 1 : -1;
  const places = others.filter((other) => other !== site && plan.onBoard(other)).map((other) => plan.middle(other));
  const worth = (/** @type {{dx: number, dy: number}} */ { dx, dy }) => {
    const [hx, hy] = [x + dx * HAND, y + dy * HAND];
    const [wide, high] = dx ? [LONG, BROAD] : [BROAD, LONG];
    const isOut = hx < 0 || hy < 0 || hx > plan.width || hy > plan.height;
    const covered = places.filter(([ox, oy]) => Math.abs(ox - hx) < wide && Math.abs(oy - hy) < high).length;
    return covered + (isOut ? 9 : 0) - (dx === inward ? 0.5 : 0);
  };
  const [side] = [...SIDES].sort((one, other) => worth(one) - worth(other));
  group.append(
    s(
      "g",
      { class: "manicule", transform: `translate(${x} ${y}) ${side?.turn}` },
      s("rect", { class: "manicule-bed", x: -4, y: -5, width: 92, height: 57, rx: 6 }),
      s("use", { href: "#hand", width: 84, height: 47 }),
    ),
  );
}

/** The way touched so far. @param {SVGElement} group @param {Plan} plan @param {number[]} path */
export function drawWay(group, plan, path) {
  if (path.length < 2) return;
  const d = `M${path.map((site) => plan.middle(site).join(" ")).join("L")}`;
  group.append(s("path", { class: "way-h", d }), s("path", { class: "way", d }));
}

/** Where a sowing goes, from the pit that is lifted to the last one dropped into. @param {SVGElement} group @param {Plan} plan @param {number[]} sites */
export function drawSowing(group, plan, sites) {
  const [[x, y] = [0, 0], [px, py] = [0, 0]] = sites
    .slice(-2)
    .reverse()
    .map((site) => plan.middle(site));
  const turn = (Math.atan2(y - py, x - px) * 180) / Math.PI;
  drawWay(group, plan, sites);
  group.append(
    s("path", { class: "way-tip", d: "M26 0L-16 18L-6 0L-16 -18Z", transform: `translate(${x} ${y}) rotate(${turn})` }),
  );
}
