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

test("numbers to spend are buttons that say what each comes to", async () => {
  // A three and a five to spend on two gamins.
  const position = "1/b.b.b,.b.b.,.....,.....,.....,.....,..w..,.w.w.,..w.w/9,4/9,12/35";
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const created = await table("foregammon", { position });
    const page = await newPage(await newContext({ ...calm, viewport }));
    await sitAt(page, house, created, "foregammon");
    const { scene } = await viewOf(house, created.id);
    const offers = (...steps) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll(".choices [data-step]")].map((one) => one.getAttribute("data-step")).join() ===
          wanted,
        steps.join(),
      );
    await offers("9+3", "9+5", "4+3", "4+5");
    assert.equal(scene.steps.filter(({ button }) => button).length, 4);
    await cell(page, await siteNamed("foregammon", "4")).click({ force: true });
    await offers("4+3", "4+5");
    await page.keyboard.press("Escape");
    await offers("9+3", "9+5", "4+3", "4+5");
    await page.locator('.choices [data-step="9+5"]').click();
    await seen(page, 1);
    await offers("14+3", "4+3");
    assert.match((await viewOf(house, created.id)).turns[0].text, /^9\+5/);
    // A lesson asks where a number leads, and does not say it.
    await page.goto(`${house.address}/learn/foregammon/5`);
    await ready(page);
    assert.equal(await page.locator(".choices [data-step]").count(), 0);
    await page.context().close();
  }
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
      Number(document.body?.dataset.taken) > 1,
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
  const crossed = await page.evaluate(() => {
    const [mark] = document.querySelectorAll(".board .b-last use");
    const box = mark.getBoundingClientRect();
    const shared = (number) => {
      const text = number.getBoundingClientRect();
      const wide = Math.min(box.right, text.right) - Math.max(box.left, text.left);
      return Math.min(wide, Math.min(box.bottom, text.bottom) - Math.max(box.top, text.top));
    };
    return [...document.querySelectorAll(".board text")]
      .filter((number) => shared(number) > 2)
      .map((at) => at.textContent);
  });
  assert.deepEqual(crossed, [], "nor under the mark of the last step");
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

test("where men are sown there are homes at the ends of the board, a speed that is kept, and Replay", async () => {
  const moves = await captureIn("twenty-seven");
  const created = await table("twenty-seven", { moves });
  const page = await newPage(await newContext(calm));
  await sitAt(page, house, created, "twenty-seven");
  const { scene, taken } = await viewOf(house, created.id);
  const { board } = await house.ask("/api/games/twenty-seven");
  const inHome = board.sites.flatMap(({ kind }, site) =>
    kind === "tray" ? [scene.pieces.find((placed) => placed.site === site)?.men.length ?? 0] : [],
  );
  assert.ok(inHome.some((count) => count > 0));
  const homes = () => page.locator(".home strong").allTextContents();
  assert.deepEqual((await homes()).map(Number).sort(), [...inHome].sort());
  assert.equal(await page.locator(".tray").count(), 0);
  const [left, right, middle] = await Promise.all(
    [".home-near", ".home-far", ".board"].map((part) => page.locator(part).boundingBox()),
  );
  assert.ok(left.x + left.width <= middle.x && middle.x + middle.width <= right.x, "beside the board");
  const slow = page.getByRole("group", { name: "Sowing" }).getByRole("button", { name: "Slow" });
  await slow.click();
  assert.equal(await slow.getAttribute("aria-pressed"), "true");
  await page.reload();
  await ready(page);
  assert.equal(await slow.getAttribute("aria-pressed"), "true");
  // What is replayed is asked of the server once, and ends as the board stands.
  await seen(page, taken);
  const men = () => page.evaluate(() => document.querySelector(".b-men").innerHTML);
  const before = await men();
  const asked = page.waitForResponse(/scene\?all=1/);
  await page.keyboard.press("y");
  await asked;
  await page.waitForFunction((wanted) => document.querySelector(".b-men").innerHTML === wanted, before);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

/** The steps of a game until something has been taken. */
async function captureIn(game) {
  const steps = [];
  for (;;) {
    const { scene, taken } = await house.ask(`/api/games/${game}/scene`, { moves: steps.join(" ") });
    if (
      taken
        .at(-1)
        ?.beats.flat()
        .some(({ type }) => type === "take")
    )
      return steps.join(" ");
    steps.push(scene.steps.at(-1).text);
  }
}

test("strips draw how far men have come, or how many are left", async () => {
  const position = "1/b.b.b,.b.b.,.....,.....,.....,...w.,.....,.w...,w.w.w/9,4/32,9";
  const page = await newPage(await newContext(calm));
  await sitAt(page, house, await table("foregammon", { position }), "foregammon");
  const places = (seat) =>
    page
      .locator(`[data-seat="${seat}"] .race use`)
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("x"))));
  const [star, ...gamins] = await places(2);
  assert.equal(gamins.length, 2);
  // One is home, and stands at the end of the way; the other has nine steps of thirty-two behind it.
  const [home, back] = gamins.sort((one, other) => other - one);
  assert.ok(home < star && star - home < 40, `${home} and ${star}`);
  const [ahead, behind] = (await places(1)).slice(1).sort((one, other) => other - one);
  assert.equal(ahead, back, "nine steps are nine steps on either side's way");
  assert.ok(behind < ahead);
  assert.match(await page.textContent('[data-seat="1"] .standing'), /51.*to go.*9 and 4 of 32/s);
  await sitAt(page, house, await table("kings-men"), "kings-men");
  assert.equal(await page.locator('[data-seat="1"] .pip:not(.pip-gone)').count(), 14);
  assert.equal(await page.locator('[data-seat="1"] .pip-gate').count(), 1);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("on a phone the newest move is in sight", async () => {
  const moves = "9-13 17x9 5x13 21-17 13x21 25x17 10-13 16x10 7x13 19-16 13x19 22x16 1-5 15-12";
  const page = await newPage(await newContext({ ...calm, viewport: { width: 390, height: 844 } }));
  await sitAt(page, house, await table("lasca", { moves }), "lasca");
  const inSight = await page.evaluate(() => {
    const [sheet, move] = [".sheet", ".moves .await"].map((part) =>
      document.querySelector(part).getBoundingClientRect(),
    );
    return move.top >= sheet.top && move.bottom <= sheet.bottom + 1;
  });
  assert.ok(inSight);
  await page.context().close();
});

test("a ring round a column that decided a game leaves its number to be read", async () => {
  const page = await newPage(await newContext(calm));
  const record = await (await fetch(`${house.address}/api/games/lasca/records/lasca-1911-2`)).text();
  const { start, turns } = await house.ask("/api/records", { text: record });
  const moves = turns.flatMap(({ steps }) => steps).join(" ");
  await sitAt(page, house, await table("lasca", { position: start, moves }), "lasca");
  await page.waitForSelector("[data-decided]");
  const after = await page.evaluate(() =>
    [...document.querySelectorAll("[data-decided]")].map((ring) => ring.nextElementSibling?.getAttribute("class")),
  );
  assert.ok(after.includes("badge"), `${after}: the number is drawn over the ring`);
  await page.context().close();
});
