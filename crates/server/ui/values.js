// Known values as they are drawn: a round seal for a win, a square one for a draw, a shield for a loss, with the number
// of turns where that is known. Shape, word and number say the same, so that colour is never needed.

import { s } from "./dom.js";

/** @typedef {import("./types.d.ts").KnownStep} KnownStep */
/** @typedef {import("./types.d.ts").KnownWord} KnownWord */

/** With more steps than this, or with more that end on one site, only men carry a value until one is chosen. */
const MOST_SEALS = 24;
const MOST_SEALS_ON_A_SITE = 2;

/** "win in 19", or "win" where only that is proved. @param {KnownWord | null} value @param {number | null} turns @param {boolean} [alone] */
export function valueWords(value, turns, alone = false) {
  if (!value) return "not known";
  if (alone) return value === "win" ? `solved in ${turns}` : "cannot be solved";
  return turns === null ? value : `${value} in ${turns}`;
}

/** A seal by itself. @param {KnownWord | null} value @param {number | null} turns @param {number} radius @param {boolean} best */
export function seal(value, turns, radius, best = false) {
  const signs = { win: "+", draw: "=", loss: "−" };
  const words = turns !== null ? String(turns) : value ? signs[value] : "?";
  const group = s("g", { class: `value value-${value ?? "unknown"}${best ? " value-best" : ""}` });
  if (value === "win") {
    if (best) group.append(s("circle", { class: "value-ring", r: radius * 1.3 }));
    group.append(s("circle", { r: radius }));
  } else if (value === "loss") {
    const [side, top, low] = [radius, -radius, radius * 1.15];
    group.append(s("path", { d: `M${-side} ${top}H${side}V${low * 0.35}L0 ${low}L${-side} ${low * 0.35}Z` }));
  } else {
    const side = radius * 0.9;
    if (best)
      group.append(
        s("rect", { class: "value-ring", x: -side * 1.3, y: -side * 1.3, width: side * 2.6, height: side * 2.6 }),
      );
    group.append(s("rect", { x: -side, y: -side, width: 2 * side, height: 2 * side }));
  }
  group.append(s("text", { y: radius * 0.36, "font-size": radius * (words.length > 2 ? 0.8 : 1) }, words));
  return group;
}

/** A seal in running text. @param {KnownWord | null} value @param {number | null} turns @param {boolean} [best] */
export function smallSeal(value, turns, best = false) {
  return s(
    "svg",
    { class: "value-small", viewBox: "-28 -28 56 56", "aria-hidden": "true" },
    seal(value, turns, 20, best),
  );
}

/**
 * Which steps carry a seal, and where: those that go on from what has been touched; of many, the best of each man.
 * @param {KnownStep[]} steps
 * @param {number[]} path
 * @returns {{site: number, from: number | null, step: KnownStep, more: boolean}[]}
 */
export function placed(steps, path) {
  const open = steps.filter(
    ({ clicks }) => clicks.length > path.length && path.every((site, nth) => clicks[nth] === site),
  );
  const menTo = (/** @type {number | undefined} */ site) =>
    new Set(open.filter(({ clicks }) => clicks.at(-1) === site).map(({ clicks }) => clicks[0])).size;
  const crowded = open.some(({ clicks }) => clicks.length > 1 && menTo(clicks.at(-1)) > MOST_SEALS_ON_A_SITE);
  const perMan = path.length === 0 && (open.length > MOST_SEALS || crowded);
  /** @type {Map<string, {site: number, from: number | null, step: KnownStep, more: boolean}>} */
  const seals = new Map();
  for (const step of open) {
    const from = step.clicks.length > 1 ? (step.clicks[0] ?? null) : null;
    const last = step.clicks[step.clicks.length - 1] ?? 0;
    const site = perMan ? (step.clicks[0] ?? 0) : last;
    const name = perMan ? String(site) : `${from} ${site}`;
    const known = seals.get(name);
    // Steps are listed best first.
    if (known) known.more = true;
    else seals.set(name, { site, from: perMan ? null : from, step, more: false });
  }
  return [...seals.values()];
}

/**
 * Draws the seals over a board.
 * @param {SVGElement} group
 * @param {import("./draw.js").Plan} plan
 * @param {KnownStep[]} steps
 * @param {number[]} path
 */
export function drawValues(group, plan, steps, path) {
  const seals = placed(steps, path).filter(({ site }) => plan.onBoard(site));
  /** @type {Map<number, typeof seals>} */
  const bySite = new Map();
  for (const one of seals) bySite.set(one.site, [...(bySite.get(one.site) ?? []), one]);
  for (const [site, here] of bySite) {
    const middle = plan.middle(site);
    const men = here.map((one) => ({
      ...one,
      origin: one.from !== null && plan.onBoard(one.from) ? plan.middle(one.from) : middle,
    }));
    // Seals that share a site lie as their men do: beside each other, or above one another.
    const spread = (/** @type {0 | 1} */ axis) => {
      const places = men.map(({ origin }) => origin[axis]);
      return Math.max(...places) - Math.min(...places);
    };
    const axis = spread(0) >= spread(1) ? 0 : 1;
    men.sort((one, other) => one.origin[axis] - other.origin[axis]);
    const radius = men.length > 1 ? 20 : 27;
    men.forEach(({ origin, step, more }, nth) => {
      const shift = (nth - (men.length - 1) / 2) * 46;
      const [x, y] = axis === 0 ? [middle[0] + shift, middle[1]] : [middle[0], middle[1] + shift];
      if (origin !== middle) {
        const [fromX, fromY] = origin;
        const length = Math.hypot(x - fromX, y - fromY) || 1;
        const part = (/** @type {number} */ far) => [
          fromX + ((x - fromX) * far) / length,
          fromY + ((y - fromY) * far) / length,
        ];
        const d = `M${part(34).join(" ")}L${part(Math.max(34, length - radius)).join(" ")}`;
        group.append(s("path", { class: "value-arm-h", d }), s("path", { class: "value-arm", d }));
      }
      const drawn = seal(step.value, step.turns, radius, step.best);
      drawn.setAttribute("transform", `translate(${x} ${y})`);
      if (more) drawn.append(s("text", { class: "value-more", x: radius, y: -radius * 0.6 }, "+"));
      group.append(drawn);
    });
  }
}

/** What a cell's name adds: the best that can be done from or to here. @param {KnownStep[]} steps @param {number[]} path @param {number} site */
export function valueOfSite(steps, path, site) {
  const here = placed(steps, path).find((seal) => seal.site === site);
  return here ? valueWords(here.step.value, here.step.turns) : "";
}
