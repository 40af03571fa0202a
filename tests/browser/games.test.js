// Every game is played to a real end through its page, with the clicks a person makes. The lines and how
// they end are those of games that the engines have played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LINES, newPage, openForTests, playLine, sitAt, viewOf } from "./house.js";

const { house, browser } = openForTests();

test("there is a line for every game", async () => {
  const { games } = await house.ask("/api/games");
  assert.deepEqual(
    LINES.map(({ game }) => game).sort(),
    games.map(({ id }) => id).sort(),
    "tests/new-game GAME stores the line of a game",
  );
});

for (const line of LINES) {
  test(`${line.game} is played to its end`, async () => {
    const card = await house.ask(`/api/games/${line.game}`);
    const seats = card.seats.map((name) => ({ kind: "person", name }));
    const created = await house.ask("/api/tables", {
      game: line.game,
      position: line.position,
      seats,
      key: `${line.game} played to its end`,
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
    const page = await newPage(context);
    await sitAt(page, house, created, line.game);
    await playLine(page, house, created.id, line.steps);
    await page.waitForSelector(".result");
    const shown = await page.textContent(".prompt");
    const expected =
      card.seats.length === 1
        ? `Solved in ${line.steps.length} steps.`
        : line.winner
          ? `${card.seats[line.winner - 1]} won.`
          : "A draw.";
    assert.ok(shown.startsWith(expected), `shown: ${shown}`);
    assert.ok(shown.includes(`Rule ${line.clause}`), `shown: ${shown}`);
    const { scene } = await viewOf(house, created.id);
    assert.deepEqual([scene.status.type, scene.status.winner, scene.status.clause], ["over", line.winner, line.clause]);
    const decided = await page
      .locator("[data-decided]")
      .evaluateAll((marks) => marks.map((one) => +one.dataset.decided));
    const onBoard = scene.status.ends.sites.filter((site) => card.board.sites[site].kind !== "tray");
    assert.deepEqual(decided, onBoard);
    assert.ok(shown.includes(scene.status.ends.words), `shown: ${shown}`);
    assert.deepEqual(page.troubles, []);
    await context.close();
  });
}
