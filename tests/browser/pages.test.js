// Every kind of page, in both lights and on a phone: nothing serious for axe to find, nothing to scroll
// sideways, no request to anybody else. And the pages for study.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { newPage, openForTests, ready, seen, sitAt } from "./house.js";

let created;
const { house, browser } = openForTests(async () => {
  const seats = [
    { kind: "person", name: "Ada" },
    { kind: "person", name: "Ben" },
  ];
  created = await house.ask("/api/tables", { game: "lasca", seats, moves: "10-13 16x10", key: "a key for the pages" });
});

/** @type {[string, () => string][]} */
const PAGES = [
  ["the shelf", () => "/"],
  ["a title page", () => "/games/lasca"],
  ["a table", () => `/play/${created.id}`],
  ["watching", () => `/watch/${created.id}`],
  ["analysis", () => "/analyse/merelles?moves=5+14+6"],
  ["a replay", () => "/replay/lasca/lasca-1911-1"],
  ["the editor", () => "/edit/chess"],
  ["print", () => "/print/kings-men"],
  ["my games", () => "/mine"],
  ["a lesson", () => "/learn/tigh/4"],
  ["help", () => "/help"],
  ["nothing", () => "/games/no-such-game"],
];

const LOOKS = [
  { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

for (const [name, path] of PAGES) {
  test(`${name} can be used by everybody, in both lights and on a phone`, async () => {
    const context = await browser.newContext({ viewport: LOOKS[0].viewport, reducedMotion: "reduce" });
    const page = await newPage(context);
    const strangers = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(house.address) && !request.url().startsWith("blob:")) strangers.push(request.url());
    });
    if (path().startsWith("/play")) await sitAt(page, house, created, "lasca");
    else await page.goto(house.address + path());
    await ready(page);
    assert.equal(await page.locator("h1").count(), 1, "a page has one heading");
    if (name !== "nothing") assert.equal(await page.getByText("could not be opened").count(), 0);
    for (const { colorScheme, viewport } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wider <= 0, `${wider} px wider than the screen of ${viewport.width}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(
        serious.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ html }) => html.slice(0, 160))
              .join(" | ")}`,
        ),
        [],
      );
    }
    assert.deepEqual(strangers, []);
    assert.deepEqual(page.troubles, []);
    await context.close();
  });
}

test("no game's table or title page scrolls sideways on a phone", async () => {
  const { games } = await house.ask("/api/games");
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: "reduce",
  });
  const page = await newPage(context);
  for (const game of games) {
    const seats = game.seats.map((name) => ({ kind: "person", name }));
    const table = await house.ask("/api/tables", { game: game.id, seats, key: `a phone's key for ${game.id}` });
    await sitAt(page, house, table, game.id);
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok((await wider()) <= 0, `the table of ${game.id} is wider than the screen`);
    await page.goto(`${house.address}/games/${game.id}`);
    await ready(page);
    assert.ok((await wider()) <= 0, `the title page of ${game.id} is wider than the screen`);
    const name = page.locator(".bar-title b");
    assert.equal(await name.textContent(), game.name);
    assert.ok(await name.evaluate((part) => part.scrollWidth <= part.clientWidth), `the name of ${game.id} is cut`);
  }
  await context.close();
});

test("on every window the name of a game keeps inside its lid", async () => {
  const { games } = await house.ask("/api/games");
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  for (const { id } of games) {
    await page.goto(`${house.address}/games/${id}`);
    await ready(page);
    for (const width of [1280, 1000, 800, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.locator(".title-lid h1").evaluate((name) => {
        const words = document.createRange();
        words.selectNodeContents(name);
        const [ink, label] = [words, name.closest(".lid-label")].map((part) => part.getBoundingClientRect());
        return Math.max(ink.right - label.right, label.left - ink.left);
      });
      assert.ok(beyond < -4, `the name of ${id} goes ${beyond} beyond the label of its lid at ${width}`);
    }
  }
  await page.context().close();
});

test("on a phone the shelf leads to the puzzles, to my games and to the help", async () => {
  const page = await newPage(await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true }));
  for (const path of ["/puzzles", "/mine", "/help"]) {
    await page.goto(house.address);
    await ready(page);
    await page.locator(`.masthead a[href="${path}"]`).click();
    await page.waitForURL(house.address + path);
  }
  await page.context().close();
});

test("the client is under 130 kB gzipped", async () => {
  const shell = await (await fetch(`${house.address}/`)).text();
  const queue = [...shell.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const sizes = new Map();
  while (queue.length > 0) {
    const path = queue.pop();
    if (sizes.has(path)) continue;
    const text = await (await fetch(house.address + path)).text();
    sizes.set(path, gzipSync(text).length);
    for (const [, next] of text.matchAll(/(?:from|import\() ?"(\.\/[^"]+)"/g))
      queue.push(new URL(next, house.address + path).pathname);
  }
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.size > 15, `only ${sizes.size} files were found`);
  assert.ok(total < 130_000, `${total} bytes`);
});

test("the engine is off until it is asked, and then tells its lines", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/analyse/fox-and-geese`);
  await ready(page);
  assert.equal(await page.locator(".ideas li").count(), 0);
  await page.keyboard.press("e");
  await page.waitForSelector(".ideas li");
  assert.match(await page.textContent(".ideas"), /loses in 44/);
  await page.locator(".ideas .line").first().click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("moves"));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a printed game is replayed with the arrow keys", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/replay/lasca/lasca-1911-1`);
  await ready(page);
  const men = () => page.evaluate(() => document.querySelector(".b-men")?.innerHTML);
  const start = await men();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((before) => document.querySelector(".b-men")?.innerHTML !== before, start);
  await page.keyboard.press("Home");
  await page.waitForFunction((before) => document.querySelector(".b-men")?.innerHTML === before, start);
  await page.context().close();
});

test("a position is set up by hand and played", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/edit/checkers`);
  await ready(page);
  await page.getByRole("button", { name: "Clear the board" }).click();
  await page.getByRole("radio", { name: "Dark king" }).check({ force: true });
  await page.locator('.b-cells [data-site="10"]').click({ force: true });
  await page.getByRole("radio", { name: "Light man" }).check({ force: true });
  await page.locator('.b-cells [data-site="14"]').click({ force: true });
  await page.waitForFunction(() => new URLSearchParams(location.search).get("position") === "B:W15:BK11");
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.waitForURL(/\/play\//);
  await ready(page);
  await seen(page, 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a record is pasted, and a wrong one is refused in words", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/analyse/lasca`);
  await ready(page);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabel("A position or a record").fill("11-14 1-25");
  await page.getByRole("button", { name: "Read it" }).click();
  await page.waitForFunction(() => document.querySelector("dialog .trouble")?.textContent);
  await page.getByLabel("A position or a record").fill('[Game "merelles"]\n[Result "*"]\n\n1. 5 14 2. 6 *\n');
  await page.getByRole("button", { name: "Read it" }).click();
  await page.waitForURL(/\/analyse\/merelles\?moves=/);
  await page.context().close();
});

test("a file of several records is opened: each is a study, the first of them on the board", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/analyse/lasca`);
  await ready(page);
  await page.getByRole("button", { name: "More" }).click();
  const games = ["1. e4 e5 2. Nf3 *", "1. d4 d5 *"].map(
    (moves, nth) => `[Event "Game ${nth}"]\n[White "Ada"]\n[Result "*"]\n\n${moves}\n`,
  );
  await page
    .getByLabel("A file of records")
    .setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(games.join("\n")) });
  await page.waitForURL(/\/analyse\/chess/);
  await ready(page);
  assert.match(await page.textContent(".tree"), /Nf3/);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: /d2d4/ }).click();
  await page.waitForFunction(() => document.querySelector(".tree")?.textContent?.includes("d5"));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a title page leads to the game's puzzles, if it has some, and counts turns in words", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/games/pick-me-up`);
  await ready(page);
  assert.equal(await page.getByRole("link", { name: "Puzzles" }).count(), 0);
  await page.goto(`${house.address}/games/foregammon`);
  await ready(page);
  assert.doesNotMatch(await page.textContent("#records"), /\b1 turns|\*/);
  await page.getByRole("link", { name: "Puzzles" }).click();
  await page.waitForURL(/\/puzzles\/foregammon$/);
  await page.context().close();
});

test("an example of a rule is opened and played", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/games/merelles#2.6`);
  await ready(page);
  await page.waitForSelector("#rule-2-6.target");
  await page.locator("#rule-2-6 summary", { hasText: "examples" }).click();
  await page.locator("#rule-2-6").getByRole("button", { name: "Play it" }).click();
  await page.locator("#rule-2-6").getByRole("button", { name: "Before" }).waitFor();
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a board or the shelf is seen before any script runs", async () => {
  const page = await newPage(await browser.newContext({ javaScriptEnabled: false }));
  for (const [path, men] of [
    ["/", 100],
    ["/games/lasca", 5],
    [`/play/${created.id}`, 20],
    [`/watch/${created.id}`, 20],
    ["/analyse/chess", 32],
    ["/learn/foregammon", 3],
    ["/edit/merelles", 0],
  ]) {
    await page.goto(house.address + path);
    const drawn = await page.locator(".board .b-men .man").count();
    assert.ok(drawn >= men, `${path}: ${drawn} men`);
    const box = await page.locator(".board").first().boundingBox();
    assert.ok(box.width > 60 && box.height > 60, `${path}: ${JSON.stringify(box)}`);
  }
  await page.context().close();
});

test("what the server has drawn is what the page goes on with", async () => {
  for (const game of ["lasca", "merelles", "foregammon", "kings-men", "twenty-seven"]) {
    const still = await newPage(await browser.newContext({ javaScriptEnabled: false }));
    const lively = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
    const places = (page) =>
      page
        .locator(".board .man use")
        .evaluateAll((men) =>
          men.map((man) => ["href", "x", "y", "width"].map((name) => man.getAttribute(name)).join(" ")).sort(),
        );
    await still.goto(`${house.address}/analyse/${game}`);
    await lively.goto(`${house.address}/analyse/${game}`);
    await ready(lively);
    assert.deepEqual(await places(still), await places(lively), game);
    for (const page of [still, lively]) await page.context().close();
  }
});

test("every module of a page is asked for at once", async () => {
  const page = await newPage(await browser.newContext());
  for (const path of ["/", "/analyse/chess", `/watch/${created.id}`, "/learn/tigh"]) {
    const html = await (await fetch(house.address + path)).text();
    const preloaded = new Set([...html.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, href]) => href));
    const asked = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith(".js") && !pathname.endsWith("theme.js")) asked.push(pathname);
    });
    await page.goto(house.address + path);
    await ready(page);
    assert.deepEqual(
      asked.filter((module) => !preloaded.has(module)),
      [],
      path,
    );
  }
  await page.context().close();
});
