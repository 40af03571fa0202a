// The study: a tree of variations that no click loses, kept over a reload, in the browser and in its link.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { House, launch, newPage, ready } from "./house.js";

const house = new House();
let browser;
before(async () => {
  browser = await launch();
  await house.open();
});
after(async () => {
  await browser?.close();
  await house.close();
});

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
  const remark = page.getByLabel("Remark");
  await remark.fill("Takes at once {and} 100 %.");
  await remark.press("Enter");
  await page.getByRole("button", { name: "!?: interesting" }).click();
  const tree = await listed(page);
  assert.match(tree, /11-14.*17x11.*10-14/);
  assert.match(tree, /9-13.*17x9!\?.*Takes at once \{and\} 100 %\./);
  await page.waitForFunction(() => document.body.dataset.study?.includes("$5"));
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

test("promote, delete and undo", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/lasca?moves=11-14+17x11`);
  await ready(page);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !document.querySelector(".tree .now"));
  await play(page, "lasca", "", "9-13");
  await page.getByRole("button", { name: "Promote" }).click();
  await page.waitForFunction(() => document.querySelector(".tree > .tree-move .move")?.textContent === "9-13");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await page.waitForFunction(() => !document.querySelector(".tree")?.textContent?.includes("9-13"));
  await page.getByRole("button", { name: "Undo" }).click();
  await at(page, "9-13");
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
  const held = [];
  await page.route("**/api/games/lasca/scene?all=1", async (route) => {
    await new Promise((resolve) => held.push(resolve));
    await route.continue().catch(() => {});
  });
  const { scene } = await house.ask("/api/games/lasca/scene", { moves: "" });
  const step = scene.steps.find(({ text }) => text === "9-13");
  for (const site of step.clicks) await page.locator(`.b-cells [data-site="${site}"]`).click({ force: true });
  for (let nth = 0; held.length < 1 && nth < 200; nth += 1) await page.waitForTimeout(25);
  await page.keyboard.press("Home");
  held[0]();
  await page.waitForTimeout(300);
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
