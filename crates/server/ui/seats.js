// A strip for each seat: who sits there, what they have in hand and taken, whether they think.

import { h, icon, s } from "./dom.js";
import { drawMan } from "./draw.js";
import { agree, nameOf } from "./names.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").SeatAtTable} SeatAtTable */
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
  const thinks = turn && seat.kind === "computer";
  return h(
    "section",
    {
      class: `seat${turn ? " seat-turn" : ""}`,
      "aria-label": name === seat.called ? name : `${seat.called}: ${name}`,
      "data-seat": seat.number,
    },
    badge(title, seat.number),
    h(
      "div",
      {},
      h("b", {}, name),
      h(
        "small",
        { class: status.winner === seat.number ? "won" : null },
        status.winner === seat.number ? icon("crown") : null,
        doing(title, seat, name, status, mine),
        thinks ? h("span", { class: "thinking-words" }) : null,
      ),
    ),
    trays(title, view, seat.number, next, touch),
    standing(view.scene.standings?.[seat.number - 1]),
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
  );
}

/** A man of this seat. @param {Title} title @param {number} seat */
function badge(title, seat) {
  const men = [...title.start.pieces, ...title.pieces]
    .flatMap((placed) => placed.men)
    .filter((man) => man.seat === seat);
  const [man] = men;
  return s(
    "svg",
    { class: "who", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    man ? drawMan(man, 0, 0, 100) : null,
  );
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
  title.board.sites.forEach((site, nth) => {
    if (site.kind !== "tray" || !site.name.endsWith(` ${seat}`)) return;
    const men = view.scene.pieces.find((placed) => placed.site === nth)?.men ?? [];
    const may = next.has(nth);
    if (men.length === 0 && !may) return;
    const words = site.name.slice(0, -2).replace(/ by$/, "");
    const kinds = new Map(men.map((man) => [`${man.seat}${man.kind}`, man]));
    const drawn = [...kinds.values()].map((man) =>
      s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawMan(man, 0, 0, 100)),
    );
    const how = may ? { onclick: () => touch(nth) } : {};
    list.append(
      h(
        may ? "button" : "span",
        { class: `tray${may ? " may" : ""}`, "data-tray": nth, ...how },
        ...drawn,
        `${men.length} ${words}`,
      ),
    );
  });
  return list;
}
