// All puzzles: a row a game, a bead a puzzle. The crown is what was printed as a problem.

import { get, sitDownAt } from "./api.js";
import { h, icon, s } from "./dom.js";
import { picture } from "./draw.js";
import { bar, fill, LEVELS, plainWords } from "./page.js";
import { nextOf, solvedOf, starWords, streak, tally } from "./progress.js";

/** @typedef {import("./types.d.ts").Card} Card */
/** @typedef {import("./types.d.ts").PuzzleList} PuzzleList */
/** @typedef {import("./types.d.ts").GamePuzzles} GamePuzzles */
/** @typedef {import("./types.d.ts").PuzzleEntry} PuzzleEntry */
/** @typedef {import("./types.d.ts").PrintedPuzzle} PrintedPuzzle */

/** What may be shown of them. @type {[string, string][]} */
const FILTERS = [
  ["", "All"],
  ["1", "One star"],
  ["2", "Two"],
  ["3", "Three"],
  ["open", "Not yet solved"],
];

/** How each puzzle of a game stands: solved, shown, next, or open. @param {GamePuzzles} row */
function statesOf({ game, puzzles }) {
  const { solved, shown } = solvedOf(game);
  const next = nextOf(game, puzzles);
  return puzzles.map(({ key }, nth) =>
    solved.includes(key) ? "solved" : shown.includes(key) ? "shown" : nth + 1 === next ? "next" : "open",
  );
}

/** A dot for each puzzle, thirty-two in a row. @param {string[]} states */
function dots(states) {
  const dot = (/** @type {string} */ state, /** @type {number} */ nth) =>
    s("circle", { class: `dot-${state}`, cx: 6 + (nth % 32) * 10, cy: 6 + Math.floor(nth / 32) * 11, r: 3.6 });
  const high = Math.max(1, Math.ceil(states.length / 32)) * 11 + 1;
  return s("svg", { class: "puzzle-dots", viewBox: `0 0 322 ${high}`, "aria-hidden": "true" }, ...states.map(dot));
}

/** @param {GamePuzzles} row @param {Card | undefined} card @param {string} filter */
function gameRow(row, card, filter) {
  const states = statesOf(row);
  const fits = (/** @type {PuzzleEntry} */ { stars }, /** @type {number} */ nth) =>
    filter === "" || (filter === "open" ? states[nth] !== "solved" : String(stars) === filter);
  const shown = row.puzzles.map((puzzle, nth) => ({ puzzle, nth })).filter(({ puzzle, nth }) => fits(puzzle, nth));
  if (shown.length === 0) return null;
  const bead = (/** @type {{puzzle: PuzzleEntry, nth: number}} */ { puzzle, nth }) => {
    const state = states[nth] ?? "open";
    const turns = `${puzzle.turns} ${puzzle.turns === 1 ? "turn" : "turns"}`;
    const words = `Puzzle ${nth + 1}: win in ${turns}, ${starWords(puzzle.stars)}${state === "open" ? "" : `, ${state}`}`;
    const about = { class: `bead bead-${state}`, href: `/puzzles/${row.game}/${nth + 1}`, title: words };
    return h("li", {}, h("a", { ...about, "aria-label": words }, String(nth + 1)));
  };
  const done = shown.filter(({ nth }) => states[nth] === "solved").length;
  const first = shown.find(({ nth }) => states[nth] !== "solved" && states[nth] !== "shown") ?? shown[0];
  const thumb = card && picture(card.id, card.board, card.pieces, { label: "" });
  thumb?.setAttribute("aria-hidden", "true");
  return h(
    "section",
    { class: "puzzle-row", "aria-label": row.name, "data-game": row.game },
    h(
      "a",
      { class: "puzzle-go", href: `/puzzles/${row.game}/${(first?.nth ?? 0) + 1}` },
      thumb,
      h("h2", {}, row.name),
      dots(shown.map(({ nth }) => states[nth] ?? "open")),
      h("span", { class: "puzzle-count" }, done > 0 ? `${done} of ${shown.length} solved` : `${shown.length} to solve`),
    ),
    h("details", {}, h("summary", {}, "All of them"), h("ol", { class: "beads" }, ...shown.map(bead))),
  );
}

/** A printed problem in a box of its own. @param {PrintedPuzzle} printed @param {Card} card */
function crown({ game, record, title, words, options, position, seat, pieces }, card) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const play = async () => {
    const seats = card.seats.map((_, nth) =>
      nth + 1 === seat ? { kind: "person" } : { kind: "computer", level: LEVELS.length },
    );
    try {
      await sitDownAt(game, { options, position, seats });
    } catch (error) {
      trouble.textContent = plainWords(error);
    }
  };
  const label = h(
    "div",
    { class: "lid-label" },
    icon("crown"),
    h("h2", {}, title),
    picture(game, card.board, pieces, { label: title }),
    h("p", {}, words),
    h("button", { class: "btn", onclick: play }, icon("i-play"), "Try the crown"),
    h("a", { class: "btn", href: `/replay/${game}/${record}` }, "The printed solution"),
    trouble,
  );
  return h("section", { class: `lid puzzle-crown cloth-${card.cloth}`, "aria-label": title }, label);
}

/** Where somebody left off: the game with most solved, and its next puzzle. @param {GamePuzzles[]} games @param {Card[]} cards */
function goOn(games, cards) {
  const [best] = games
    .map((row) => ({ row, next: nextOf(row.game, row.puzzles), begun: solvedOf(row.game).solved.length }))
    .filter(({ next }) => next !== null)
    .sort((one, other) => other.begun - one.begun);
  if (!best) return null;
  const { row, next, begun } = best;
  const puzzle = row.puzzles[(next ?? 1) - 1];
  const turns = puzzle?.turns === 1 ? "one turn" : `${puzzle?.turns} turns`;
  const stars = puzzle?.stars ?? 1;
  const card = cards.find(({ id }) => id === row.game);
  // The page does not wait for its board.
  const small = h("span", { class: "puzzle-board", "aria-hidden": "true" });
  get(`/api/games/${row.game}/puzzles/${next}`).then(
    ({ scene }) => card && small.append(picture(card.id, card.board, scene.pieces, { label: "" })),
    () => {},
  );
  return h(
    "div",
    { class: "puzzle-on" },
    small,
    h(
      "div",
      {},
      h("p", { class: "kicker" }, begun > 0 ? "Go on where you were" : "Begin here"),
      h("h2", {}, `${row.name} ${next}: win in ${turns}`),
      h("p", { role: "img", "aria-label": starWords(stars) }, "★".repeat(stars) + "☆".repeat(3 - stars)),
    ),
    h(
      "a",
      { class: "btn btn-first", href: `/puzzles/${row.game}/${next}` },
      icon("i-play"),
      begun > 0 ? "Go on" : "Begin",
    ),
  );
}

export async function open() {
  /** @type {[PuzzleList, {games: Card[]}]} */
  const [{ games, printed }, { games: cards }] = await Promise.all([get("/api/puzzles"), get("/api/games")]);
  const cardOf = (/** @type {string} */ game) => cards.find(({ id }) => id === game);
  const number = (/** @type {number} */ count, /** @type {string} */ words) =>
    h("p", {}, h("b", {}, String(count)), h("small", {}, words));
  const states = games.flatMap(statesOf);
  const count = (/** @type {string} */ wanted) => states.filter((state) => state === wanted).length;
  const rows = h("div", { class: "puzzle-rows" });
  const chips = h("div", { class: "chips", role: "group", "aria-label": "Which puzzles" });
  const show = (/** @type {string} */ filter) => {
    const chip = (/** @type {[string, string]} */ [value, words]) =>
      h("button", { class: "chip", "aria-pressed": String(value === filter), onclick: () => show(value) }, words);
    const focused = chips.contains(document.activeElement);
    chips.replaceChildren(...FILTERS.map(chip));
    if (focused) chips.querySelector("[aria-pressed=true]")?.focus();
    const shown = games.map((row) => gameRow(row, cardOf(row.game), filter));
    rows.replaceChildren(...shown.filter((row) => row !== null));
  };
  show("");
  const crowns = printed.flatMap((problem) => {
    const card = cardOf(problem.game);
    return card ? crown(problem, card) : [];
  });
  const main = h(
    "main",
    { class: "shelf-main puzzles" },
    h(
      "div",
      { class: "puzzles-top" },
      h("h1", {}, "Puzzles"),
      h(
        "p",
        { class: "soft" },
        "One turn wins by force, and no other does: each one is proved. No clock and no rating.",
      ),
      h("p", {}, tally(streak()), h("small", {}, "in a row")),
      number(count("solved"), `solved of ${states.length}`),
      number(count("shown"), "shown, to come again"),
    ),
    h("div", { class: "puzzle-crown-place" }, ...crowns),
    h("div", { class: "puzzles-main" }, goOn(games, cards), chips, rows),
  );
  fill(bar({ name: "Puzzles" }), main);
}
