// The review of a finished game: it names what was planted, shows it, lets it be tried again, and gives nothing away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { newPage, openForTests, ready } from "./house.js";

let lasca;
const { house, browser } = openForTests(async () => {
  lasca = await playedTable("lasca", GAME);
});

const newContext = (more = {}) =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...more });

/** White gives half the game away with 1-5 on the seventh turn, and resigns after the answer. */
const GAME = "9-13 17x9 5x13 21-17 13x21 25x17 10-13 16x10 7x13 19-16 13x19 22x16 1-5 15-12".split(" ");

/** A game that was played by two people, with the keys of its seats. */
async function playedTable(game, steps, { resign = true } = {}) {
  const seats = [{ kind: "person" }, { kind: "person", name: "Ada" }];
  const made = await house.ask("/api/tables", { game, seats });
  for (const [nth, step] of steps.entries()) {
    const { version, scene } = await house.ask(`/api/tables/${made.id}`);
    const { token } = made.keys[scene.status.seat - 1];
    await house.ask(`/api/tables/${made.id}/steps`, { version, step, key: String(nth) }, token);
  }
  if (resign) {
    const { version } = await house.ask(`/api/tables/${made.id}`);
    await house.ask(`/api/tables/${made.id}/actions`, { version, action: "resign", key: "r" }, made.keys[0].token);
  }
  return { ...made, game };
}

/** Opens the review as whoever had the first seat. */
async function openReview(page, table) {
  await page.goto(`${house.address}/help`);
  await ready(page);
  await page.evaluate(
    ([id, game, key]) => localStorage.setItem("parlour.tables", JSON.stringify([{ id, game, keys: [key] }])),
    [table.id, table.game, table.keys[0]],
  );
  await page.goto(`${house.address}/review/${table.id}`);
  await ready(page);
  await page.waitForSelector("body[data-review=read]");
}

const serious = async (page) => {
  const axe = await new AxeBuilder({ page }).analyze();
  return axe.violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
};

test("a review names the planted mistake, shows it, and says what was better", async () => {
  const page = await newPage(await newContext());
  await openReview(page, lasca);
  const moment = page.locator(".moment", { hasText: "1-5" });
  await moment.locator(".moment-head").click();
  const words = await moment.textContent();
  assert.match(words, /You moved 1-5/);
  assert.match(words, /9-12 kept you better/);
  assert.match(words, /turn 7/);
  assert.equal(await page.locator(".dart-a").count(), 1, "what was better is drawn");
  assert.equal(await page.locator(".dart-you").count(), 1, "what was played is drawn");
  const slider = page.getByRole("slider");
  assert.match(await slider.getAttribute("aria-valuetext"), /^Turn 7, White, 1-5: White \d+ in 100$/);
  await slider.focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() =>
    document.querySelector("[role=slider]")?.getAttribute("aria-valuetext")?.startsWith("Turn 1, White"),
  );
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a review by keyboard alone: try, a wrong turn, once more, a hint, the right one, the next moment", async () => {
  const page = await newPage(await newContext());
  await openReview(page, lasca);
  const at = () => page.evaluate(() => Number(document.body.dataset.moment));
  const state = (wanted) => page.waitForSelector(`body[data-attempt=${wanted}]`);
  // To the planted moment.
  for (let nth = 0; nth < 5 && !(await page.textContent(".moment-on")).includes("1-5"); nth += 1) {
    const before = await page.textContent(".moment-on");
    await page.keyboard.press("n");
    await page.waitForFunction((old) => document.querySelector(".moment-on")?.textContent !== old, before);
  }
  await page.keyboard.press("t");
  await state("asking");
  assert.equal(await at(), 12);
  // Nothing of what came later may be seen or heard.
  const spoilers = await page.evaluate(() => document.body.textContent + document.title + location.href);
  assert.ok(!spoilers.includes("9-12"), "the better turn is not told");
  assert.equal(await page.locator(".dart-a").count(), 0);
  const listed = () => page.locator(".moves tbody td").allTextContents();
  const sheet = () => page.textContent(".desk-sheet h2");
  assert.equal(await sheet(), "So far");
  assert.deepEqual(await listed(), [...GAME.slice(0, 12), "your step", ""], "the moves end where the board stands");
  assert.equal(await page.textContent(".moves .now"), GAME[11]);
  assert.notEqual(await page.locator(".board-box [href='#m-can']").count(), 0);
  /** Plays a step with the arrow keys and Enter. */
  const play = async (step) => {
    const { scene } = await house.ask("/api/games/lasca/scene", { moves: GAME.slice(0, 12).join(" ") });
    const { clicks } = scene.steps.find(({ text }) => text === step);
    for (const site of clicks) {
      await page.locator(`.b-cells [data-site="${site}"]`).focus();
      await page.keyboard.press("Enter");
    }
  };
  await play("1-5");
  await state("wrong");
  const no = await page.textContent(".answer-no");
  assert.match(no, /^Black answers .*in 100 for you\.$/);
  assert.equal(await sheet(), "What follows 1-5");
  const follows = (await listed()).filter((turn) => turn !== "");
  assert.deepEqual(follows.slice(0, 14), [...GAME.slice(0, 12), "1-5", no.match(/answers ([\dx-]+)/)[1]]);
  assert.ok(follows.length > 14 && follows.length <= 18, `and what comes of it: ${follows}`);
  assert.equal(await page.locator(".board-box [href='#m-can']").count(), 0, "Black’s men are not offered");
  assert.notEqual(await page.textContent(".dart-label"), "you", "the answer is Black’s");
  await page.keyboard.press("Enter");
  await state("asking");
  await page.keyboard.press("h");
  await page.waitForFunction(() => document.querySelector(".try-words")?.textContent?.startsWith("Look at"));
  await play("9-12");
  await state("right");
  assert.match(await page.textContent(".answer-card"), /^9-12 /);
  const kept = await page.evaluate((id) => localStorage.getItem(`parlour.review ${id}`), lasca.id);
  assert.deepEqual(JSON.parse(kept), { 12: "helped" });
  await page.keyboard.press("n");
  await page.waitForSelector(".moment-on");
  await page.keyboard.press("t");
  await state("asking");
  await page.keyboard.press("s");
  await state("shown");
  assert.match(await page.textContent(".try-card h1"), /^Best was /);
  assert.equal(await sheet(), "The game");
  assert.deepEqual(await listed(), GAME);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".review-head");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("moments are shown while the game is still being read, without telling what was better", async () => {
  const steps = [...GAME];
  for (let nth = 0; nth < 12; nth += 1) {
    const { scene } = await house.ask("/api/games/lasca/scene", { moves: steps.join(" ") });
    if (scene.steps.length === 0) break;
    steps.push(scene.steps[0].text);
  }
  const table = await playedTable("lasca", steps);
  const page = await newPage(await newContext());
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const look = () => {
        const moment = document.querySelector(".moment:not(.moment-more)");
        const last = document.querySelector(".moments > :last-child")?.textContent;
        if (moment) window.first ??= { words: moment.textContent, read: document.body.dataset.review ?? "no", last };
      };
      new MutationObserver(look).observe(document.documentElement, { subtree: true, childList: true });
    });
  });
  await openReview(page, table);
  const first = await page.evaluate(() => window.first);
  assert.equal(first.read, "no");
  assert.match(first.words, /Would you like to look for something better\?.*Try now/);
  assert.match(first.last, /added below until all is read/);
  assert.equal(await page.locator(".moment-more").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a moment leads to puzzles that end as the game did", async () => {
  // The fox runs for the far row, and the geese let it.
  const steps = [];
  for (;;) {
    const { scene } = await house.ask("/api/games/fox-and-geese/scene", { moves: steps.join(" ") });
    if (scene.status.type === "over") break;
    const row = ({ text }) => Number(text.at(-1));
    const fox = steps.length % 2 === 0;
    steps.push([...scene.steps].sort((one, other) => (fox ? row(one) - row(other) : row(other) - row(one)))[0].text);
  }
  const table = await playedTable("fox-and-geese", steps, { resign: false });
  const page = await newPage(await newContext());
  await openReview(page, table);
  const { scene } = await house.ask(`/api/tables/${table.id}`);
  await page.locator(".moment-on").getByRole("link", { name: "Puzzles like this" }).click();
  await page.waitForURL(/\/puzzles\/fox-and-geese\?like=/);
  await ready(page);
  assert.equal(new URL(page.url()).searchParams.get("like"), scene.status.clause);
  assert.match(await page.textContent(".kicker"), new RegExp(`won by Rule ${scene.status.clause}`));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a record that was brought in is read in the study", async () => {
  const text = await fetch(`${house.address}/api/records/text`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game: "lasca", tree: GAME.join(" ") }),
  }).then((answer) => answer.text());
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/help`);
  await page.evaluate((record) => {
    const brought = [{ game: "lasca", title: "two people", text: record, result: "*", when: 0 }];
    localStorage.setItem("parlour.brought", JSON.stringify(brought));
  }, text);
  await page.goto(`${house.address}/analyse/lasca?record=0`);
  await ready(page);
  await page.getByRole("button", { name: "Read the whole game" }).click();
  await page.locator(".study-moments .moment", { hasText: "White moved 1-5" }).waitFor();
  assert.equal(await page.textContent(".bar-title span"), "Brought in");
  await page.context().close();
});

test("a game that still runs is not reviewed", async () => {
  const table = await playedTable("lasca", GAME.slice(0, 2), { resign: false });
  const answer = await fetch(`${house.address}/api/tables/${table.id}/review`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  assert.equal(answer.status, 409);
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/review/${table.id}`);
  await ready(page);
  assert.match(await page.textContent("main"), /still being played/);
  await page.context().close();
});

test("where values are known every turn that lost value is listed", async () => {
  const table = await playedTable("pick-me-up", "2 1 3 3 2 2 1 1".split(" "), { resign: false });
  const page = await newPage(await newContext());
  await openReview(page, table);
  const { history } = await house.ask("/api/games/pick-me-up/known", { moves: "2 1 3 3 2 2 1 1", all: true });
  const lost = history.filter(({ value }, nth) => value === "win" && history[nth + 1]?.value === "win");
  assert.ok(lost.length > 0);
  assert.equal(await page.locator(".moment").count(), Math.min(5, lost.length));
  assert.match(await page.textContent(".review-details"), /proved/);
  await page.context().close();
});

test("on a phone that lies a review scrolls beside its board, and no moment is cut", async () => {
  const page = await newPage(
    await newContext({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }),
  );
  await openReview(page, lasca);
  const sizes = await page.evaluate(() => {
    const [moments, panel] = [".moments", ".desk-panel"].map((name) => document.querySelector(name));
    return { cut: moments.scrollHeight - moments.clientHeight, within: panel.scrollHeight > panel.clientHeight };
  });
  assert.deepEqual(sizes, { cut: 0, within: true });
  assert.ok((await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)) <= 0, "the page stays");
  await page.context().close();
});

test("review and analysis can be used by everybody, in both lights and on phones", async () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const page = await newPage(await newContext({ colorScheme, viewport }));
      await openReview(page, lasca);
      assert.deepEqual(await serious(page), [], `review, ${colorScheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the review scrolls sideways by ${wide}`);
      await page.keyboard.press("t");
      await page.waitForSelector("body[data-attempt=asking]");
      assert.deepEqual(await serious(page), [], `try, ${colorScheme}`);
      await page.goto(`${house.address}/analyse/lasca?moves=${GAME.join("+")}`);
      await ready(page);
      await page.getByRole("switch", { name: /Engine/ }).click();
      await page.waitForSelector(".ideas li");
      assert.deepEqual(await serious(page), [], `analysis, ${colorScheme}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
      await page.context().close();
    }
  }
});

test("the study has the whole game read, and its moments lead to their boards", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/lasca?moves=${GAME.join("+")}`);
  await ready(page);
  await page.getByRole("button", { name: "Read the whole game" }).click();
  await page.locator(".study-moments .moment", { hasText: "White moved 1-5" }).locator("button").click();
  await page.waitForSelector(".dart-a");
  assert.equal(await page.textContent(".tree .now"), "22x16");
  const chances = await page.locator(".tree > .tree-move .move[data-chance]").count();
  assert.equal(chances, GAME.length, "every turn carries its chance");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("the engine’s lines are drawn as darts, and a turn of several steps whole", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/foregammon`);
  await ready(page);
  await page.getByRole("switch", { name: /Engine/ }).click();
  await page.waitForSelector(".dart-a .dart-label");
  assert.match(await page.textContent(".verdict"), /(stands|is winning|even).*(in 100).*turns? ahead, .*positions/s);
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.querySelectorAll(".dart").length === 0);
  await page.goto(`${house.address}/analyse/lasca?moves=${GAME.join("+")}+9x15+16-13`);
  await ready(page);
  await page.keyboard.press("e");
  // White must take two, one after the other.
  await page.waitForFunction(
    () => [...document.querySelectorAll(".dart-a .dart-label")].map(({ textContent }) => textContent).join() === "1,2",
  );
  assert.equal(await page.locator(".turn-card li").count(), 2);
  await page.context().close();
});

test("a study goes out as a record with its variations, and comes back", async () => {
  const page = await newPage(await newContext());
  await page.goto(`${house.address}/analyse/lasca`);
  await ready(page);
  const tree = "9-13 $1 {offers a man} (11-14 17x11 10-14) 17x9";
  const text = await fetch(`${house.address}/api/records/text`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game: "lasca", tree }),
  }).then((answer) => answer.text());
  assert.match(text, /1\. 9-13 \$1 \{offers a man\} \(1\. 11-14 17x11 2\. 10-14\)/);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabel("A position or a record").fill(text);
  await page.getByRole("button", { name: "Read it" }).click();
  await page.waitForFunction(() => document.querySelector(".tree .variation")?.textContent?.includes("10-14"));
  assert.match(await page.textContent(".tree .remark"), /offers a man/);
  await page.getByRole("button", { name: "More" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a record" }).click();
  const { readFile } = await import("node:fs/promises");
  const saved = await readFile(await (await download).path(), "utf8");
  assert.match(saved, /9-13 \$1 \{offers a man\} \(1\. 11-14 17x11 2\. 10-14\)/);
  await page.context().close();
});
