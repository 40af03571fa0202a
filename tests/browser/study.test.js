// The study: a tree of variations that no click loses, kept over a reload, in the browser and in its link.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import AxeBuilder from "@axe-core/playwright";
import { holdBack, newPage, openForTests, ready } from "./house.js";

const { house, browser } = openForTests();

const newContext = () => browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
const listed = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".tree .move, .tree .remark")].map(({ textContent }) => textContent).join(" "),
  );
const men = (page) => page.evaluate(() => document.querySelector(".b-men")?.innerHTML);
const at = (page, words) =>
  page.waitForFunction((wanted) => document.querySelector(".tree .now")?.textContent === wanted, words);

/** Plays a step by the clicks a person makes. */
async function play(page, game, moves, text) {
  const { scene } = await house.ask(`/api/games/${game}/scene`, { moves });
  const step = scene.steps.find((legal) => legal.text === text);
  for (const site of step.clicks) await page.locator(`.b-cells [data-site="${site}"]`).click({ force: true });
  await at(page, text);
}

test("a different move is a variation; the tree survives a reload, a link and a closed page", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/lasca?moves=11-14+17x11+10-14`);
  await ready(page);
  await at(page, "10-14");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !document.querySelector(".tree .now"));
  await play(page, "lasca", "", "9-13");
  await play(page, "lasca", "9-13", "17x9");
  await page.keyboard.press("c");
  const remark = page.getByLabel("Remark", { exact: true });
  await remark.fill("Takes at once {and} 100 %.");
  await remark.press("Enter");
  await page.keyboard.press("m");
  await page.getByRole("menuitemcheckbox", { name: "!?: interesting" }).click();
  await page.keyboard.press("Escape");
  const tree = await listed(page);
  assert.match(tree, /11-14.*17x11.*10-14/);
  assert.match(tree, /9-13.*17x9!\?.*Takes at once \{and\} 100 %\./);
  await page.waitForFunction(() => document.body?.dataset.study?.includes("$5"));
  const board = await men(page);
  const address = page.url();
  await page.reload();
  await ready(page);
  assert.equal(await listed(page), tree);
  assert.equal(await men(page), board);
  await page.goto(`${house.address}/analyse/lasca`);
  await ready(page);
  assert.equal(await listed(page), tree, "a bare address takes the study up again");
  const other = await newPage(await newContext());
  await other.goto(address);
  await ready(other);
  assert.equal(await listed(other), tree, "a link carries the whole of it");
  assert.equal(await men(other), board);
  for (const one of [page, other]) assert.deepEqual(one.troubles, []);
  for (const one of [page, other]) await one.context().close();
});

test("promote, delete and undo, from the menu of a move", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/lasca?moves=11-14+17x11`);
  await ready(page);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !document.querySelector(".tree .now"));
  await play(page, "lasca", "", "9-13");
  const menu = page.getByRole("menu", { name: "This move" });
  await page.locator(".tree .now").click({ button: "right" });
  await menu.getByRole("menuitem", { name: "Make this line the main line" }).click();
  await page.waitForFunction(() => document.querySelector(".tree > .tree-move .move")?.textContent === "9-13");
  await page.getByRole("button", { name: "This move" }).click();
  await menu.getByRole("menuitem", { name: "Delete from here: 1 step" }).click();
  await page.waitForFunction(() => !document.querySelector(".tree")?.textContent?.includes("9-13"));
  await page.getByRole("button", { name: "Undo" }).click();
  await at(page, "9-13");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

/** 1. 9-13, in whose place stands 11-14 with a line of its own and a line beside that. */
const STUDY = "9-13 (11-14 17x11 10-14 (8-12 16x8) 18x10) 17x9 5x13";
const packed = (tree) => deflateRawSync(tree).toString("base64url");

test("moves and variations are a tree, gone through by keyboard alone", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/lasca#t=${packed(STUDY)}`);
  await ready(page);
  await at(page, "5x13");
  const tree = page.getByRole("tree", { name: "Moves and variations" });
  assert.equal(await tree.getByRole("treeitem").count(), 9);
  assert.equal(await tree.getByRole("treeitem", { selected: true }).textContent(), "5x13");
  for (let nth = 0; nth < 60; nth += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "treeitem")) break;
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const press = async (key, wanted) => {
    await page.keyboard.press(key);
    await at(page, wanted);
    assert.equal(await focused(), wanted);
  };
  assert.equal(await focused(), "5x13", "the tree is one stop of the tab key, at the move on the board");
  await press("ArrowUp", "17x9");
  await press("ArrowUp", "18x10");
  await press("ArrowLeft", "11-14");
  const head = tree.getByRole("treeitem", { name: /^Variation A, 1\. 11-14/ });
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll(".tree .move").length === 4);
  assert.equal(await head.getAttribute("aria-expanded"), "false");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".tree .move").length === 9);
  await press("Home", "9-13");
  // The menu, by the key that menus have; the last entry deletes.
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "This move" });
  await menu.waitFor();
  assert.equal(await focused(), "Write a remarkC");
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(
      serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120))}`),
      [],
    );
  }
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  assert.equal(await focused(), "9-13");
  await press("End", "5x13");
  await page.keyboard.press("ContextMenu");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await at(page, "17x9");
  assert.equal(await tree.getByRole("treeitem").count(), 8);
  await page.keyboard.press("z");
  await at(page, "5x13");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("on a phone the menu of a move is a sheet from below", async () => {
  const page = await newPage(
    await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" }),
  );
  await page.goto(`${house.address}/analyse/lasca#t=${packed(STUDY)}`);
  await ready(page);
  await page.getByRole("button", { name: "This move" }).tap();
  const menu = page.locator(".move-menu");
  await menu.waitFor();
  const box = await menu.boundingBox();
  assert.deepEqual([box.x, box.width, Math.round(box.y + box.height)], [0, 390, 844]);
  await page.getByRole("menuitemcheckbox", { name: "?: a mistake", exact: true }).tap();
  await page.waitForFunction(() => document.querySelector(".tree .now")?.textContent === "5x13?");
  await page.context().close();
});

test("two tabs with one study: nothing newer is written over without a question", async () => {
  const context = await newContext();
  const [first, second] = [await newPage(context), await newPage(context)];
  const address = `${house.address}/analyse/lasca?moves=11-14+17x11`;
  for (const page of [first, second]) {
    await page.goto(address);
    await ready(page);
    await at(page, "17x11");
  }
  const kept = () => first.evaluate(() => JSON.parse(localStorage.getItem("parlour.studies")).map(({ tree }) => tree));
  assert.deepEqual(await kept(), ["11-14 17x11"], "both have the same study");
  await play(first, "lasca", "11-14 17x11", "10-14");
  await second.getByText("changed in another tab").waitFor();
  // What the second tab does now stays in it.
  await play(second, "lasca", "11-14 17x11", "8-12");
  assert.deepEqual(await kept(), ["11-14 17x11 10-14"]);
  await second.getByRole("button", { name: "Keep mine" }).click();
  await first.getByText("changed in another tab").waitFor();
  assert.deepEqual(await kept(), ["11-14 17x11 8-12"]);
  await first.getByRole("button", { name: "Take that one" }).click();
  await at(first, "8-12");
  // Another game is another study, and the one before is still to be found.
  await second.goto(`${house.address}/analyse/lasca?moves=9-13`);
  await ready(second);
  assert.deepEqual(await kept(), ["9-13", "11-14 17x11 8-12"]);
  await second.getByRole("button", { name: "More" }).click();
  await second.getByRole("button", { name: /11-14 17x11 8-12/ }).click();
  await at(second, "8-12");
  for (const page of [first, second]) assert.deepEqual(page.troubles, []);
  await context.close();
});

test("a study that is taken up again says so, and can be begun anew", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/tigh?moves=a1+b1`);
  await ready(page);
  await page.goto(`${house.address}/analyse/tigh`);
  await ready(page);
  assert.match(await page.textContent(".study-notice"), /Taken up where you left it: 2 steps\./);
  await page.getByRole("button", { name: "Start anew" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".tree .move").length === 0);
  assert.equal(await page.textContent(".study-notice"), "");
  await page.context().close();
});

test("a line of the engine is shown ahead when somebody rests on it or comes to it by keyboard", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/fox-and-geese`);
  await ready(page);
  await page.keyboard.press("e");
  await page.locator(".ideas .way-text").first().hover();
  const preview = page.locator(".line-preview");
  await preview.waitFor({ state: "visible" });
  const shown = await preview.locator(".man").count();
  assert.equal(shown, 5, "four geese and the fox");
  assert.match(await preview.textContent(), /^After .+/);
  await page.mouse.move(5, 400);
  await preview.waitFor({ state: "hidden" });
  await page.locator(".ideas .way-text").first().focus();
  await preview.waitFor({ state: "visible" });
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a printed game stays whole beside one's own moves, with its remarks", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/replay/lasca/lasca-1911-2`);
  await ready(page);
  const before = await listed(page);
  assert.match(before, /[A-Z][a-z]+ .*\./, "printed remarks are shown");
  const { scene } = await house.ask("/api/games/lasca/scene", { moves: "" });
  const first = await page.textContent(".tree .move");
  const own = scene.steps.map(({ text }) => text).find((text) => text !== first);
  await page.keyboard.press("Home");
  await play(page, "lasca", "", own);
  const after = await listed(page);
  const steps = (text) => text.match(/\d+[-x][\dx-]+/g) ?? [];
  for (const step of new Set(steps(before))) assert.ok(after.includes(step), `${step} is still there`);
  assert.ok(after.includes(own));
  await page.keyboard.press("Delete");
  await page.waitForFunction((step) => !document.querySelector(".tree .variation")?.textContent?.includes(step), own);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a turn of several steps is shown and marked whole", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/foregammon?moves=a1^c3+0%2B3`);
  await ready(page);
  const ways = await page.locator(".b-last .way").count();
  assert.ok(ways >= 2, `the hop and the gamin's walk are both marked: ${ways}`);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => !document.querySelector(".tree .now"));
  await page.context().close();
});

test("an answer that comes late does not move the board", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/lasca?moves=11-14+17x11`);
  await ready(page);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !document.querySelector(".tree .now"));
  const start = await men(page);
  const { letGo, wait } = await holdBack(page, "**/api/games/lasca/scene?all=1");
  const { scene } = await house.ask("/api/games/lasca/scene", { moves: "" });
  const step = scene.steps.find(({ text }) => text === "9-13");
  for (const site of step.clicks) await page.locator(`.b-cells [data-site="${site}"]`).click({ force: true });
  await wait(1);
  await page.keyboard.press("Home");
  await letGo(0);
  assert.equal(await men(page), start);
  await page.context().close();
});

test("the squares that decided a game are marked where its end is reached, and only there", async () => {
  const five = "b6 d3 b5 a1 b4 h7 b7 d4 b1";
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/bang-o?moves=${five.replaceAll(" ", "+")}`);
  await ready(page);
  const { scene } = await house.ask("/api/games/bang-o/scene", { moves: five });
  const { sites, words } = scene.status.ends;
  assert.equal(sites.length, 5);
  const marked = () =>
    page.locator("[data-decided]").evaluateAll((marks) => marks.map((one) => Number(one.dataset.decided)));
  assert.deepEqual(await marked(), sites);
  assert.ok((await page.textContent(".prompt")).includes(words));
  const [first] = sites;
  assert.match(await page.getAttribute(`.b-cells [data-site="${first}"]`, "aria-label"), /decided the game/);
  await page.keyboard.press("ArrowLeft");
  await at(page, "d4");
  await page.waitForFunction(() => !document.querySelector("[data-decided]"));
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("[data-decided]");
  assert.deepEqual(await marked(), sites);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("I opens what is brought in and taken out, and the list of keys says so", async () => {
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await page.goto(`${house.address}/analyse/lasca`);
  await ready(page);
  await page.keyboard.press("i");
  await page.getByLabel("A position or a record").waitFor();
  await page.getByText("The address holds the whole study.").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  assert.match(await page.textContent("dialog[open]"), /Ibring in, take out/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a study too long for its address says what the address holds, and is kept here whole", async () => {
  const page = await newPage(await newContext());
  const remark = randomBytes(12_000).toString("hex");
  await page.goto(`${house.address}/analyse/lasca#t=${packed(`11-14 {${remark}} 17x11`)}`);
  await ready(page);
  await page.waitForURL((address) => address.search === "?moves=11-14+17x11" && !address.hash.includes("t="));
  await page.keyboard.press("i");
  await page.getByText("The study is too long for its address, which holds its main line only.").waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${house.address}/analyse/lasca`);
  await ready(page);
  assert.ok((await listed(page)).includes(remark), "the browser keeps all of it");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
