// Turns drawn on a board as darts, from what they do and never from their text: what the engine advises, and in a review
// what was played. A turn of several movements has a number at each; others have the letter of their line.

import { s } from "./dom.js";

/** @typedef {import("./types.d.ts").Beat} Beat */
/** @typedef {import("./draw.js").Plan} Plan */

/**
 * @typedef {object} Dart
 * @property {Beat[]} beats what the turn does
 * @property {"a" | "b" | "c" | "you"} kind how it is filled
 * @property {string} label what stands on it
 */

/** A part of a turn: a way over sites, or a place where something comes or goes. @typedef {{sites: number[], jump: boolean}} Movement */

/** What moves in a turn, in order. @param {Plan} plan @param {Beat[]} beats @returns {Movement[]} */
function movements(plan, beats) {
  /** @type {Movement[]} */
  const all = [];
  /** Men who are sown, from where they were lifted. @type {Movement | null} */
  let sown = null;
  for (const { type, from = -1, to = -1, over } of beats.flat()) {
    switch (type) {
      case "move":
      case "carry":
      case "jump":
        if (plan.onBoard(from) && plan.onBoard(to))
          all.push({ sites: wayOf(plan, from, to), jump: over !== undefined });
        break;
      case "place":
        if (plan.onBoard(to)) all.push({ sites: [to], jump: false });
        break;
      case "lift":
        sown = { sites: [from], jump: false };
        all.push(sown);
        break;
      case "drop":
        sown?.sites.push(to);
        break;
      default:
    }
  }
  if (all.length > 0) return all;
  // Nothing moves: men are taken off.
  const gone = beats.flat().filter(({ type, from = -1 }) => type === "take" && plan.onBoard(from));
  return gone.map(({ from = -1 }) => ({ sites: [from], jump: false }));
}

/** The sites between two: on a track those along it, the shorter way round. @param {Plan} plan @param {number} from @param {number} to */
function wayOf(plan, from, to) {
  const { sites } = plan.board;
  if (sites[from]?.kind !== "pennant" || sites[to]?.kind !== "pennant") return [from, to];
  const track = sites.flatMap(({ kind }, site) => (kind === "pennant" ? [site] : []));
  const [begin, length] = [track.indexOf(from), track.length];
  const on = (track.indexOf(to) - begin + length) % length;
  const step = on <= length / 2 ? 1 : -1;
  const count = step > 0 ? on : length - on;
  return Array.from({ length: count + 1 }, (_, nth) => track[(begin + step * nth + length) % length] ?? to);
}

/** Draws darts, the first above all others. @param {SVGElement} group @param {Plan} plan @param {Dart[]} darts */
export function drawDarts(group, plan, darts) {
  const drawn = darts.map((dart) => ({ ...dart, parts: movements(plan, dart.beats) }));
  const [best] = drawn;
  // Several long turns over each other cannot be read.
  const isLong = drawn.some(({ kind, parts }) => kind !== "you" && parts.length > 1);
  const shown = isLong ? drawn.filter((dart) => dart === best || dart.kind === "you") : drawn;
  for (const { kind, label, parts } of shown.reverse()) {
    const several = parts.length > 1 && kind !== "you";
    parts.forEach((part, nth) => {
      const words = several ? String(nth + 1) : nth === 0 ? label : "";
      group.append(drawPart(plan, part, kind, words));
    });
  }
}

/** @param {Plan} plan @param {Movement} part @param {Dart["kind"]} kind @param {string} label */
function drawPart(plan, { sites, jump }, kind, label) {
  const places = sites.map((site) => plan.middle(site));
  const group = s("g", { class: `dart dart-${kind}` });
  const [first = [0, 0]] = places;
  const last = places[places.length - 1] ?? first;
  if (places.length === 1) {
    const ring = { cx: first[0], cy: first[1], r: 40 };
    group.append(s("circle", { class: "dart-h", ...ring }), s("circle", { class: "dart-ring", ...ring }));
    if (label) group.append(...coin(first[0] + 28, first[1] - 28, label));
    return group;
  }
  if (places.length > 2) {
    const d = `M${places.map((place) => place.join(" ")).join("L")}`;
    group.append(s("path", { class: "dart-track-h", d }), s("path", { class: "dart-track", d }));
    const before = places[places.length - 2] ?? first;
    group.append(...arrow(before, last, kind));
    if (label) group.append(...coin(first[0] + 30, first[1] - 30, label));
    return group;
  }
  group.append(...arrow(first, last, kind));
  // Never on a man that is jumped.
  const part = jump ? 0.27 : 0.48;
  if (label) {
    const [x, y] = [first[0] + (last[0] - first[0]) * part, first[1] + (last[1] - first[1]) * part];
    group.append(...coin(x, y, label));
  }
  return group;
}

/** @param {[number, number]} from @param {[number, number]} to @param {Dart["kind"]} kind */
function arrow([x1, y1], [x2, y2], kind) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(x1 + ux * along - uy * aside).toFixed(1)} ${(y1 + uy * along + ux * aside).toFixed(1)}`;
  const tail = Math.min(30, length * 0.25);
  const corners = [
    at(tail, 4),
    at(length - 46, 9),
    at(length - 52, 23),
    at(length - 10, 0),
    at(length - 52, -23),
    at(length - 46, -9),
    at(tail, -4),
  ];
  const d = `M${corners.join("L")}Z`;
  return [s("path", { class: "dart-h", d }), s("path", { class: `dart-fill dart-fill-${kind}`, d })];
}

/** @param {number} cx @param {number} cy @param {string} label */
function coin(cx, cy, label) {
  const wide = label.length > 2;
  return [
    s("circle", { class: "dart-coin", cx, cy, r: wide ? 21 : 17 }),
    s("text", { class: `dart-label${wide ? " dart-word" : ""}`, x: cx, y: cy + (wide ? 5 : 7) }, label),
  ];
}
