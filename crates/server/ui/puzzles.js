// All puzzles: a row a game, a bead a puzzle. The crown is the Proposition that was printed in 1911.

import { get, post, sitDownAt } from "./api.js";
import { h, icon } from "./dom.js";
import { picture } from "./draw.js";
import { bar, fill, plainWords } from "./page.js";
import { nextOf, solvedOf, starWords, streak } from "./solved.js";

/** @typedef {import("./types.d.ts").PuzzleList} PuzzleList */
/** @typedef {import("./types.d.ts").GamePuzzles} GamePuzzles */
/** @typedef {import("./types.d.ts").PuzzleEntry} PuzzleEntry */
/** @typedef {import("./types.d.ts").Title} Title */

/** @param {GamePuzzles} row */
function gameRow(row) {
  const { solved, shown } = solvedOf(row.game);
  const next = nextOf(row.game, row.puzzles);
  const stateOf = (/** @type {PuzzleEntry} */ { key }, /** @type {number} */ number) =>
    solved.includes(key) ? "solved" : shown.includes(key) ? "shown" : number === next ? "next" : "open";
  const bead = (/** @type {PuzzleEntry} */ puzzle, /** @type {number} */ nth) => {
    const number = nth + 1;
    const state = stateOf(puzzle, number);
    const turns = `${puzzle.turns} ${puzzle.turns === 1 ? "turn" : "turns"}`;
    const words = `Puzzle ${number}: win in ${turns}, ${starWords(puzzle.stars)}${state === "open" ? "" : `, ${state}`}`;
    const about = { class: `bead bead-${state}`, href: `/puzzles/${row.game}/${number}`, title: words };
    return h("li", {}, h("a", { ...about, "aria-label": words }, String(number)));
  };
  const done = row.puzzles.filter(({ key }) => solved.includes(key)).length;
  const href = `/puzzles/${row.game}/${next ?? 1}`;
  return h(
    "section",
    { class: "puzzle-row", "aria-label": row.name, "data-game": row.game },
    h("h2", {}, h("a", { href }, row.name)),
    h("p", {}, `${done} of ${row.puzzles.length} solved`),
    h(
      "details",
      { open: done > 0 || shown.length > 0 ? true : null },
      h("summary", {}, "All of them"),
      h("ol", { class: "beads" }, ...row.puzzles.map(bead)),
    ),
  );
}

/** The printed Proposition; nothing where this house has no record of it. */
async function crown() {
  /** @type {Title} */
  const title = await get("/api/games/lasca");
  const printed = title.records.find((record) => record.title === "Proposition");
  if (!printed) return null;
  const read = await post("/api/records", { text: await get(`/api/games/lasca/records/${printed.name}`) });
  const { scene } = await post("/api/games/lasca/scene", { position: read.start });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const play = async () => {
    const seats = [{ kind: "person" }, { kind: "computer", level: 8 }];
    try {
      await sitDownAt("lasca", { options: title.chosen, position: read.start, seats });
    } catch (error) {
      trouble.textContent = plainWords(error);
    }
  };
  return h(
    "section",
    { class: "puzzle-crown", "aria-label": "The crown" },
    picture("lasca", title.board, scene.pieces, { label: "The Proposition of 1911" }),
    h(
      "div",
      {},
      h("p", { class: "kicker" }, "The crown"),
      h("h2", {}, "The Proposition of 1911"),
      h(
        "p",
        {},
        `White is to move and win. The leaflet prints ${printed.turns} turns of both sides: an offer, a great run, a hunt.`,
      ),
      h(
        "p",
        { class: "puzzle-crown-keys" },
        h("button", { type: "button", class: "btn", onclick: play }, icon("i-play"), "Try it against the computer"),
        h("a", { class: "btn", href: `/replay/lasca/${printed.name}` }, "The printed solution"),
      ),
      trouble,
    ),
  );
}

export async function open() {
  /** @type {PuzzleList} */
  const { games } = await get("/api/puzzles");
  const [goOn] = games
    .map((row) => ({ row, next: nextOf(row.game, row.puzzles), begun: solvedOf(row.game).solved.length }))
    .filter(({ next }) => next !== null)
    .sort((one, other) => other.begun - one.begun);
  const inARow = streak();
  const main = h(
    "main",
    { class: "plain puzzles" },
    h("h1", {}, "Puzzles"),
    h(
      "p",
      {},
      "In each of these positions one turn wins by force, and no other does. They come from games of the computer with itself, and each is proved.",
    ),
    goOn
      ? h(
          "p",
          {},
          h(
            "a",
            { class: "btn btn-first", href: `/puzzles/${goOn.row.game}/${goOn.next}` },
            goOn.begun > 0 ? `Go on where you were: ${goOn.row.name}` : `Begin with ${goOn.row.name}`,
          ),
        )
      : null,
    inARow > 1 ? h("p", { class: "streak" }, `Streak: ${inARow} solved in a row.`) : null,
    ...games.map(gameRow),
  );
  fill(bar({ links: [["Shelf", "/"]] }), main);
  const box = await crown().catch(() => null);
  if (box) main.append(box);
}
