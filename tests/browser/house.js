// A house for tests: the real program on a free port with an empty data folder, and a real browser.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = process.env.PARLOUR ?? join(ROOT, "target/release/parlour");
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--host-resolver-rules=MAP parlour.test 127.0.0.1",
];

/** A new database, if the tests run on PostgreSQL: see `tests/with-postgres`. */
function newDatabase() {
  const server = process.env.PARLOUR_TEST_POSTGRES;
  if (!server) return null;
  const name = `pages_${randomBytes(6).toString("hex")}`;
  execFileSync("psql", ["--quiet", `${server}/postgres`, "--command", `CREATE DATABASE ${name}`]);
  return `${server}/${name}`;
}

export class House {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), "parlour-"));
    this.address = "";
    this.process = null;
    this.database = newDatabase();
  }

  /** Opens the house; the second time at the same address as before. `pages` is a folder with them; otherwise they are the program's. */
  async open({ pace = "0", pages = undefined } = {}) {
    const listen = this.address ? new URL(this.address).host : "127.0.0.1:0";
    const child = spawn(
      PROGRAM,
      [
        "serve",
        "--listen",
        listen,
        "--data",
        this.data,
        "--no-open",
        "--limit",
        "off",
        "--pace",
        pace,
        "--log",
        "warn",
        "--host-name",
        "parlour.test",
        ...(this.database ? ["--store", this.database] : []),
      ],
      { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...(pages ? { PARLOUR_UI: pages } : {}) } },
    );
    this.process = child;
    this.address = await new Promise((resolve, reject) => {
      let heard = "";
      child.stdout.on("data", (bytes) => {
        heard += bytes;
        const found = heard.match(/https?:\/\/[^\s]+/);
        if (found) resolve(found[0]);
      });
      child.on("exit", (code) => reject(new Error(`parlour ended with ${code} before it was open: ${heard}`)));
    });
    return this;
  }

  /** Ends it without a word. */
  async kill() {
    const gone = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGKILL");
    await gone;
  }

  async close() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  async ask(path, body, token) {
    const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(
      this.address + path,
      body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) },
    );
    const value = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value)}`);
    return value;
  }
}

/** A game of each kind with its end, in the order of the shelf. @type {{game: string, position: string?, steps: string[], winner: number?, clause: string}[]} */
export const LINES = JSON.parse(readFileSync(new URL("lines.json", import.meta.url), "utf8"));

export const launch = () => chromium.launch({ executablePath: BROWSER, args: FLAGS });

/** How long a page may take for anything: so long that only what never comes is missed, however busy the machine is. */
const PATIENCE = 600_000;

/** A house and a browser for all tests of a file, opened before the first of them, with what `prepare` adds, and closed after the last. */
export function openForTests(prepare = async () => {}) {
  const house = new House();
  let launched;
  before(async () => {
    launched = await launch();
    await house.open();
    await prepare();
  });
  after(async () => {
    await launched?.close();
    await house.close();
  });
  const newContext = async (options) => {
    const context = await launched.newContext(options);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return { house, browser: { newContext } };
}

/** A page that fails the test if its script does. */
export async function newPage(context) {
  const page = await context.newPage();
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(error.message));
  page.on("console", (message) => {
    // Refusals are answers, not troubles; the browser logs them all the same.
    if (message.type() === "error" && !/status of 4\d\d|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/.test(message.text()))
      page.troubles.push(message.text());
  });
  return page;
}

/** Waits until what the page has heard is drawn. */
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Holds back requests to a path. `wait` waits until so many have come, `letGo` lets one of them go, counted from 0, and waits until
 * its answer has come or nobody wants it any more.
 */
export async function holdBack(page, path) {
  const held = [];
  const over = new Set();
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => over.add(request));
  await page.route(path, async (route) => {
    await new Promise((go) => held.push({ request: route.request(), go }));
    await route.continue().catch(() => {});
  });
  const until = async (reached) => {
    while (!reached()) await page.waitForTimeout(25);
  };
  const wait = (count) => until(() => held.length >= count);
  const letGo = async (nth) => {
    held[nth].go();
    await until(() => over.has(held[nth].request));
    await drawn(page);
  };
  return { wait, letGo };
}

export async function ready(page) {
  await page.waitForSelector("body[data-ready]");
}

/** Sits a browser down at a table that the test has set up. */
export async function sitAt(page, house, created, game, address = house.address) {
  await page.goto(`${address}/help`);
  await ready(page);
  await page.evaluate(
    ([id, name, keys]) => localStorage.setItem("parlour.tables", JSON.stringify([{ id, game: name, keys }])),
    [created.id, game, created.keys],
  );
  await page.goto(`${address}/play/${created.id}`);
  await ready(page);
}

/** The table as the server has it. */
export const viewOf = (house, id) => house.ask(`/api/tables/${id}`);

/** Waits until the page has seen what the server knows. */
export async function seen(page, taken) {
  await page.waitForFunction((count) => Number(document.body?.dataset.taken ?? -1) >= count, taken);
}

/** Plays one step at a table with the clicks a person makes. */
export async function playStep(page, house, id, wanted) {
  const view = await viewOf(house, id);
  await seen(page, view.taken);
  await make(page, view.scene, wanted);
  await seen(page, view.taken + 1);
}

/** Plays a whole line; a continuation without a choice is left to the page, which may have played it before we look. */
export async function playLine(page, house, id, steps) {
  const start = (await viewOf(house, id)).taken;
  for (const [nth, wanted] of steps.entries()) {
    const view = await viewOf(house, id);
    if (view.taken > start + nth) continue;
    const forced = view.scene.status.type === "continue" && view.scene.steps.length === 1;
    if (forced) await seen(page, view.taken + 1);
    else await playStep(page, house, id, wanted);
  }
}

/** Makes a step of a scene by clicks: its sites, then Done or the button that is asked for. */
export async function make(page, scene, text) {
  const step = scene.steps.find((legal) => legal.text === text);
  assert.ok(step, `${text} is not legal here; legal are ${scene.steps.map((legal) => legal.text).join(" ")}`);
  for (const site of step.clicks) {
    const tray = page.locator(`[data-tray="${site}"]`);
    if (await tray.count()) await tray.click();
    else await page.locator(`.b-cells [data-site="${site}"]`).click({ force: true });
  }
  const alike = scene.steps.filter(({ clicks }) => clicks.join() === step.clicks.join());
  const longer = scene.steps.some(
    ({ clicks }) => clicks.length > step.clicks.length && step.clicks.every((site, nth) => site === clicks[nth]),
  );
  if (step.clicks.length > 0 && longer) await page.locator(".choices button", { hasText: "Done" }).click();
  if (step.clicks.length === 0 || alike.length > 1)
    await page.locator(`:is(.choices, .picker) button[data-step="${text}"]`).click();
}

/** Parts of a page that lie over each other or go beyond the window. */
export const tangled = (page, selector) =>
  page.evaluate((wanted) => {
    const parts = [...document.querySelectorAll(wanted)]
      .map((part) => ({ name: part.className, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const apart = (a, b) =>
      a.right <= b.left + 2 || b.right <= a.left + 2 || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
    return parts.flatMap(({ name, box }, nth) => [
      ...parts.slice(nth + 1).flatMap((other) => (apart(box, other.box) ? [] : `${name} over ${other.name}`)),
      ...(box.right > innerWidth + 1 || box.bottom > innerHeight + 1 ? [`${name} beyond the window`] : []),
    ]);
  }, selector);
