// How a table behaves towards whoever sits at it: nothing jumps, nothing late undoes anything, names and results
// are said to the right person, fingers and keys find what they expect.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, holdBack, newPage, openForTests, playStep, ready, seen, sitAt, tangled, viewOf } from "./house.js";

const { house, browser } = openForTests();

let made = 0;
const table = (game, more = {}) => {
  made += 1;
  return house.ask("/api/tables", { game, key: `a key for manners ${made}`, ...more });
};
const people = [{ kind: "person" }, { kind: "person" }];
const againstComputer = [{ kind: "person" }, { kind: "computer", level: 1 }];
const newContext = (more = {}) =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...more });
const cell = (page, site) => page.locator(`.b-cells [data-site="${site}"]`);
const siteNamed = async (game, name) => {
  const { board } = await house.ask(`/api/games/${game}`);
  return board.sites.findIndex((site) => site.name === name);
};

// --- names and results --------------------------------------------------------------------------------

test("an unnamed player is You to himself and his side to others, even if an old table says You", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/games/chunga`);
  await ready(page);
  await page.getByLabel("You play").selectOption("first");
  await page.getByRole("button", { name: "A friend, by link" }).click();
  await page.waitForURL(/\/play\//);
  await ready(page);
  assert.match(await page.textContent('[data-seat="1"]'), /You/);
  const invitation = await page.getByLabel("The link").inputValue();
  const friend = await newPage(await newContext());
  await friend.goto(invitation);
  await ready(friend);
  await friend.getByRole("button", { name: "Sit down and play" }).click();
  await friend.waitForSelector(".sit-down", { state: "detached" });
  assert.match(await friend.textContent(".prompt"), /^White is to move\./);
  assert.doesNotMatch(await friend.textContent('[data-seat="1"]'), /You/);
  const old = await table("chunga", {
    seats: [
      { kind: "person", name: "You" },
      { kind: "person", name: "Ben" },
    ],
  });
  assert.deepEqual(
    (await viewOf(house, old.id)).seats.map(({ name }) => name),
    [null, "Ben"],
  );
  for (const one of [page, friend]) await one.context().close();
});

test("sides of several are spoken of in the plural", async () => {
  const created = await table("fox-and-geese", { seats: people, moves: "d8" });
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/watch/${created.id}`);
  await ready(page);
  assert.match(await page.textContent(".prompt"), /^Geese are to move\./);
  await page.context().close();
  const position = "2/b..,b..,...,..b...,...,ppp,..b/0,0";
  const { scene } = await house.ask("/api/games/merelles/scene", { position, moves: "4-11 21-14 1-10 x14" });
  assert.equal(scene.status.ends.words, "Pawns have fewer than three men.");
});

test("on a phone the result takes the place of the keys, and nothing else moves", async () => {
  const page = await newPage(await newContext({ viewport: { width: 390, height: 844 }, hasTouch: true }));
  for (const [game, position, moves, step] of [
    ["lasca", undefined, "", null],
    ["bang-o", undefined, "b6 d3 b5 a1 b4 h7 b7 d4", "b1"],
    ["pick-me-up", undefined, "3 3 3 3 1 1", "1"],
  ]) {
    const created = await table(game, { seats: people, position, moves });
    await sitAt(page, house, created, game);
    const places = () =>
      page.evaluate(() =>
        [".board", ".seat-far", ".seat-near", ".notes"].map((name) => {
          const box = document.querySelector(name)?.getBoundingClientRect();
          return `${name} ${box?.y} ${box?.height}`;
        }),
      );
    const before = await places();
    if (step) await playStep(page, house, created.id, step);
    else {
      await page.getByRole("button", { name: "Resign" }).click();
      await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
    }
    await page.waitForSelector(".result");
    await page.waitForSelector(".seat .won svg", { state: "attached" });
    assert.deepEqual(await places(), before, game);
    assert.deepEqual(await hidden(page, ".say .btn"), [], game);
    await page.getByRole("button", { name: "More" }).click();
    await page.locator("dialog").waitFor();
  }
  await page.context().close();
});

/** Buttons that can be seen but not touched in their middle, or whose words do not fit. @param {string} which */
const hidden = (page, which) =>
  page.evaluate(
    (name) =>
      [...document.querySelectorAll(name)].flatMap((part) => {
        const box = part.getBoundingClientRect();
        if (box.width === 0) return [];
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const wide = part.scrollWidth > part.clientWidth + 1;
        return part.contains(top) && !wide ? [] : [`${part.textContent}${wide ? " is too wide" : " is covered"}`];
      }),
    which,
  );

test("the result speaks to whoever reads it", async () => {
  const [start] = [await table("pick-me-up", { seats: people })];
  const keyOf = (seat) => start.keys.filter((key) => key.seat === seat);
  const [first, second, onlooker] = [await newContext(), await newContext(), await newContext()];
  const winner = await newPage(first);
  const loser = await newPage(second);
  const watcher = await newPage(onlooker);
  await sitAt(winner, house, { ...start, keys: keyOf(1) }, "pick-me-up");
  await sitAt(loser, house, { ...start, keys: keyOf(2) }, "pick-me-up");
  await watcher.goto(`${house.address}/watch/${start.id}`);
  await ready(watcher);
  let nth = 0;
  for (const step of ["3", "3", "3", "3", "1", "1", "1"]) {
    await playStep(nth % 2 === 0 ? winner : loser, house, start.id, step);
    nth += 1;
  }
  const { scene } = await viewOf(house, start.id);
  const [glad, sad] = scene.status.winner === 1 ? [winner, loser] : [loser, winner];
  for (const [page, words] of [
    [glad, /^You won\./],
    [sad, /^You lost\./],
    [watcher, /^[AB] won\./],
  ]) {
    await page.waitForSelector(".result");
    const shown = await page.textContent(".prompt");
    assert.match(shown, words);
    assert.match(shown, new RegExp(`Rule ${scene.status.clause.replace(".", "\\.")}`));
    assert.ok(shown.length < 160, `brief: ${shown}`);
  }
  for (const page of [winner, loser, watcher]) await page.context().close();
});

test("resigning asks first, can be thought better of, and is said as it was", async () => {
  const created = await table("lasca", { seats: againstComputer });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "lasca");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Play on" }).click();
  assert.equal((await viewOf(house, created.id)).scene.status.type, "turn");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".result");
  assert.match(await page.textContent(".prompt"), /^You resigned\./);
  await page.context().close();
});

test("whoever shares a screen is not away", async () => {
  const created = await table("lasca", { seats: people });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "lasca");
  const watcher = await newPage(await newContext());
  await watcher.goto(`${house.address}/watch/${created.id}`);
  await ready(watcher);
  await watcher.waitForFunction(() => !document.querySelector('[data-seat="1"]')?.textContent?.includes("away"));
  assert.doesNotMatch(await watcher.textContent('[data-seat="2"]'), /away/);
  for (const one of [page, watcher]) await one.context().close();
});

// --- nothing jumps ------------------------------------------------------------------------------------

for (const game of ["lasca", "foregammon", "merelles", "twenty-seven", "chess"]) {
  test(`nothing moves by a pixel between my turn and the computer's: ${game}`, async () => {
    const card = await house.ask(`/api/games/${game}`);
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      // A table each: a turn left half done would be finished by the next page itself.
      const created = await table(game, { seats: againstComputer });
      const page = await newPage(await newContext({ viewport }));
      await sitAt(page, house, created, game);
      const view = await viewOf(house, created.id);
      await seen(page, view.taken);
      await page.evaluate(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            window.shifts.push(`${entry.value} ${entry.sources.map(({ node }) => node?.className ?? node?.nodeName)}`);
          }
        }).observe({ type: "layout-shift", buffered: false });
      });
      const places = () =>
        page.evaluate(() =>
          [".board", ".say", ".acts", ".notes", ".seat-far", ".seat-near", '[data-act="more"]'].map((name) => {
            const box = document.querySelector(name)?.getBoundingClientRect();
            return box ? `${name} ${box.x},${box.y},${box.width},${box.height}` : name;
          }),
        );
      const before = await places();
      const held = await holdBack(page, `**/api/tables/${created.id}/steps`);
      const [step] = view.scene.steps.filter(({ clicks }) => clicks.length > 0);
      for (const site of step.clicks) await cell(page, site).click({ force: true });
      const done = page.locator(".choices button", { hasText: "Done" });
      if (await done.count()) await done.click();
      const asked = page.locator(`.choices button[data-step="${step.text}"]`);
      if (await asked.count()) await asked.click();
      await held.wait(1);
      assert.deepEqual(await places(), before, `${card.name}: while the step is sent`);
      await held.letGo(0);
      await page.waitForFunction(
        (taken) =>
          Number(document.body?.dataset.taken) > taken &&
          document.querySelector(".prompt")?.textContent?.startsWith("Your"),
        view.taken,
      );
      await drawn(page);
      assert.deepEqual(await places(), before, `${card.name}: afterwards`);
      assert.deepEqual(await page.evaluate(() => window.shifts), []);
      await page.context().close();
    }
  });
}

/** Words of a seat's strip that stand below it. */
const cut = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".seat :is(b, small, strong)")]
      .filter((words) => words.getClientRects().length > 0)
      .filter((words) => words.getBoundingClientRect().bottom > words.closest(".seat").getBoundingClientRect().bottom)
      .map(({ textContent }) => textContent),
  );

test("every board fits a phone that lies on its side, and every button can be read and reached in each window", async () => {
  const { games } = await house.ask("/api/games");
  const page = await newPage(await newContext({ viewport: { width: 844, height: 390 }, hasTouch: true }));
  for (const game of games) {
    const created = await table(game.id, { seats: game.seats.map(() => ({ kind: "person" })) });
    await sitAt(page, house, created, game.id);
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll(".board, .acts .btn")].flatMap((part) => {
        const box = part.getBoundingClientRect();
        const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
        return inside ? [] : `${part.className.baseVal ?? part.textContent} ${JSON.stringify(box)}`;
      }),
    );
    assert.deepEqual(outside, [], game.id);
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [390, 844],
      [360, 740],
      [844, 390],
    ]) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await hidden(page, ".acts .btn"), [], `${game.id} at ${width}`);
      assert.deepEqual(await tangled(page, ".seat, .board-box, .say, .acts, .notes"), [], `${game.id} at ${width}`);
      assert.deepEqual(await cut(page), [], `${game.id} at ${width}`);
    }
  }
  await page.context().close();
});

// --- what comes late ----------------------------------------------------------------------------------

test("the editor keeps every man, whatever the order of the answers", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/edit/checkers`);
  await ready(page);
  await page.getByRole("button", { name: "Clear the board" }).click();
  await page.waitForFunction(() => !document.querySelector(".b-men .man"));
  const { letGo, wait } = await holdBack(page, "**/api/games/checkers/arrange");
  await page.getByRole("radio", { name: "Dark king" }).check({ force: true });
  await cell(page, 10).click({ force: true });
  await page.getByRole("radio", { name: "Light man" }).check({ force: true });
  await cell(page, 14).click({ force: true });
  await cell(page, 21).click({ force: true });
  assert.equal(await page.locator(".b-men .man").count(), 3, "each man is seen at once");
  await wait(3);
  for (const nth of [2, 0, 1]) await letGo(nth);
  await page.waitForFunction(() => new URLSearchParams(location.search).get("position") === "B:W15,22:BK11");
  assert.equal(await page.locator(".b-men .man").count(), 3);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a late hint is not shown on a later position", async () => {
  const created = await table("lasca", { seats: people });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "lasca");
  const { letGo, wait } = await holdBack(page, "**/api/games/lasca/hint");
  await page.keyboard.press("h");
  await wait(1);
  await playStep(page, house, created.id, "11-14");
  await letGo(0);
  assert.equal(await page.locator(".hint, .manicule").count(), 0);
  await page.context().close();
});

test("a late refusal is not shown after another touch", async () => {
  const created = await table("checkers", { seats: people });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "checkers");
  const { letGo, wait } = await holdBack(page, "**/api/games/checkers/why");
  await cell(page, await siteNamed("checkers", "20")).click({ force: true });
  await wait(1);
  await cell(page, await siteNamed("checkers", "11")).click({ force: true });
  await letGo(0);
  assert.equal(await page.locator(".bubble, .slip").count(), 0);
  await page.context().close();
});

test("looking back follows the last key, not the last answer", async () => {
  const created = await table("lasca", { seats: people, moves: "11-14 17x11 10-14 18x10" });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "lasca");
  const { letGo, wait } = await holdBack(page, "**/api/games/lasca/scene?all=1");
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await wait(3);
  await letGo(2);
  await page.waitForFunction(() => document.querySelector(".prompt")?.textContent?.includes("After step 1 of 4"));
  for (const nth of [1, 0]) await letGo(nth);
  assert.match(await page.textContent(".prompt"), /After step 1 of 4/);
  await page.context().close();
});

test("a replay stands where the last key has led, whatever the order of the answers", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/replay/lasca/lasca-1911-1`);
  await ready(page);
  const { letGo, wait } = await holdBack(page, "**/api/games/lasca/scene?all=1");
  const men = () => page.evaluate(() => document.querySelector(".b-men")?.innerHTML);
  const start = await men();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await wait(2);
  await letGo(1);
  await page.waitForFunction((before) => document.querySelector(".b-men")?.innerHTML !== before, start);
  const shown = await men();
  await letGo(0);
  assert.equal(await men(), shown);
  await page.context().close();
});

test("a man moves at once, and goes back if the step is refused", async () => {
  const created = await table("chess", { seats: people });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "chess");
  const { letGo, wait } = await holdBack(page, `**/api/tables/${created.id}/steps`);
  const [from, to] = [await siteNamed("chess", "e2"), await siteNamed("chess", "e4")];
  const heightOf = () =>
    page.evaluate((site) => document.querySelector(`.b-men [data-site="${site}"]`)?.getBoundingClientRect().y, from);
  const before = await heightOf();
  await cell(page, from).click({ force: true });
  await cell(page, to).click({ force: true });
  await wait(1);
  assert.ok((await heightOf()) < before - 50, "the pawn is seen on e4 before the server has answered");
  await letGo(0);
  await seen(page, 1);
  await page.unroute(`**/api/tables/${created.id}/steps`);
  const words = "The house says no.";
  await page.route(`**/api/tables/${created.id}/steps`, (route) =>
    route.fulfill({ status: 422, json: { error: { code: "illegal", words, clause: null, at: null } } }),
  );
  const [e7, e5] = [await siteNamed("chess", "e7"), await siteNamed("chess", "e5")];
  const place = await page.evaluate(
    (site) => document.querySelector(`.b-men [data-site="${site}"]`)?.getBoundingClientRect().y,
    e7,
  );
  await cell(page, e7).click({ force: true });
  await cell(page, e5).click({ force: true });
  await page.waitForSelector(".slip");
  assert.match(await page.textContent(".slip"), /The house says no/);
  const after = await page.evaluate(
    (site) => document.querySelector(`.b-men [data-site="${site}"]`)?.getBoundingClientRect().y,
    e7,
  );
  assert.equal(after, place);
  await page.context().close();
});

// --- fingers and keys ---------------------------------------------------------------------------------

test("a man is dragged by touch, above the marks, and the page does not scroll", async () => {
  const created = await table("chess", { seats: people });
  const page = await newPage(
    await newContext({ viewport: { width: 390, height: 600 }, hasTouch: true, isMobile: true }),
  );
  await sitAt(page, house, created, "chess");
  const client = await page.context().newCDPSession(page);
  const middle = async (name) => {
    const box = await cell(page, await siteNamed("chess", name)).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle("e2"), await middle("e4")];
  const touch = (type, ...touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", from);
  for (let part = 1; part <= 8; part += 1) {
    await touch("touchMove", { x: from.x, y: from.y + ((to.y - from.y) * part) / 8 });
  }
  const above = await page.evaluate(() => document.querySelector(".b-hand .man") !== null);
  await touch("touchEnd");
  await seen(page, 1);
  assert.ok(above, "the man in hand lies above the marks");
  assert.equal((await viewOf(house, created.id)).turns[0].text, "e4");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.context().close();
});

test("focus stays where the work is", async () => {
  const created = await table("foregammon", { seats: people });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "foregammon");
  await page.keyboard.press("l");
  await page.locator(".step-list button").first().focus();
  await page.keyboard.press("Enter");
  await seen(page, 1);
  const inside = () => page.evaluate(() => document.activeElement?.closest(".sheet, .choices, .board") !== null);
  assert.ok(await inside(), "after a step from the list");
  await page.context().close();
});

test("arrow keys go through the game, after a click on the board too", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/replay/lasca/lasca-1911-1`);
  await ready(page);
  const men = () => page.evaluate(() => document.querySelector(".b-men")?.innerHTML);
  const start = await men();
  await cell(page, 12).click({ force: true });
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((before) => document.querySelector(".b-men")?.innerHTML !== before, start);
  const created = await table("lasca", { seats: people, moves: "11-14 17x11" });
  await sitAt(page, house, created, "lasca");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".prompt")?.textContent?.includes("After step 1 of 2"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".prompt")?.textContent?.includes("to move"));
  await page.context().close();
});

test("a refusal stands beside the click and hides neither it nor the marks", async () => {
  const created = await table("checkers", { seats: people, moves: "11-15 22-18" });
  const page = await newPage(await newContext());
  await sitAt(page, house, created, "checkers");
  const site = await siteNamed("checkers", "9");
  await cell(page, site).click({ force: true });
  await page.waitForSelector(".bubble");
  const hidden = await page.evaluate((clicked) => {
    const paper = document.querySelector(".bubble").getBoundingClientRect();
    const cells = [
      ...document.querySelectorAll(".b-cells .may"),
      document.querySelector(`.b-cells [data-site="${clicked}"]`),
    ];
    return cells.filter((part) => {
      const box = part.getBoundingClientRect();
      return (
        box.left < paper.right - 2 &&
        paper.left < box.right - 2 &&
        box.top < paper.bottom - 2 &&
        paper.top < box.bottom - 2
      );
    }).length;
  }, site);
  assert.equal(hidden, 0);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".bubble", { state: "detached" });
  await page.context().close();
});

test("a game that is watched can be paused", async () => {
  const created = await table("lasca", { seats: people });
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/watch/${created.id}`);
  await ready(page);
  await page.getByRole("button", { name: "Pause" }).click();
  const key = created.keys.find(({ seat }) => seat === 1);
  const body = { version: created.view.version, step: "11-14", key: "a step while paused" };
  await house.ask(`/api/tables/${created.id}/steps`, body, key.token);
  await page.waitForTimeout(1500);
  assert.equal(await page.evaluate(() => document.body.dataset.taken), "0");
  await page.getByRole("button", { name: "Go on" }).click();
  await seen(page, 1);
  await page.context().close();
});

test("what a pawn becomes is chosen beside its square: the queen first, by keys or a click, or not at all", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    for (const file of ["a", "h"]) {
      const position = `8/${file === "a" ? "P6k" : "k6P"}/8/8/8/8/8/4K3 w - - 0 1`;
      const created = await table("chess", { seats: people, position });
      const page = await newPage(await newContext({ viewport }));
      await sitAt(page, house, created, "chess");
      const target = await siteNamed("chess", `${file}8`);
      const promote = async () => {
        await cell(page, await siteNamed("chess", `${file}7`)).click({ force: true });
        await cell(page, target).click({ force: true });
      };
      const picker = page.getByRole("listbox", { name: "What does the pawn become?" });
      const chosen = (piece) =>
        page.waitForFunction(
          (step) => document.activeElement?.getAttribute("data-step") === step,
          file + 7 + file + 8 + piece,
        );
      await promote();
      await chosen("q");
      assert.deepEqual(await picker.getByRole("option").locator("span").allTextContents(), [
        "Queen",
        "Rook",
        "Bishop",
        "Knight",
      ]);
      assert.equal(await picker.locator("svg use").count(), 4, "as they are drawn");
      const [box, square] = [await picker.boundingBox(), await cell(page, target).boundingBox()];
      assert.ok(box.x >= 0 && box.y >= 0, JSON.stringify(box));
      assert.ok(box.x + box.width <= viewport.width && box.y + box.height <= viewport.height, JSON.stringify(box));
      const beside = file === "a" ? box.x - (square.x + square.width) : square.x - (box.x + box.width);
      assert.ok(
        Math.abs(beside) <= 2 && Math.abs(box.y - square.y) <= 8,
        `${JSON.stringify(box)} ${JSON.stringify(square)}`,
      );
      // Escape, or a touch elsewhere, and nothing has happened.
      await page.keyboard.press("ArrowDown");
      await chosen("r");
      await page.keyboard.press("Escape");
      assert.equal(await picker.count(), 0);
      await page.keyboard.press("Escape");
      await promote();
      await cell(page, await siteNamed("chess", "e4")).click({ force: true });
      assert.equal(await picker.count(), 0);
      assert.equal((await viewOf(house, created.id)).taken, 0);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await promote();
      if (file === "a") await page.keyboard.press("r");
      else await picker.getByRole("option", { name: "Rook" }).click();
      await seen(page, 1);
      assert.equal((await viewOf(house, created.id)).turns[0].steps[0], `${file}7${file}8r`);
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    }
  }
});

test("nothing on the shelf moves when the games under way come", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await newPage(await newContext({ viewport }));
    const created = await table("lasca", { seats: againstComputer });
    await sitAt(page, house, created, "lasca");
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    // The first visit learns how many there are, the second leaves room for them.
    for (const visit of ["first", "second"]) {
      const { letGo, wait } = await holdBack(page, "**/api/tables?*");
      await page.goto(house.address, { waitUntil: "commit" });
      await wait(1);
      await page.waitForSelector(".lid");
      const before = (await page.locator(".lid").first().boundingBox()).y;
      await letGo(0);
      await ready(page);
      await page.waitForSelector(".ticket");
      await drawn(page);
      const shifted = await page.evaluate(() => window.shifted);
      assert.ok(shifted < 0.02, `${visit} visit at ${viewport.width}: ${shifted}`);
      const after = (await page.locator(".lid").first().boundingBox()).y;
      if (visit === "second") assert.ok(Math.abs(after - before) < 4, `the first box went from ${before} to ${after}`);
      await page.unroute("**/api/tables?*");
    }
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});
