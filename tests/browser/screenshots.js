// The pictures of the README, taken of the real program in a real browser: `npm run screenshots`, or only some of them:
// `npm run screenshots shelf lesson`.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import UPNG from "upng-js";
import { House, LINES, launch, newPage, ready, sitAt } from "./house.js";

const PICTURES = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** The first steps of the game that the browser tests play to its end. */
const opening = (game, steps) => {
  const line = LINES.find((known) => known.game === game);
  return { game, position: line.position, moves: line.steps.slice(0, steps).join(" ") };
};

/** The first turns of a printed game. */
async function printed(house, game, name, turns) {
  const answer = await fetch(`${house.address}/api/games/${game}/records/${name}`);
  const record = await house.ask("/api/records", { text: await answer.text() });
  return {
    game,
    position: record.start,
    moves: record.turns
      .slice(0, turns)
      .flatMap(({ steps }) => steps)
      .join(" "),
  };
}

/** The same in at most 256 colours, which is all that drawn pages need: a third of the size. */
function compact(screenshot) {
  const image = UPNG.decode(screenshot);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, 256));
}

/** What is shown: a screen, and the game that is under way on it; none is the shelf. */
const SHOWN = [
  ["shelf", DESK, null],
  ["lasca", DESK, (house) => printed(house, "lasca", "lasca-1911-1", 24)],
  ["kings-men", DESK, () => opening("kings-men", 12)],
  ["phone", PHONE, () => opening("foregammon", 7)],
];

/** The lesson that is shown as a moving picture: how many tasks of it, and how large. */
const FILM = { game: "lasca", tasks: 3, screen: DESK };
/** How long a picture stands, in milliseconds. */
const STANDS = { task: 2200, touch: 700, right: 1800 };

/** A lesson played by clicks as an animated PNG. */
async function film(house, browser) {
  const { game, tasks, screen } = FILM;
  const lesson = await house.ask(`/api/games/${game}/lesson`);
  const page = await newPage(await browser.newContext({ ...screen, colorScheme: "light", reducedMotion: "reduce" }));
  const frames = [];
  const take = async (stands) => {
    const image = UPNG.decode(await page.screenshot());
    frames.push({ pixels: UPNG.toRGBA8(image)[0], stands, width: image.width, height: image.height });
  };
  await page.goto(`${house.address}/learn/${game}`);
  await ready(page);
  for (const [nth, task] of lesson.tasks.slice(0, tasks).entries()) {
    await page.waitForFunction((wanted) => document.body?.dataset.task === wanted, String(nth + 1));
    await take(STANDS.task);
    let { scene } = task;
    const done = [];
    for (const text of task.solution) {
      const { clicks } = scene.steps.find((step) => step.text === text);
      for (const site of clicks) {
        await page.locator(`.b-cells [data-site="${site}"]`).click({ force: true });
        await take(STANDS.touch);
      }
      const tried = await house.ask(`/api/games/${game}/lesson/${nth + 1}`, { done, step: text });
      done.push(text);
      scene = tried.scene;
    }
    await page.waitForFunction((wanted) => document.body?.dataset.right === wanted, String(nth + 1));
    await take(STANDS.right);
    await page.click('[data-act="next"]');
  }
  const [{ width, height }] = frames;
  const file = UPNG.encode(
    frames.map(({ pixels }) => pixels),
    width,
    height,
    64,
    frames.map(({ stands }) => stands),
  );
  writeFileSync(`${PICTURES}lesson.png`, Buffer.from(file));
  await page.context().close();
}

const wanted = (name) => process.argv.length === 2 || process.argv.includes(name, 2);

mkdirSync(PICTURES, { recursive: true });
const house = await new House().open();
const browser = await launch();
try {
  for (const [name, screen, begun] of SHOWN.filter(([name]) => wanted(name))) {
    const context = await browser.newContext({ ...screen, colorScheme: "light", reducedMotion: "reduce" });
    const page = await newPage(context);
    if (begun) {
      const table = await begun(house);
      const seats = [
        { kind: "person", name: "Ada" },
        { kind: "person", name: "Ben" },
      ];
      const created = await house.ask("/api/tables", { ...table, seats, key: `for the picture ${name}` });
      await sitAt(page, house, created, table.game);
    } else {
      await page.goto(house.address);
      await ready(page);
    }
    writeFileSync(`${PICTURES}${name}.png`, compact(await page.screenshot()));
    if (page.troubles.length > 0) throw new Error(page.troubles.join("\n"));
    await context.close();
  }
  if (wanted("lesson")) await film(house, browser);
} finally {
  await browser.close();
  await house.close();
}
