// Known values: seals on the board, the list, best play, the values of a game, the theorem, and where nothing is known.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { newPage, openForTests, ready } from "./house.js";

const { house, browser } = openForTests();

const newContext = (more = {}) =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...more });

async function study(context, path) {
  const page = await newPage(context);
  await page.goto(`${house.address}${path}`);
  await ready(page);
  await page.getByRole("button", { name: /Values/ }).waitFor();
  return page;
}

const verdict = (page, words) =>
  page.waitForFunction((wanted) => document.querySelector(".known-verdict b")?.textContent === wanted, words);

test("every step carries its value on the board and in the list, and cells say it", async () => {
  const page = await study(await newContext(), "/analyse/fox-and-geese?moves=d8");
  const known = await house.ask("/api/games/fox-and-geese/known", { moves: "d8" });
  await page.keyboard.press("v");
  await verdict(page, `Geese to move: win in ${known.turns}.`);
  const seals = await page.locator(".b-marks .value").count();
  assert.equal(seals, known.steps.length);
  assert.equal(
    await page.locator(".b-marks .value-win").count(),
    known.steps.filter(({ value }) => value === "win").length,
  );
  const listed = await page.locator(".known-steps b").allTextContents();
  assert.deepEqual(
    listed,
    known.steps.map(({ step }) => step),
  );
  const [best] = known.steps;
  const target = best.clicks.at(-1);
  const name = await page.locator(`.b-cells [data-site="${target}"]`).getAttribute("aria-label");
  assert.match(name, /(win|loss) in \d+/);
  // With a man chosen only his steps keep their seals.
  await page.locator(`.b-cells [data-site="${best.clicks[0]}"]`).click({ force: true });
  const his = known.steps.filter(({ clicks }) => clicks[0] === best.clicks[0]).length;
  await page.waitForFunction((count) => document.querySelectorAll(".b-marks .value").length === count, his);
  await page.keyboard.press("Escape");
  const axe = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(
    axe.violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id }) => id),
    [],
  );
  await page.close();
});

test("where more than two men may go to one site, each carries his own seal, and none covers another", async () => {
  const page = await study(await newContext(), "/analyse/checker-puzzle");
  await page.keyboard.press("v");
  await page.locator(".b-marks .value").first().waitFor();
  const middles = (selector) =>
    page.locator(selector).evaluateAll((parts) =>
      parts.map((part) => {
        const { left, width } = part.getBoundingClientRect();
        return left + width / 2;
      }),
    );
  const { steps } = await house.ask("/api/games/checker-puzzle/known", {});
  const men = await Promise.all(steps.map(({ clicks }) => middles(`.b-cells [data-site="${clicks[0]}"]`)));
  const seals = await middles(".b-marks .value");
  assert.equal(seals.length, steps.length);
  for (const [man] of men) assert.equal(seals.filter((seal) => Math.abs(seal - man) < 3).length, 1);
  await page.close();
});

test("a game shows where the win was let slip, and leads there", async () => {
  // The geese give their win away with the first step that loses.
  const start = await house.ask("/api/games/fox-and-geese/known", { moves: "d8" });
  const slip = start.steps.findLast(({ value }) => value === "loss")?.step;
  let moves = `d8 ${slip ?? start.steps.at(-1).step}`;
  let at = await house.ask("/api/games/fox-and-geese/known", { moves });
  // If no first step loses, walk on with the worst of each side until one does.
  for (let nth = 0; nth < 60 && at.history === undefined && !slip; nth += 1) {
    const worse = at.steps.findLast(({ value }) => value === "loss") ?? at.steps.at(-1);
    const lost = at.value === "win" && worse.value === "loss";
    moves = `${moves} ${worse.step}`;
    if (lost) break;
    at = await house.ask("/api/games/fox-and-geese/known", { moves });
  }
  const page = await study(await newContext(), `/analyse/fox-and-geese?moves=${encodeURIComponent(moves)}`);
  await page.keyboard.press("v");
  await page.locator(".known-graph").waitFor();
  const said = page.locator(".known-history button").first();
  assert.match(await said.textContent(), /^Turn \d+: \w+ (turns a win into a loss|lets the win slip)$/);
  const before = await page.locator(".tree .now").textContent();
  await said.click();
  await page.waitForFunction((words) => document.querySelector(".tree .now")?.textContent !== words, before);
  await page.locator(".known-played").first().waitFor();
  await page.close();
});

test("best play goes into the tree, and is played out to the end", async () => {
  const page = await study(await newContext(), "/analyse/pick-me-up");
  await page.keyboard.press("v");
  await page.locator(".known-line").waitFor();
  const { line } = await house.ask("/api/games/pick-me-up/known", {});
  await page.getByRole("button", { name: "Play it out" }).click();
  await page.waitForFunction(() => document.querySelector(".prompt")?.textContent?.includes("has taken the last"));
  const moves = await page.locator(".tree .move").count();
  assert.equal(moves, line.length);
  // The wish is remembered for this game.
  await page.reload();
  await ready(page);
  await page.locator(".known").waitFor();
  await page.close();
});

test("where nothing is known the page says how far it reaches; games that cannot be solved have no switch", async () => {
  const page = await study(await newContext(), "/analyse/checkers");
  await page.keyboard.press("v");
  await page.getByText("What is known reaches up to 4 men").waitFor();
  assert.equal(await page.locator(".b-marks .value").count(), 0);
  await page.goto(`${house.address}/analyse/rondamee`);
  await ready(page);
  await page.waitForLoadState("networkidle");
  assert.equal(await page.getByRole("button", { name: /Values/ }).count(), 0);
  await page.close();
});

test("the title page tells what is proved, how, and how to repeat it", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await newPage(await newContext({ colorScheme }));
    await page.goto(`${house.address}/games/fox-and-geese`);
    await ready(page);
    const proved = page.locator("dd:has(.theorem)");
    await proved.locator("summary").click();
    await page.getByText("Geese can win from the start").waitFor();
    assert.match(await proved.locator("code").textContent(), /^parlour solve fox-and-geese/);
    const axe = await new AxeBuilder({ page }).include(".leaf").analyze();
    assert.deepEqual(
      axe.violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id }) => id),
      [],
    );
    await page.close();
  }
});
