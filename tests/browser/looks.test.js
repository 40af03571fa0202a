// What is drawn at a table: one man of a stack glides, sowing locks nothing, numbers stand beside the men, a closed row is a
// bar, who thinks is where he sits, a hint does not look like a choice, and the end shows what decided it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { holdBack, newPage, openForTests, playStep, ready, seen, sitAt, viewOf } from "./house.js";

const { house, browser } = openForTests();

let made = 0;
const people = [{ kind: "person" }, { kind: "person" }];
const table = (game, more = {}) => {
  made += 1;
  return house.ask("/api/tables", { game, seats: people, key: `a key for looks ${made}`, ...more });
};
const newContext = (more = {}) => browser.newContext({ viewport: { width: 1280, height: 800 }, ...more });
const calm = { reducedMotion: "reduce" };
const cell = (page, site) => page.locator(`.b-cells [data-site="${site}"]`);
const siteNamed = async (game, name) => {
  const { board } = await house.ask(`/api/games/${game}`);
  return board.sites.findIndex((site) => site.name === name);
};

test("of two gamins on a star one walks, and the other stays", async () => {
  // A three and a five to spend, on either of two gamins.
  const position = "1/b.b.b,.b.b.,.....,.....,.....,...w.,.....,.w...,w.w.w/0,0/0,0";
  const created = await table("foregammon", { position, moves: "a1^c3^e5" });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "foregammon");
  await seen(page, 1);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const { letGo, wait } = await holdBack(page, `**/api/tables/${created.id}/steps`);
  const places = () =>
    page
      .locator(".b-men use, .b-hand use")
      .evaluateAll((men) =>
        men.map((man) => [man.getBoundingClientRect().x, man.getBoundingClientRect().y].map(Math.round).join()).sort(),
      );
  const before = await places();
  for (const name of ["0", "3"]) await cell(page, await siteNamed("foregammon", name)).click({ force: true });
  await page.waitForFunction(() => {
    const animations = document.getAnimations();
    return animations.length > 0 && animations.every(({ playState }) => playState === "finished");
  });
  const moved = (await places()).filter((place) => !before.includes(place));
  assert.equal(moved.length, 1, "men that have moved");
  await wait(1);
  await letGo(0);
  await seen(page, 2);
  await page.context().close();
});

test("while men are sown the next touch counts already", async () => {
  const created = await table("twenty-seven");
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/help`);
  await page.evaluate(() => localStorage.setItem("parlour.pace", "20"));
  await sitAt(page, house, created, "twenty-seven");
  const { scene } = await viewOf(house, created.id);
  const { clicks } = scene.steps.find((step) => step.clicks.length === 1);
  await cell(page, clicks[0]).click({ force: true });
  while ((await viewOf(house, created.id)).taken === 0) await page.waitForTimeout(25);
  await page.waitForFunction(() => document.querySelector(".b-cells .may") && document.getAnimations().length > 0);
  const may = await page.locator(".b-cells .may").first().getAttribute("data-site");
  const { scene: next } = await viewOf(house, created.id);
  assert.ok(next.steps.some((step) => step.clicks[0] === Number(may)));
  await cell(page, may).click({ force: true });
  await page.waitForFunction(
    (site) =>
      document.querySelector(`.b-cells [data-site="${site}"]`)?.getAttribute("aria-label")?.includes("chosen") ||
      Number(document.body.dataset.taken) > 1,
    may,
  );
  await page.context().close();
});

test("the numbers of Merelles stand beside the men, and a closed row is a bar under them", async () => {
  const page = await newPage(await newContext(calm));
  await page.goto(`${house.address}/analyse/merelles?moves=1+10+2+11+15+5+22+14+9+18`);
  await ready(page);
  const hidden = await page.evaluate(() =>
    [...document.querySelectorAll(".board .b-men use")].flatMap((man) => {
      const box = man.getBoundingClientRect();
      const [x, y, radius] = [box.x + box.width / 2, box.y + box.height / 2, box.width * 0.4];
      return [...document.querySelectorAll(".board text")].flatMap((number) => {
        const text = number.getBoundingClientRect();
        const near = [Math.max(text.left, Math.min(x, text.right)), Math.max(text.top, Math.min(y, text.bottom))];
        return Math.hypot(near[0] - x, near[1] - y) < radius ? [number.textContent] : [];
      });
    }),
  );
  assert.deepEqual(hidden, [], "no number lies under a man");
  assert.equal(await page.locator(".mill").count(), 0);
  await page.goto(`${house.address}/analyse/merelles?moves=1+10+2+11+3`);
  await ready(page);
  assert.equal(await page.locator(".mill-1").count(), 1);
  const under = await page.evaluate(() => {
    const [bar, men] = [document.querySelector(".mill-1"), document.querySelector(".b-men")];
    return Boolean(bar.compareDocumentPosition(men) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
  assert.ok(under, "the men stand on it");
  await page.context().close();
});

test("who thinks is said at his own strip and in his own column", async () => {
  const seats = [{ kind: "person" }, { kind: "computer", level: 8 }];
  const created = await table("chess", { seats });
  const page = await newPage(await newContext(calm));
  await sitAt(page, house, created, "chess");
  await page.evaluate(() => {
    window.columns = [];
    const look = () => {
      const waiting = document.querySelector(".moves .await");
      if (waiting?.textContent === "thinking") {
        const strip = document.querySelector(".thinking")?.closest("[data-seat]");
        window.columns.push(`${waiting.cellIndex} ${strip?.getAttribute("data-seat")}`);
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
  });
  for (const name of ["e2", "e4"]) await cell(page, await siteNamed("chess", name)).click({ force: true });
  await page.waitForFunction(() => window.columns.length > 0);
  assert.deepEqual([...new Set(await page.evaluate(() => window.columns))], ["2 2"]);
  await page.context().close();
});

test("a hint points, a choice is framed", async () => {
  const created = await table("lasca");
  const page = await newPage(await newContext(calm));
  await sitAt(page, house, created, "lasca");
  await page.keyboard.press("h");
  await page.waitForSelector(".manicule");
  assert.equal(await page.locator(".mk-box").count(), 0);
  await cell(page, await siteNamed("lasca", "11")).click({ force: true });
  await page.waitForSelector(".mk-box");
  assert.equal(await page.locator(".manicule").count(), 0);
  await page.context().close();
});

test("the squares that decided a game are marked at its table", async () => {
  const created = await table("bang-o", { moves: "b6 d3 b5 a1 b4 h7 b7 d4" });
  const page = await newPage(await newContext(calm));
  await sitAt(page, house, created, "bang-o");
  await playStep(page, house, created.id, "b1");
  await page.waitForSelector(".result");
  const { scene } = await viewOf(house, created.id);
  const marked = await page
    .locator("[data-decided]")
    .evaluateAll((all) => all.map((one) => Number(one.dataset.decided)));
  assert.deepEqual(marked, scene.status.ends.sites);
  assert.ok((await page.textContent(".prompt")).includes(scene.status.ends.words));
  await page.context().close();
});
