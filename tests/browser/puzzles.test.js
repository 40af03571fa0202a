// Puzzles in a real browser: solved, failed and taken back, revealed, by mouse and by keyboard; progress is kept by position.

import assert from "node:assert/strict";
import { test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { make, newPage, openForTests, ready } from "./house.js";

let games = [];
const { house, browser } = openForTests(async () => {
  games = (await house.ask("/api/puzzles")).games;
});

const newContext = (more = {}) =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...more });
const state = (page, wanted) => page.waitForFunction((one) => document.body?.dataset.puzzle === one, wanted);

/** Plays what the solution says, the solver's steps only. */
async function solve(page, game, number) {
  const puzzle = await house.ask(`/api/games/${game}/puzzles/${number}`);
  const moves = [];
  let { scene } = puzzle;
  for (;;) {
    const { steps } = await house.ask(`/api/games/${game}/puzzles/${number}/solution`);
    const text = steps[moves.length]?.taken.step;
    const tried = await house.ask(`/api/games/${game}/puzzles/${number}`, { moves: [...moves, text] });
    await make(page, scene, text);
    if (tried.answer === "solved") return puzzle;
    moves.push(text, ...tried.reply.map(({ taken }) => taken.step));
    scene = tried.reply.at(-1)?.scene ?? tried.scene;
    await page.waitForFunction((position) => document.body?.dataset.position === position, scene.position);
  }
}

/** A step that does not win. */
async function mistake(game, number) {
  const { scene } = await house.ask(`/api/games/${game}/puzzles/${number}`);
  for (const { text } of scene.steps) {
    const { answer } = await house.ask(`/api/games/${game}/puzzles/${number}`, { moves: [text] });
    if (answer === "wrong") return { scene, text };
  }
  assert.fail("every step wins or goes on");
}

test("every game with puzzles has at least sixty", () => {
  assert.ok(games.length >= 16, `${games.length} games`);
  for (const { game, puzzles } of games) assert.ok(puzzles.length >= 60, `${game}: ${puzzles.length}`);
});

test("a puzzle is failed, taken back, solved, and remembered by its position", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/puzzles/lasca/1`);
  await ready(page);
  const { scene, text } = await mistake("lasca", 1);
  await make(page, scene, text);
  await state(page, "wrong");
  // What was played stands in its slot, and what answers it beside the man who does.
  assert.equal(await page.textContent(".slot-now span"), `${text} ?`);
  assert.match(await page.textContent(".bubble.mild"), /does not win in time\./);
  await page.click('[data-act="take-it-back"]');
  await state(page, "open");
  assert.equal(await page.locator(".bubble").count(), 0);
  const { key } = await solve(page, "lasca", 1);
  await state(page, "solved");
  assert.equal(await page.locator(".b-marks .seal").count(), 1);
  assert.match(await page.textContent(".good"), /Solved\./);
  const { lasca } = await page.evaluate(() =>
    JSON.parse(Object.entries(localStorage).find(([name]) => name.endsWith("puzzles"))[1]),
  );
  assert.deepEqual(lasca.solved, [key]);
  await page.goto(`${house.address}/puzzles`);
  await ready(page);
  await page.waitForSelector('[data-game="lasca"] .dot-solved');
  await page.getByRole("img", { name: "1", exact: true }).waitFor();
  await page.waitForSelector(".puzzle-board .b-men .man");
});

test("what was printed as a problem is a puzzle of its own, with its solution", async () => {
  const { printed } = await house.ask("/api/puzzles");
  assert.deepEqual(
    printed.map(({ title, seat }) => [title, seat]),
    [["The Proposition of 1911", 1]],
  );
  const [{ game, position, record }] = printed;
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/puzzles`);
  await ready(page);
  assert.equal(
    await page.locator(".puzzle-crown").getByText("The printed solution").getAttribute("href"),
    `/replay/${game}/${record}`,
  );
  await page.locator(".puzzle-crown").getByRole("button", { name: "Try the crown" }).click();
  await page.waitForURL(/\/play\//);
  await ready(page);
  const table = await house.ask(`/api/tables/${page.url().split("/").pop()}`);
  assert.equal(table.scene.position, position);
});

test("by keyboard alone a puzzle is hinted at, revealed and left for the next one", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/puzzles/checkers/2`);
  await ready(page);
  await page.keyboard.press("h");
  await page.waitForSelector(".hint3");
  await page.keyboard.press("r");
  await state(page, "shown");
  await page.waitForSelector(".solution .now");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".solution li:nth-child(2)")?.classList.contains("now"));
  await page.keyboard.press("n");
  await page.waitForURL(/\/puzzles\/checkers\/3$/);
});

test("buttons step through a revealed solution, and focus stays on them", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/puzzles/checkers/2`);
  await ready(page);
  await page.locator('[data-act="reveal"]').click();
  await state(page, "shown");
  const isNow = (nth) =>
    page.waitForFunction((one) => document.querySelector(`.solution li:nth-child(${one}).now`) !== null, nth);
  await isNow(1);
  await page.locator('[data-act="forward"]').click();
  await isNow(2);
  await page.waitForFunction(() => document.activeElement?.getAttribute("data-act") === "forward");
  await page.locator('[data-act="back"]').click();
  await isNow(1);
  await page.locator('[data-act="back"]').click();
  await page.waitForSelector('[data-act="back"][aria-disabled="true"]');
  await page.context().close();
});

test("by keyboard alone a puzzle is failed, taken back and solved", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/puzzles/py-hy-ky/1`);
  await ready(page);
  const { board } = await house.ask("/api/games/py-hy-ky");
  /** Goes to a site with the Tab and arrow keys, and touches it. */
  const touch = async (site) => {
    for (let nth = 0; nth < 60; nth += 1) {
      const now = await page.evaluate(() => Number(document.activeElement?.getAttribute("data-site") ?? -1));
      if (now === site) return page.keyboard.press("Enter");
      if (now < 0) await page.keyboard.press("Tab");
      else {
        const [dx, dy] = [board.sites[site].x - board.sites[now].x, board.sites[site].y - board.sites[now].y];
        const along = dx > 0.1 ? "ArrowRight" : "ArrowLeft";
        await page.keyboard.press(Math.abs(dx) > 0.1 ? along : dy > 0 ? "ArrowDown" : "ArrowUp");
      }
    }
    throw new Error(`the keyboard did not reach ${site}`);
  };
  const { scene, text } = await mistake("py-hy-ky", 1);
  const clicks = (wanted) => scene.steps.find((step) => step.text === wanted).clicks;
  for (const site of clicks(text)) await touch(site);
  await state(page, "wrong");
  await page.keyboard.press("u");
  await state(page, "open");
  const { steps } = await house.ask("/api/games/py-hy-ky/puzzles/1/solution");
  for (const site of clicks(steps[0].taken.step)) await touch(site);
  await state(page, "solved");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-act")), "next");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("on phones a puzzle says which one it is and what the game is about, and its keys are in reach", async () => {
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ]) {
    const page = await newPage(await newContext({ viewport: { width, height }, hasTouch: true }));
    for (const game of ["lasca", "foregammon", "twenty-seven"]) {
      await page.goto(`${house.address}/puzzles/${game}/2`);
      await ready(page);
      await page.locator(".kicker", { hasText: /Puzzle 2 of \d+/ }).waitFor();
      if (height > width) await page.locator(".goal-under").waitFor();
      for (const key of await page.locator(".lesson-keys .btn").all()) {
        const box = await key.boundingBox();
        assert.ok(box.y + box.height <= height, `${game}: ${JSON.stringify(box)}`);
      }
    }
    await page.context().close();
  }
});

for (const colorScheme of ["light", "dark"]) {
  test(`puzzles have no serious finding of axe, ${colorScheme}`, async () => {
    const page = await newPage(await newContext({ colorScheme }));
    for (const path of ["/puzzles", "/puzzles/lasca/1"]) {
      await page.goto(house.address + path);
      await ready(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(
        serious.map(({ id, nodes }) => [id, nodes[0]?.html]),
        [],
        path,
      );
    }
  });
}
