// My games: what this browser has played, how it came out, and what is said when the house is away.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { newPage, openForTests, playStep, ready, sitAt, viewOf } from "./house.js";

const { house, browser } = openForTests();

const againstComputer = [{ kind: "person" }, { kind: "computer", level: 1 }];
const newContext = () => browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });

/** Gives a browser the keys of tables, and opens its games. */
async function openMine(page, tables) {
  await page.goto(`${house.address}/help`);
  await ready(page);
  const held = tables.map(({ id, game, keys }) => ({ id, game, keys }));
  await page.evaluate((all) => localStorage.setItem("parlour.tables", JSON.stringify(all)), held);
  await page.goto(`${house.address}/mine`);
  await ready(page);
}

async function resign({ id, keys }, nth = 0) {
  const { version } = await viewOf(house, id);
  const body = { version, key: `resigning ${id}`, action: "resign" };
  return house.ask(`/api/tables/${id}/actions`, body, keys[nth].token);
}

test("games with hints or turns taken back are counted apart", async () => {
  const page = await newPage(await newContext());
  const helped = await house.ask("/api/tables", { game: "lasca", seats: againstComputer, key: "a game with help" });
  await sitAt(page, house, helped, "lasca");
  await page.keyboard.press("h");
  await page.waitForSelector(".hint");
  await playStep(page, house, helped.id, "11-14");
  await page.waitForFunction(() => Number(document.body?.dataset.taken) >= 2);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.body?.dataset.taken === "0");
  const alone = await house.ask("/api/tables", {
    game: "lasca",
    seats: againstComputer,
    key: "a game without any help",
  });
  for (const table of [helped, alone]) await resign(table);
  await openMine(
    page,
    [helped, alone].map((table) => ({ ...table, game: "lasca" })),
  );
  assert.match(await page.textContent(".levels"), /Lasca1, novice0021/, "none won or drawn, two lost, one with help");
  assert.match(
    await page.textContent('[aria-label="Against the computer"]'),
    /2 games\. 1 with hints, 1 with turns taken back\./,
  );
  assert.match(await page.textContent(`[data-id="${helped.id}"]`), /with hints, with turns taken back/);
  assert.doesNotMatch(await page.textContent(`[data-id="${alone.id}"]`), /with/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a match has a row for each player and a column for each game", async () => {
  const page = await newPage(await newContext());
  const seats = [{ kind: "person" }, { kind: "person", name: "Ada" }];
  const made = await house.ask("/api/tables", {
    game: "py-hy-ky",
    seats,
    series: true,
    key: "a match of several games",
  });
  const first = { ...made, game: "py-hy-ky" };
  await resign(first, 1);
  const { version } = await viewOf(house, first.id);
  const body = { version, key: "the second game", action: "rematch" };
  await house.ask(`/api/tables/${first.id}/actions`, body, made.keys[0].token);
  const { next, next_seats } = await viewOf(house, first.id);
  const own = made.keys.filter(({ seat }) => seat === 1);
  const second = { id: next, game: "py-hy-ky", keys: own.map((key) => ({ ...key, seat: next_seats[0] })) };
  await openMine(page, [second, { ...first, keys: own }]);
  const rows = await page.locator(".series tbody tr").allTextContents();
  assert.deepEqual(rows, ["You1◆1", "Ada0◆0"]);
  assert.match(await page.textContent('[aria-label="Matches"]'), /match of 4.*You lead by 1\. 3 of 4 games to play\./s);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("while the house is away the games are listed as they were seen last, and nothing is lost", async () => {
  const page = await newPage(await newContext());
  const table = await house.ask("/api/tables", { game: "lasca", seats: againstComputer, key: "a game to be kept" });
  await openMine(page, [{ ...table, game: "lasca" }]);
  assert.equal(await page.locator(".archive-row .thumb .man").count(), 22);
  // A delete that does not arrive throws no key away.
  await page.locator(".archive-row .ticket").focus();
  await page.keyboard.press("Space");
  await page.route("**/api/**", (route) => route.abort());
  await page.locator(".pick-bar").getByRole("button", { name: "Delete" }).click();
  await page.locator("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".trouble")?.textContent?.includes("cannot be reached"));
  assert.equal(await page.locator(".archive-row").count(), 1);
  await page.reload();
  await ready(page);
  assert.match(
    await page.textContent("main"),
    /The house cannot be reached\. These are your games as this browser saw them/,
  );
  assert.equal(await page.locator(".archive-row").count(), 1);
  assert.equal(await page.locator(".archive-row .thumb .man").count(), 22);
  assert.equal(await page.getByRole("button", { name: "Save all" }).getAttribute("aria-disabled"), "true");
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => !document.querySelector("main")?.textContent?.includes("cannot be reached"));
  assert.equal((await viewOf(house, table.id)).game, "lasca", "it is still there");
  await page.context().close();
});

test("where nothing was played yet the page says what will stand here, and offers nothing to save", async () => {
  const page = await newPage(await newContext());
  await openMine(page, []);
  await page.getByText("Nothing here yet").waitFor();
  assert.equal(await page.getByRole("button", { name: "Save all" }).count(), 0);
  await page.getByRole("link", { name: "To the shelf", exact: true }).click();
  await page.waitForURL(`${house.address}/`);
  await page.context().close();
});

test("games that somebody has deleted are said to be gone, and forgotten when that is wanted", async () => {
  const page = await newPage(await newContext());
  await openMine(page, [{ id: "nosuchtable", game: "lasca", keys: [] }]);
  assert.match(await page.textContent("main"), /One game is gone/);
  await page.getByRole("button", { name: "Forget them" }).click();
  await page.waitForFunction(() => !document.querySelector("main")?.textContent?.includes("gone"));
  assert.equal(await page.evaluate(() => localStorage.getItem("parlour.tables")), "[]");
  await page.context().close();
});

test("my games: filtered, counted, saved, brought in elsewhere, deleted", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", acceptDownloads: true });
  const page = await newPage(context);
  const seats = [{ kind: "person" }, { kind: "computer", level: 1 }];
  const lost = await house.ask("/api/tables", { game: "tigh", seats, key: "a key for a game that is lost" });
  const [key] = lost.keys;
  const body = { version: lost.view.version, key: "resigning for the archive", action: "resign" };
  await house.ask(`/api/tables/${lost.id}/actions`, body, key.token);
  const running = await house.ask("/api/tables", { game: "lasca", seats, key: "a key for one that still runs" });
  await page.goto(`${house.address}/help`);
  await ready(page);
  const held = [
    { id: lost.id, game: "tigh", keys: lost.keys },
    { id: running.id, game: "lasca", keys: running.keys },
  ];
  await page.evaluate((tables) => localStorage.setItem("parlour.tables", JSON.stringify(tables)), held);
  await page.goto(`${house.address}/mine`);
  await ready(page);
  assert.equal(await page.locator(".archive-row").count(), 2);
  assert.match(await page.textContent(".levels"), /Tigh1, novice0010/);
  await page.getByRole("button", { name: "Lost 1" }).click();
  assert.equal(await page.locator(".archive-row").count(), 1);
  assert.match(await page.textContent(".archive-row"), /You resigned/);
  assert.match(page.url(), /result=lost/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save all" }).click(),
  ]);
  const file = await download.path();
  const other = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await other.goto(`${house.address}/mine`);
  await ready(other);
  await other
    .getByLabel("A file of records")
    .setInputFiles({ name: "games.txt", mimeType: "text/plain", buffer: readFileSync(file) });
  await other.waitForFunction(() => document.querySelectorAll(".archive-row").length === 2);
  await other.locator(".archive-row a").first().click();
  await other.waitForURL(/\/analyse\//);
  await ready(other);
  await page.goto(`${house.address}/mine?game=tigh`);
  await ready(page);
  await page.locator(".archive-row .ticket").focus();
  await page.keyboard.press("Delete");
  await page.locator("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".archive-row").length === 0);
  assert.equal((await fetch(`${house.address}/api/tables/${lost.id}`)).status, 404);
  for (const one of [page, other]) assert.deepEqual(one.troubles, []);
  for (const one of [page, other]) await one.context().close();
});

/** Finished and running games of several kinds, as this browser would hold them. */
async function someGames(name) {
  const games = ["tigh", "lasca", "chess", "merelles"];
  const made = [];
  for (const game of games) {
    const table = await house.ask("/api/tables", { game, seats: againstComputer, key: `${name}: a game of ${game}` });
    made.push({ ...table, game });
  }
  const [tigh, , chess] = made;
  for (const table of [tigh, chess]) await resign(table);
  return made;
}

const namesOf = (page) => page.locator(".archive-row b").allTextContents();

test("my games in another order, which the address keeps", async () => {
  const page = await newPage(await newContext());
  await openMine(page, await someGames("in order"));
  assert.deepEqual((await namesOf(page)).slice(2).sort(), ["Chess", "Tigh"], "running games stand first");
  await page.getByLabel("Order").focus();
  await page.getByLabel("Order").selectOption("By game");
  assert.deepEqual(await namesOf(page), ["Chess", "Lasca", "Merelles", "Tigh"]);
  assert.match(page.url(), /sort=game/);
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "Order",
    "the focus stays",
  );
  await page.getByLabel("Order").selectOption("Oldest first");
  await page.reload();
  await ready(page);
  assert.equal(await page.getByLabel("Order").inputValue(), "oldest");
  await page.getByLabel("Order").selectOption("By result");
  assert.deepEqual((await namesOf(page)).slice(2).sort(), ["Chess", "Tigh"]);
  await page.getByLabel("Order").selectOption("Newest first");
  assert.doesNotMatch(page.url(), /sort/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("several games are chosen with Shift or by keyboard, and saved, studied or deleted together", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce", acceptDownloads: true });
  const page = await newPage(context);
  const made = await someGames("chosen");
  await openMine(page, made);
  await page.goto(`${house.address}/mine?sort=game`);
  await ready(page);
  const boxes = page.locator(".pick input");
  const chosen = () => page.locator(".archive-row.picked b").allTextContents();
  const bar = page.locator(".pick-bar");
  assert.ok(!(await boxes.first().isVisible()), "boxes are there when they are wanted");
  await page.getByRole("button", { name: "Choose…" }).click();
  await boxes.nth(1).click();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  assert.deepEqual(await chosen(), ["Lasca", "Merelles", "Tigh"]);
  assert.match(await bar.textContent(), /3 games chosen/);
  // A game that a filter takes away is not chosen any more.
  await page.getByLabel("Game", { exact: true }).selectOption("tigh");
  assert.match(await bar.textContent(), /One game chosen/);
  await page.getByLabel("Game", { exact: true }).selectOption("");
  await page.keyboard.press("Escape");
  // By keyboard alone.
  await page.locator(".archive-row .ticket").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  assert.deepEqual(await chosen(), ["Chess", "Tigh"]);
  await page.keyboard.press("Delete");
  const dialog = page.locator("dialog");
  assert.match(await dialog.textContent(), /Delete 2 games\?Chess of .*, Tigh of .*cannot be undone/);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Keep them");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".archive-row").count(), 4, "Escape keeps them");
  await bar.getByRole("button", { name: "Delete" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save, then delete" }).click(),
  ]);
  const saved = readFileSync(await download.path(), "utf8");
  assert.match(saved, /\[Event/, "the record of chess is PGN");
  assert.match(saved, /\[Game "tigh"\]/);
  await page.waitForFunction(() => document.querySelectorAll(".archive-row").length === 2);
  assert.ok(!(await bar.isVisible()));
  for (const table of made) {
    const { status } = await fetch(`${house.address}/api/tables/${table.id}`);
    assert.equal(status, ["tigh", "chess"].includes(table.game) ? 404 : 200, table.game);
  }
  await page.locator(".archive-row .ticket").first().focus();
  await page.keyboard.press("Space");
  await bar.getByRole("button", { name: "Open as a study" }).click();
  await page.waitForURL(/\/analyse\/lasca/);
  await ready(page);
  assert.deepEqual(page.troubles, []);
  await context.close();
});

test("a game that was reviewed says how many moments it has", async () => {
  const page = await newPage(await newContext());
  const table = await house.ask("/api/tables", {
    game: "pick-me-up",
    seats: [{ kind: "person" }, { kind: "person", name: "Ada" }],
    moves: "2 1 3 3 2 2 1 1",
    key: "a game with moments",
  });
  const own = { ...table, game: "pick-me-up", keys: table.keys.slice(0, 1) };
  await openMine(page, [own]);
  assert.equal(await page.locator(".archive-review").textContent(), "Review");
  await page.locator(".archive-review").click();
  await page.waitForSelector("body[data-review=read]");
  const moments = await page.locator(".moments .moment").count();
  assert.ok(moments > 0);
  await page.goto(`${house.address}/mine`);
  await ready(page);
  assert.equal(
    await page.locator(".archive-review").textContent(),
    moments === 1 ? "One moment" : `${moments} moments`,
  );
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
