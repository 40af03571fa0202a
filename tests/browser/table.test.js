// What people do at a table: two browsers by link, reloads, many tabs, a plain-http host name, the keyboard
// alone, a click that is refused, a server that dies in the middle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { make, newPage, openForTests, playStep, ready, seen, sitAt, viewOf } from "./house.js";

const { house, browser } = openForTests();

const people = [
  { kind: "person", name: "Ada" },
  { kind: "person", name: "Ben" },
];
let made = 0;
const nextTable = () => {
  made += 1;
  return made;
};
const table = (game, more = {}) =>
  house.ask("/api/tables", { game, seats: people, key: `a key for table ${nextTable()}`, ...more });
const context = (more = {}) =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...more });

test("two browsers play each other by link, and see each other's steps at once", async () => {
  const [first, second] = [await context(), await context()];
  const ada = await newPage(first);
  await ada.goto(`${house.address}/games/merelles`);
  await ready(ada);
  await ada.getByLabel("You play").selectOption("first");
  await ada.getByLabel("Your name").fill("Ada");
  await ada.getByRole("button", { name: "A friend, by link" }).click();
  await ada.waitForURL(/\/play\//);
  await ready(ada);
  const invitation = await ada.getByLabel("The link").inputValue();
  const id = new URL(invitation).pathname.split("/")[2];
  // The code is drawn in the page: what it says is never asked of the server.
  const asked = [];
  ada.on("request", (request) => asked.push(request.url()));
  await ada.getByRole("button", { name: "Show as QR code" }).click();
  await ada.getByRole("img", { name: `QR code of ${invitation}` }).waitFor();
  await ada.getByRole("button", { name: "Close" }).click();
  const token = new URLSearchParams(new URL(invitation).hash.slice(1)).get("join");
  assert.ok(token && asked.every((url) => !url.includes(token)), asked.join("\n"));
  const ben = await newPage(second);
  await ben.goto(invitation);
  await ready(ben);
  assert.equal((await viewOf(house, id)).seats[1].kind, "open", "a visit takes no seat");
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Sit down and play" }).click();
  await ben.waitForSelector(".sit-down", { state: "detached" });
  await ada.waitForFunction(() => document.body.textContent.includes("Ben"));
  await playStep(ada, house, id, "5");
  await seen(ben, 1);
  await playStep(ben, house, id, "14");
  await seen(ada, 2);
  assert.match(await ada.title(), /Your move/);
  const third = await newPage(await context());
  await third.goto(invitation);
  await ready(third);
  assert.match(await third.textContent(".choices"), /you are watching/);
  // A draw is offered and accepted.
  await ada.getByRole("button", { name: "Offer draw" }).click();
  await ben.getByRole("button", { name: "Accept" }).click();
  await ada.waitForSelector(".result");
  assert.match(await ada.textContent(".prompt"), /A draw, as agreed\..*Rule 0\./s);
  // The next game, with seats changed.
  await ada.getByRole("button", { name: "Rematch" }).click();
  await ada.waitForURL((url) => !url.pathname.endsWith(id));
  await ready(ada);
  await ben.getByRole("link", { name: "To the next game" }).click();
  await ben.waitForURL((url) => !url.pathname.endsWith(id));
  await ready(ben);
  assert.match(await ben.title(), /Your move/, "Ben begins the second game");
  for (const page of [ada, ben, third]) assert.deepEqual(page.troubles, []);
  await Promise.all([first.close(), second.close(), third.context().close()]);
});

test("a reload and a dead server lose nothing, and the page comes back by itself", async () => {
  const created = await table("lasca");
  const page = await newPage(await context());
  await sitAt(page, house, created, "lasca");
  await playStep(page, house, created.id, "11-14");
  await page.reload();
  await ready(page);
  await seen(page, 1);
  await house.kill();
  await page.waitForFunction(() => document.querySelector(".line-state")?.textContent?.includes("Reconnecting"));
  await house.open();
  await page.waitForFunction(() => document.querySelector(".line-state")?.textContent === "");
  const { scene } = await viewOf(house, created.id);
  await playStep(page, house, created.id, scene.steps[0].text);
  assert.equal((await viewOf(house, created.id)).taken, 2);
  await page.context().close();
});

test("a page of another build is loaded anew between turns, and only once", async () => {
  const [created, page] = [await table("lasca"), await newPage(await context())];
  await sitAt(page, house, created, "lasca");
  const build = () => page.evaluate(() => document.querySelector("script[type=module]")?.getAttribute("src"));
  const first = await build();
  // No folder of this name: the pages inside the program. Of the same files, but another build.
  const other = first?.includes("/now/")
    ? "the program"
    : fileURLToPath(new URL("../../crates/server/ui", import.meta.url));
  await page.evaluate(() => {
    document.body.dataset.mark = "before";
  });
  await house.kill();
  await house.open({ pages: other });
  await page.waitForFunction(() => document.querySelector(".line-state")?.textContent === "");
  assert.equal(
    await page.evaluate(() => document.body.dataset.mark),
    "before",
    "whoever thinks about a turn is let be",
  );
  // The page may be loaded anew, or be about to, while a step is being played: then that is tried again.
  const play = async (taken) => {
    for (let view = await viewOf(house, created.id); view.taken < taken; view = await viewOf(house, created.id)) {
      await make(page, view.scene, view.scene.steps[0].text).catch(() => {});
      await page.waitForTimeout(500);
    }
  };
  await play(1);
  await page.waitForFunction(() => document.body && !document.body.dataset.mark);
  await ready(page);
  assert.notEqual(await build(), first);
  assert.equal((await viewOf(house, created.id)).taken, 1, "the step was taken, once");
  // Back to the first build, as if the next request were answered by a node that has not been renewed.
  await house.kill();
  await house.open();
  await page.waitForFunction(() => document.querySelector(".line-state")?.textContent === "");
  await play(2);
  await page.waitForFunction((taken) => Number(document.body?.dataset.taken) === taken, 2);
  await page.waitForFunction(() => sessionStorage.getItem("parlour.builds")?.trim().split(" ").length === 2);
  await page.context().close();
});

test("the computer answers, moves now, and gives steps back", async () => {
  const page = await newPage(await context());
  await page.goto(`${house.address}/games/fox-and-geese`);
  await ready(page);
  await page.getByLabel("You play").selectOption("first");
  await page.getByLabel("Strength").selectOption("2");
  await page.getByRole("button", { name: "Play the computer" }).click();
  await page.waitForURL(/\/play\//);
  await ready(page);
  const id = new URL(page.url()).pathname.split("/")[2];
  const before = await viewOf(house, id);
  await playStep(page, house, id, before.scene.steps[0].text);
  await seen(page, before.taken + 2);
  await page.keyboard.press("u");
  await page.waitForFunction((taken) => Number(document.body?.dataset.taken) === taken, before.taken);
  assert.match(await page.textContent(".prompt"), /Your move/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("seven tabs of one browser all stay alive", async () => {
  const created = await table("chunga");
  const shared = await context();
  const pages = [];
  for (let nth = 0; nth < 7; nth += 1) {
    const page = await newPage(shared);
    await sitAt(page, house, created, "chunga");
    pages.push(page);
  }
  await pages[6].bringToFront();
  const { scene } = await viewOf(house, created.id);
  await playStep(pages[6], house, created.id, scene.steps[0].text);
  for (const page of pages) {
    await page.bringToFront();
    await seen(page, 1);
  }
  await shared.close();
});

test("a game under a made-up host name, over plain http", async () => {
  const created = await table("pick-me-up");
  const address = `http://parlour.test:${new URL(house.address).port}`;
  const page = await newPage(await context());
  await sitAt(page, house, created, "pick-me-up", address);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  for (const step of ["3", "3", "3", "3", "1", "1", "1"]) await playStep(page, house, created.id, step);
  await page.waitForSelector(".result");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a whole game by keyboard alone", async () => {
  const created = await table("py-hy-ky");
  const page = await newPage(await context());
  await sitAt(page, house, created, "py-hy-ky");
  const goTo = async (site) => {
    for (let nth = 0; nth < 60; nth += 1) {
      const at = await page.evaluate(() => Number(document.activeElement?.getAttribute("data-site") ?? -1));
      if (at === site) return;
      if (at < 0) await page.keyboard.press("Tab");
      else {
        const [dx, dy] = [(site % 5) - (at % 5), Math.floor(site / 5) - Math.floor(at / 5)];
        await page.keyboard.press(dx > 0 ? "ArrowRight" : dx < 0 ? "ArrowLeft" : dy > 0 ? "ArrowUp" : "ArrowDown");
      }
    }
    throw new Error(`the keyboard did not reach ${site}`);
  };
  for (;;) {
    const { scene, taken } = await viewOf(house, created.id);
    if (scene.status.type === "over") break;
    await seen(page, taken);
    await goTo(scene.steps[0].clicks[0]);
    await page.keyboard.press("Enter");
    await seen(page, taken + 1);
  }
  await page.waitForSelector(".result");
  await page.context().close();
});

test("the list of steps plays, too", async () => {
  const created = await table("foregammon");
  const page = await newPage(await context());
  await sitAt(page, house, created, "foregammon");
  await page.keyboard.press("l");
  await page.locator(".step-list button").first().click();
  await seen(page, 1);
  await page.context().close();
});

test("a refused click shows its clause and the man it is about", async () => {
  const created = await table("checkers", { moves: "11-15 22-18" });
  const page = await newPage(await context());
  await sitAt(page, house, created, "checkers");
  const board = (await house.ask("/api/games/checkers")).board;
  const site = (name) => board.sites.findIndex((one) => one.name === name);
  // Dark can take, so another man may not be moved.
  await page.locator(`.b-cells [data-site="${site("9")}"]`).click({ force: true });
  await page.waitForSelector(".bubble a");
  const slip = await page.textContent(".bubble");
  assert.match(slip, /Rule 3\.\d/);
  await page.locator(".bubble a").click();
  await page.waitForSelector(".sheet-rules li.target");
  await page.context().close();
});

test("a man is dragged", async () => {
  const created = await table("chess");
  const page = await newPage(await context());
  await sitAt(page, house, created, "chess");
  const middle = async (site) => {
    const box = await page.locator(`.b-cells [data-site="${site}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(12)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(20)), { steps: 4 });
  await page.mouse.move(...(await middle(28)), { steps: 4 });
  await page.mouse.up();
  await seen(page, 1);
  assert.equal((await viewOf(house, created.id)).turns[0].text, "e4");
  await page.context().close();
});

test("resume, look back, resign, clear away", async () => {
  const created = await table("tigh");
  const page = await newPage(await context());
  await sitAt(page, house, created, "tigh");
  const { scene } = await viewOf(house, created.id);
  await playStep(page, house, created.id, scene.steps[0].text);
  const other = await table("checkers");
  await page.evaluate(
    ([id, keys]) => {
      const held = JSON.parse(localStorage.getItem("parlour.tables"));
      localStorage.setItem("parlour.tables", JSON.stringify([...held, { id, game: "checkers", keys }]));
    },
    [other.id, other.keys],
  );
  await page.goto(house.address);
  await ready(page);
  assert.equal(await page.locator(".ticket").count(), 2);
  await page.locator(".ticket", { hasText: "Tigh" }).click();
  await page.waitForURL(/\/play\//);
  await ready(page);
  await page.keyboard.press("[");
  await page.waitForFunction(() => document.querySelector(".prompt")?.textContent?.includes("Looking back"));
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".result");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Clear this table away" }).click();
  await page.locator("dialog").getByRole("button", { name: "Clear it away" }).click();
  await page.waitForURL(`${house.address}/`);
  const answer = await fetch(`${house.address}/api/tables/${created.id}`);
  assert.equal(answer.status, 404);
  await page.context().close();
});

test("a sowing is shown before it is played, by pointer and by keyboard", async () => {
  const seats = [{ kind: "person" }, { kind: "person" }];
  const created = await house.ask("/api/tables", { game: "twenty-seven", seats, key: "a sowing that is looked at" });
  const page = await newPage(await browser.newContext({ reducedMotion: "reduce" }));
  await sitAt(page, house, created, "twenty-seven");
  const { scene } = await viewOf(house, created.id);
  const step = scene.steps.find(({ sown }) => sown?.length > 1);
  const cell = page.locator(`.b-cells [data-site="${step.clicks[0]}"]`);
  const points = () =>
    page.locator(".b-marks .way").evaluateAll((ways) => ways.map((way) => way.getAttribute("d").split("L").length));
  assert.deepEqual(await points(), []);
  await cell.hover({ force: true });
  assert.deepEqual(await points(), [step.sown.length + 1], "the pit, and where each man is dropped");
  assert.equal(await page.locator(".b-marks .way-tip").count(), 1);
  await page.mouse.move(0, 0);
  assert.deepEqual(await points(), []);
  await cell.focus();
  assert.deepEqual(await points(), [step.sown.length + 1]);
  assert.equal((await viewOf(house, created.id)).taken, 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("by keys the goal and the standings are heard, and after a game there are a rematch and a review", async () => {
  const created = await table("bang-o", { moves: "b6 d3 b5 a1 b4 h7 b7 d4" });
  const page = await newPage(await context());
  await sitAt(page, house, created, "bang-o");
  const heard = (words) =>
    page.waitForFunction((wanted) => document.getElementById("polite").textContent.includes(wanted), words);
  const { goals, seats } = await house.ask("/api/games/bang-o");
  await page.keyboard.press("g");
  await heard(goals[0]);
  await page.keyboard.press("b");
  await heard(`${seats[0]}: 4 in line`);
  await playStep(page, house, created.id, "b1");
  await page.waitForSelector(".result");
  await page.keyboard.press("r");
  await page.waitForURL(`${house.address}/review/${created.id}`);
  await page.goBack();
  await ready(page);
  await page.waitForSelector(".result");
  await page.keyboard.press("n");
  await page.waitForURL((url) => url.pathname.startsWith("/play/") && !url.pathname.endsWith(created.id));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});
