// A strip for each seat: who sits there, what they have in hand and taken, how they stand, whether they think.

import { h, icon, s, stamp } from "./dom.js";
import { drawMan } from "./draw.js";
import { agree, nameOf } from "./names.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").SeatAtTable} SeatAtTable */
/** @typedef {import("./types.d.ts").Scale} Scale */
/** @typedef {{mine: number[], next: Set<number>, touch: (site: number) => void}} How */

/** @param {Title} title @param {View} view @param {How} how @returns {[number, HTMLElement][]} */
export function seatStrips(title, view, how) {
  return view.seats.map((seat) => [seat.number, strip(title, view, seat, how)]);
}

/** @param {Title} title @param {View} view @param {SeatAtTable} seat @param {How} how */
function strip(title, view, seat, { mine, next, touch }) {
  const { status } = view.scene;
  const turn = status.type !== "over" && status.seat === seat.number;
  const name = nameOf(seat, mine);
  const [who, level] = seat.kind === "computer" ? name.split(", ") : [name];
  const thinks = turn && seat.kind === "computer";
  const stands = view.scene.standings?.[seat.number - 1];
  const scale = stands?.scale;
  return h(
    "section",
    {
      class: `seat${turn ? " seat-turn" : ""}`,
      "aria-label": name === seat.called ? name : `${seat.called}: ${name}`,
      "data-seat": seat.number,
    },
    portrait("who", scale?.type === "way" ? scale.man : title.men.find((man) => man.seat === seat.number)),
    h(
      "div",
      {},
      h("b", {}, who, seat.kind === "computer" ? h("span", { class: "level" }, `, ${level}`) : null),
      h(
        "small",
        { class: status.winner === seat.number ? "won" : null },
        status.winner === seat.number ? icon("crown") : null,
        doing(title, seat, name, status, mine),
        thinks ? h("span", { class: "thinking-words" }) : null,
      ),
    ),
    trays(title, view, seat.number, next, touch),
    standing(stands),
    scale?.type === "way" ? race(scale) : null,
    thinks ? h("span", { class: "thinking" }, h("i")) : null,
  );
}

/**
 * What a seat does now, after the side it plays; the side is left out where it is the name already.
 * @param {Title} title @param {SeatAtTable} seat @param {string} name @param {import("./types.d.ts").Status} status @param {number[]} mine
 */
function doing(title, seat, name, status, mine) {
  const side = name === seat.called ? "" : seat.called;
  const away = seat.kind === "person" && !mine.includes(seat.number) && !seat.present ? "away" : "";
  const has = agree(title, seat.number, "has", "have");
  const turn = status.seat === seat.number ? (seat.kind === "computer" ? "thinking" : "to move") : "";
  const end = status.winner ? `${has} ${status.winner === seat.number ? "won" : "lost"}` : "a draw";
  const does = status.type === "over" ? end : turn;
  const words = [side, does].filter(Boolean).join(": ");
  return [words, away].filter(Boolean).join(", ") || "waiting";
}

/** What decides the game, counted for this seat. @param {import("./types.d.ts").Standing | null | undefined} standing */
function standing(standing) {
  if (!standing) return null;
  return h(
    "div",
    { class: "standing" },
    h("strong", { class: standing.close ? "close" : "" }, String(standing.count)),
    h("em", {}, standing.what),
    standing.more ? h("em", {}, standing.more) : null,
    standing.scale?.type === "pips" ? pips(standing.count, standing.scale) : null,
  );
}

/** A pip for each man there was, filled for those who are left, and a line where the game is decided. @param {number} left @param {Extract<Scale, {type: "pips"}>} scale */
function pips(left, { all, decides_at }) {
  const pip = (/** @type {unknown} */ _, /** @type {number} */ nth) =>
    s("circle", {
      class: nth < left ? "pip" : "pip pip-gone",
      cx: nth * 10 + (nth < decides_at ? 2 : 6),
      cy: 6,
      r: 3.6,
    });
  return s(
    "svg",
    { class: "pips", viewBox: `-3 0 ${all * 10 + 6} 12`, "aria-hidden": "true" },
    ...Array.from({ length: all }, pip),
    s("path", { class: "pip-gate", d: `M${decides_at * 10 - 1} 0v12` }),
  );
}

/** How far men have come on a way that ends at a star. @param {Extract<Scale, {type: "way"}>} scale */
function race({ length, man, at }) {
  const place = (/** @type {number} */ step) => 12 + (300 * step) / length;
  const marks = Array.from({ length: length + 1 }, (_, nth) => `M${place(nth)} 26v-${(nth * 4) % length ? 4 : 8}`);
  // Of two on one place each stands a little aside.
  const aside = (/** @type {number} */ nth) => (at.filter((step) => step === at[nth]).length > 1 ? nth * 14 - 7 : 0);
  return s(
    "svg",
    { class: "race", viewBox: "0 0 340 32", "aria-hidden": "true" },
    s("path", { d: `M12 26H312${marks.join("")}` }),
    stamp("star", 328, 20, 20),
    ...at.map((step, nth) => drawMan(man, place(step) + aside(nth), 13, 24)),
  );
}

/** A small drawing of a man. @param {string} name its class @param {import("./types.d.ts").Man | undefined} man */
const portrait = (name, man) =>
  s("svg", { class: name, viewBox: "-50 -50 100 100", "aria-hidden": "true" }, man ? drawMan(man, 0, 0, 100) : null);

/** Whether what leaves the board lies in a pit at its end, and not in the strips. @param {Title} title */
export const hasHomes = ({ board }) => board.sites.some(({ kind }) => kind === "pit");

/** The trays of a seat: their sites, what they are called, and the men on them. @param {Title} title @param {View} view @param {number} seat */
const traysOf = (title, view, seat) =>
  title.board.sites.flatMap(({ kind, name }, site) =>
    kind === "tray" && name.endsWith(` ${seat}`)
      ? [{ site, words: name.slice(0, -2), men: view.scene.pieces.find((placed) => placed.site === site)?.men ?? [] }]
      : [],
  );

/** The pits at the ends of a board where men are sown, by seat. @param {Title} title @param {View} view @param {number[]} mine @returns {[number, HTMLElement][]} */
export function homePits(title, view, mine) {
  if (!hasHomes(title)) return [];
  const whose = (/** @type {SeatAtTable} */ { number, called }) =>
    mine.length !== 1 ? `${called}:` : mine.includes(number) ? "Your" : "Their";
  const pit = (/** @type {SeatAtTable} */ seat) => {
    const [home] = traysOf(title, view, seat.number);
    const men = home?.men ?? [];
    const words = `${whose(seat)} ${home?.words} `;
    return h("p", { class: "home" }, words, h("strong", {}, String(men.length)), portrait("", men[0]));
  };
  return view.seats.map((seat) => [seat.number, pit(seat)]);
}

/**
 * Men beside the board: in hand, taken, home.
 * @param {Title} title
 * @param {View} view
 * @param {number} seat
 * @param {Set<number>} next
 * @param {(site: number) => void} touch
 */
function trays(title, view, seat, next, touch) {
  const list = h("div", { class: "trays" });
  for (const { site, words, men } of traysOf(title, view, seat)) {
    const may = next.has(site);
    if (!may && (men.length === 0 || hasHomes(title))) continue;
    const kinds = new Map(men.map((man) => [`${man.seat}${man.kind}`, man]));
    const how = may ? { onclick: () => touch(site) } : {};
    list.append(
      h(
        may ? "button" : "span",
        { class: `tray${may ? " may" : ""}`, "data-tray": site, ...how },
        ...[...kinds.values()].map((man) => portrait("", man)),
        `${men.length} ${words.replace(/ by$/, "")}`,
      ),
    );
  }
  return list;
}
