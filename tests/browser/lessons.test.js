// Every lesson of every game is played through by clicks, with a wrong try at each task, and once by keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { LINES, make, newPage, openForTests, ready, sitAt, tangled } from "./house.js";

const { house, browser } = openForTests();

const newContext = (more = {}) =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...more });
const at = (page, task) => page.waitForFunction((wanted) => document.body?.dataset.task === wanted, String(task));

/** What the server says to a try. */
const tried = (game, task, body) => house.ask(`/api/games/${game}/lesson/${task}`, { done: [], ...body });

/** A legal step that is not asked for, or two sites that make no step; null where there is neither. */
async function mistake(game, number, task) {
  for (const { text } of task.scene.steps.slice(0, 40)) {
    const { answer } = await tried(game, number, { step: text });
    if (answer === "not") return { step: text };
  }
  const touched = task.scene.steps.filter(({ clicks }) => clicks.length > 0);
  const single = touched.every(({ clicks }) => clicks.length < 2);
  const [first] = (touched.find(({ clicks }) => clicks.length > 1) ?? touched[0])?.clicks ?? [];
  const starts = new Set(task.scene.steps.map(({ clicks }) => clicks[0]));
  const goes = new Set(task.scene.steps.filter(({ clicks }) => clicks[0] === first).map(({ clicks }) => clicks[1]));
  if (first === undefined) return null;
  const { board } = await house.ask(`/api/games/${game}`);
  const free = board.sites.findIndex(
    (site, nth) => site.kind !== "tray" && nth !== first && !starts.has(nth) && !goes.has(nth),
  );
  return free < 0 ? null : { clicks: single ? [free] : [first, free] };
}

async function blunder(page, task, wrong) {
  const men = () => page.evaluate(() => document.querySelector(".b-men")?.innerHTML);
  const before = await men();
  if (wrong.step) {
    await make(page, task.scene, wrong.step);
    await page.waitForFunction(() => document.querySelector(".how, .bubble"));
    await page.keyboard.press("Shift");
  } else {
    for (const site of wrong.clicks) await page.locator(`.b-cells [data-site="${site}"]`).click({ force: true });
    await page.waitForSelector(".bubble");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  }
  await page.waitForFunction((men) => document.querySelector(".b-men")?.innerHTML === men, before);
}

for (const { game } of LINES) {
  test(`the lesson of ${game} is played through, with a wrong try at each task`, async () => {
    const lesson = await house.ask(`/api/games/${game}/lesson`);
    const page = await newPage(await newContext());
    await page.goto(`${house.address}/learn/${game}`);
    await ready(page);
    for (const [nth, task] of lesson.tasks.entries()) {
      await at(page, nth + 1);
      const wrong = await mistake(game, nth + 1, task);
      if (wrong) await blunder(page, task, wrong);
      const done = [];
      let { scene } = task;
      for (const text of task.solution) {
        await make(page, scene, text);
        const { answer, scene: next } = await tried(game, nth + 1, { done, step: text });
        done.push(text);
        if (answer === "right") break;
        scene = next;
        await page.waitForFunction(
          (count) => document.querySelectorAll(".choices button, .b-cells .may").length >= count,
          1,
        );
      }
      await page.waitForSelector(".good");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-act")), "next");
      await page.keyboard.press("Enter");
    }
    await at(page, "end");
    assert.match(await page.textContent(".ending h1"), /^You know /);
    const kept = await page.evaluate((id) => JSON.parse(localStorage.getItem("parlour.learnt"))[id], game);
    assert.equal(kept.done.length, lesson.tasks.length);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test("a lesson can be used by everybody, in both lights and on phones", async () => {
  for (const path of ["/learn/foregammon/3", "/learn/lasca/1", "/learn/pick-me-up/1", "/learn/lasca/8"]) {
    const page = await newPage(await newContext());
    await page.goto(house.address + path);
    await ready(page);
    for (const [colorScheme, width, height] of [
      ["light", 1280, 800],
      ["dark", 1280, 800],
      ["dark", 390, 844],
      ["light", 844, 390],
    ]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wider <= 0, `${path}: ${wider} px wider than ${width}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(
        serious.map(
          ({ id, nodes }) => `${path} ${width}: ${id}: ${nodes.slice(0, 2).map(({ html }) => html.slice(0, 160))}`,
        ),
        [],
      );
    }
    assert.equal(await page.locator("h1").count(), 1);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test("hint, skip and show me, by keyboard alone; a skipped task is remembered as such", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/learn/lasca`);
  await ready(page);
  await page.keyboard.press("h");
  await page.waitForSelector(".hint3");
  await page.keyboard.press("h");
  await page.waitForSelector(".hint-ring");
  await page.keyboard.press("h");
  await page.keyboard.press("m");
  await page.waitForSelector(".good");
  await page.keyboard.press("Enter");
  await at(page, 2);
  await page.keyboard.press("s");
  await at(page, 3);
  for (let nth = 0; nth < 40; nth += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.closest(".b-cells") !== null)) break;
  }
  // From wherever the board takes the focus to 9, then to 17.
  const { board } = await house.ask("/api/games/lasca");
  const goTo = async (name) => {
    for (let nth = 0; nth < 30; nth += 1) {
      const now = await page.evaluate(() => Number(document.activeElement?.getAttribute("data-site") ?? -1));
      const [here, there] = [board.sites[now], board.sites.find((site) => site.name === name)];
      if (here === there) return;
      const [dx, dy] = [there.x - here.x, there.y - here.y];
      await page.keyboard.press(
        Math.abs(dy) > 0.1 ? (dy > 0 ? "ArrowDown" : "ArrowUp") : dx > 0 ? "ArrowRight" : "ArrowLeft",
      );
    }
    throw new Error(`${name} was not reached`);
  };
  await goTo("9");
  await page.keyboard.press("Enter");
  await goTo("17");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".good");
  await page.reload();
  await ready(page);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("parlour.learnt")).lasca);
  assert.deepEqual([kept.done, [...kept.passed].sort()], [[3], [1, 2]]);
  await page.context().close();
});

test("the goal stands at the table, and what decides the game is counted", async () => {
  const seats = [{ kind: "person" }, { kind: "person" }];
  const page = await newPage(await newContext());
  const fox = await house.ask("/api/tables", { game: "fox-and-geese", seats, key: "a key for the fox's goal" });
  await sitAt(page, house, { ...fox, keys: fox.keys.filter(({ seat }) => seat === 2) }, "fox-and-geese");
  assert.match(await page.textContent(".bar .goal"), /Slip past/);
  const lasca = await house.ask("/api/tables", { game: "lasca", seats, key: "a key for a count of columns" });
  await sitAt(page, house, lasca, "lasca");
  assert.match(await page.textContent('[data-seat="1"] .standing'), /11.*columns/);
  await page.context().close();
});

test("in each window a lesson's parts stand beside each other", async () => {
  const { games } = await house.ask("/api/games");
  const page = await newPage(await newContext());
  for (const { id } of games) {
    await page.goto(`${house.address}/learn/${id}/2`);
    await ready(page);
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [390, 844],
      [844, 390],
    ]) {
      await page.setViewportSize({ width, height });
      const parts = ".task, .lesson-keys, .lesson-list, .board-box";
      assert.deepEqual(await tangled(page, parts), [], `${id} at ${width}`);
    }
  }
  await page.context().close();
});

test("a hand that points covers no man, and a button is a sentence on phones", async () => {
  const page = await newPage(await newContext({ viewport: { width: 390, height: 844 }, hasTouch: true }));
  await page.goto(`${house.address}/learn/kings-men/1`);
  await ready(page);
  await page.waitForSelector(".manicule");
  const covered = await page.evaluate(() => {
    const hand = document.querySelector(".manicule-bed").getBoundingClientRect();
    const middle = (man) => {
      const { x, y, width, height } = man.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const isIn = ([x, y]) => x > hand.left && x < hand.right && y > hand.top && y < hand.bottom;
    return [...document.querySelectorAll(".b-men [data-site]")].map(middle).filter(isIn);
  });
  assert.deepEqual(covered, []);
  assert.equal(await page.locator(".choices .btn small:visible").textContent(), "Red leaves the row as it is.");
  await page.context().close();
});

test("the one man who can go on with a turn is chosen, and stays so", async () => {
  const { board } = await house.ask("/api/games/polychek");
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/learn/polychek/7`);
  await ready(page);
  const touch = (name) =>
    page
      .locator(`.b-cells [data-site="${board.sites.findIndex((site) => site.name === name)}"]`)
      .click({ force: true });
  await touch("15");
  await touch("22");
  await page.waitForFunction(() => document.querySelectorAll(".b-marks .mk-box").length > 0);
  await touch("22");
  await touch("13");
  await page.waitForSelector(".good");
  await page.context().close();
});

test("on a phone nothing moves, and nothing is cut, when a task of a long board is right", async () => {
  const viewport = { width: 390, height: 844 };
  const lesson = await house.ask("/api/games/twenty-seven/lesson");
  const page = await newPage(await newContext({ viewport, hasTouch: true, isMobile: true }));
  for (const [nth, task] of lesson.tasks.entries()) {
    await page.goto(`${house.address}/learn/twenty-seven/${nth + 1}`);
    await ready(page);
    const places = () =>
      page.evaluate(() =>
        [".board-box .board", ".lesson-keys"].map((name) => {
          const { top, bottom } = document.querySelector(name).getBoundingClientRect();
          return [top, bottom].map((edge) => Math.round(edge + scrollY));
        }),
      );
    const before = await places();
    await make(page, task.scene, task.solution[0]);
    await page.waitForSelector(".good");
    assert.deepEqual(await places(), before, `task ${nth + 1}`);
    assert.ok(before[1][1] <= viewport.height, `the keys of task ${nth + 1} end at ${before[1][1]}`);
  }
  await page.context().close();
});

test("on a phone a tall lesson says why, as far as there is room, and never over the board", async () => {
  const lesson = await house.ask("/api/games/foregammon/lesson");
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 360, height: 740 },
  ]) {
    const page = await newPage(await newContext({ viewport, hasTouch: true }));
    let shown = 0;
    for (const [nth] of lesson.tasks.entries()) {
      await page.goto(`${house.address}/learn/foregammon/${nth + 1}`);
      await ready(page);
      const isShown = await page.evaluate(() => {
        const [why, task, board] = [".because", ".task", ".board"].map((part) =>
          document.querySelector(part).getBoundingClientRect(),
        );
        if (task.bottom > board.top + 1) throw new Error("the task lies over the board");
        return why.left < task.right - 1 && why.bottom <= task.bottom + 1;
      });
      if (isShown) shown += 1;
    }
    assert.ok(shown >= 4, `${shown} of ${lesson.tasks.length} say why`);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});
