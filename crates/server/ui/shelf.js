// The shelf: a box for each game, the games this browser has under way, and a way to find something for tonight.

import { get, heldSeats, heldTables, keep, letGo } from "./api.js";
import { capital, h, icon } from "./dom.js";
import { picture } from "./draw.js";
import { nameOf } from "./names.js";
import { fill, levelWords, masthead } from "./page.js";

/** @typedef {import("./types.d.ts").Card} Card */
/** @typedef {import("./types.d.ts").Summary} Summary */

/** The cloth of lids that share a box. */
const CLOTHS = ["slate", "plum", "oxblood", "bottle", "prussian", "ochre"];

/** What can be asked for, and who answers to it. @type {[string, (card: Card) => boolean][]} */
const FILTERS = [
  ["All", () => true],
  ["Alone", (card) => card.seats.length === 1],
  ["Four seats", (card) => card.seats.length === 4],
  ["Taking", (card) => card.themes.includes("taking")],
  ["Crossing", (card) => card.themes.includes("crossing")],
  ["Rows", (card) => card.themes.includes("rows")],
  ["Quick", (card) => card.minutes[1] <= 15],
  ["Easy", (card) => card.level === "easy"],
];

/** How many games under way are shown at once. */
const TICKETS = 3;

/** @param {Card} card */
export const clothOf = (card, nth = 0) => `cloth-${card.cloth ?? CLOTHS[nth % CLOTHS.length]}`;

/** @param {Card} card */
export function factsOf(card) {
  const seats = card.seats.length === 1 ? "1 seat" : `${card.seats.length} seats`;
  const [least, most] = card.minutes;
  return [card.year ? String(card.year) : null, seats, `${least}–${most} min`, capital(card.level)].filter(Boolean);
}

/** @param {Card} card @param {number} nth */
function lid(card, nth) {
  const thumb = picture(card.id, card.board, card.pieces, { label: `The board of ${card.name}`, lie: {} });
  thumb.classList.add("thumb");
  thumb.setAttribute("aria-hidden", "true");
  return h(
    "li",
    { class: `lid ${clothOf(card, nth)}`, "data-game": card.id },
    h(
      "div",
      { class: "lid-label" },
      thumb,
      h("h3", {}, h("a", { href: `/games/${card.id}` }, card.name)),
      h("p", {}, card.line),
      h(
        "p",
        { class: "facts" },
        ...factsOf(card).map((fact) => h("span", {}, fact)),
        card.known ? h("span", { class: "lid-known" }, card.known) : null,
      ),
    ),
  );
}

/** @param {Summary} table @param {Map<string, Card>} cards */
function ticket(table, cards) {
  const card = cards.get(table.game);
  if (!card) return null;
  const mine = heldSeats(table.id);
  const others = table.seats.filter((seat) => !mine.includes(seat.number));
  const against = others
    .map((seat) =>
      seat.kind === "computer"
        ? `Computer, ${levelWords(seat.level)}`
        : seat.kind === "open"
          ? "Waiting for a friend"
          : nameOf(seat, []),
    )
    .join("; ");
  const over = table.status.type === "over";
  const yours = !over && mine.includes(table.status.seat ?? 0);
  const running = yours ? "Your move" : mine.length === 0 ? "Watching" : "Their move";
  const turn = table.read_only ? "Read only" : over ? "Finished" : running;
  const thumb = picture(card.id, card.board, table.pieces, { label: "" });
  thumb.classList.add("thumb");
  thumb.setAttribute("aria-hidden", "true");
  return h(
    "a",
    { class: "ticket", href: `/play/${table.id}` },
    thumb,
    h("span", {}, h("b", {}, card.name), h("small", {}, `${against || "On one screen"}; turn ${table.turns + 1}`)),
    h("span", { class: `turn${yours ? " turn-you" : ""}` }, turn),
  );
}

/** The games under way, those in which something happened last first. @returns {Promise<Summary[]>} */
async function runningTables() {
  const held = heldTables();
  if (held.length === 0) return [];
  const ids = held.slice(0, 60).map((table) => table.id);
  /** @type {{tables: Summary[], gone: string[]}} */
  const { tables, gone } = await get(`/api/tables?ids=${ids.join(",")}`);
  if (gone.length > 0) letGo(gone);
  const running = tables.filter((table) => table.status.type !== "over");
  // The next page leaves room for them before its scripts run: see theme.js.
  keep("running", Math.min(running.length, TICKETS));
  return running.sort((first, second) => second.updated - first.updated);
}

/** @param {Summary[]} running @param {Map<string, Card>} cards */
function resumeRow(running, cards) {
  if (running.length === 0) return null;
  const tickets = running.map((table) => ticket(table, cards)).filter(Boolean);
  const more =
    tickets.length > TICKETS &&
    h(
      "details",
      { class: "more-tickets" },
      h("summary", {}, `${tickets.length - TICKETS} more`),
      h("div", { class: "resume" }, ...tickets.slice(TICKETS)),
    );
  return h(
    "section",
    { "aria-label": "Resume" },
    h(
      "div",
      { class: "shelf-head" },
      h("h2", {}, "Resume"),
      h("p", {}, "kept in this browser; ", h("a", { href: "/mine" }, "all my games")),
    ),
    h("div", { class: "resume" }, ...tickets.slice(0, TICKETS)),
    more,
  );
}

/** @param {Card[]} cards @param {HTMLElement} shelf */
function finder(cards, shelf) {
  const input = h("input", {
    type: "search",
    placeholder: "A name, a maker, a thing to do…",
    "aria-label": "Find a game",
  });
  const count = h("output", { "aria-live": "polite" });
  const chips = FILTERS.map(([name], nth) =>
    h("label", { class: "chip" }, h("input", { type: "radio", name: "filter", value: nth, checked: nth === 0 }), name),
  );
  const look = () => {
    const wanted = input.value.trim().toLowerCase();
    const chosen = FILTERS[Number(form.querySelector("input[name=filter]:checked")?.value ?? 0)] ?? FILTERS[0];
    let shown = 0;
    for (const card of cards) {
      const text = [card.name, card.source, card.line, card.year, ...card.themes, card.known, card.level]
        .join(" ")
        .toLowerCase();
      const fits =
        (chosen?.[1](card) ?? true) && wanted.split(/\s+/).every((/** @type {string} */ word) => text.includes(word));
      const box = shelf.querySelector(`[data-game="${card.id}"]`);
      if (box instanceof HTMLElement) box.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const group of shelf.querySelectorAll("section[data-shelf]")) {
      if (group instanceof HTMLElement) group.hidden = !group.querySelector(".lid:not([hidden])");
    }
    count.textContent = shown === 0 ? "Nothing by that name" : shown === 1 ? "1 game" : `${shown} games`;
  };
  const surprise = h(
    "button",
    {
      class: "btn",
      onclick: () => {
        const card = cards[Math.floor(Math.random() * cards.length)];
        if (card) location.href = `/games/${card.id}`;
      },
    },
    "Surprise me",
  );
  const form = h(
    "form",
    { class: "finder", role: "search", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
    h("div", { class: "field" }, icon("i-find"), input),
    h("fieldset", {}, h("legend", { class: "visually-hidden" }, "Which kind"), ...chips),
    surprise,
    count,
  );
  form.addEventListener("input", look);
  look();
  return form;
}

export async function open() {
  // Both at once, and shown together: nothing on the shelf moves when the second comes.
  const [{ games }, running] = await Promise.all([
    /** @type {Promise<{games: Card[]}>} */ (get("/api/games")),
    runningTables().catch(() => []),
  ]);
  const cards = new Map(games.map((card) => [card.id, card]));
  const boxes = games.filter((card) => card.cloth);
  const shared = games.filter((card) => !card.cloth);
  const libraries = [...new Set(shared.map((card) => card.source))].map((source) => {
    const inside = shared.filter((card) => card.source === source);
    return h(
      "section",
      { "data-shelf": "library" },
      h("div", { class: "shelf-head" }, h("h2", {}, source), h("p", {}, `${inside.length} games in one box`)),
      h("ul", { class: "lids lids-small" }, ...inside.map(lid)),
    );
  });
  const shelf = h(
    "div",
    {},
    h(
      "section",
      { "data-shelf": "boxes" },
      h("div", { class: "shelf-head" }, h("h2", {}, "Boxes"), h("p", {}, "one game each")),
      h("ul", { class: "lids" }, ...boxes.map(lid)),
    ),
    ...libraries,
  );
  const main = h("main", { class: "shelf-main" }, resumeRow(running, cards), finder(games, shelf), shelf);
  const footer = h(
    "footer",
    { class: "colophon" },
    h(
      "p",
      {},
      "Every refusal names its rule, every game is free, nothing leaves this server. ",
      h("a", { href: "/help" }, "Keys and help"),
      " · ",
      h("a", { href: "/api/openapi.json" }, "API"),
      ...(heldTables().length > 0 ? [" · ", h("a", { href: "/mine" }, "My games")] : []),
    ),
  );
  fill(masthead(), main, footer);
}
