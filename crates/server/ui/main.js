// The first module of every page: hands over to the page's own module.

import { bar, fill, plainWords } from "./page.js";
import { h } from "./dom.js";

/** @type {Record<string, () => Promise<{open: () => Promise<void>}>>} */
const PAGES = {
  shelf: () => import("./shelf.js"),
  title: () => import("./title.js"),
  play: () => import("./play.js"),
  watch: () => import("./play.js"),
  analyse: () => import("./analyse.js"),
  replay: () => import("./analyse.js"),
  edit: () => import("./edit.js"),
  review: () => import("./review.js"),
  learn: () => import("./learn.js"),
  puzzle: () => import("./puzzle.js"),
  puzzles: () => import("./puzzles.js"),
  mine: () => import("./mine.js"),
  print: () => import("./print.js"),
  help: () => import("./help.js"),
  lost: () => import("./lost.js"),
};

async function begin() {
  const page = PAGES[document.body.dataset.page ?? "lost"] ?? PAGES.lost;
  if (!page) return;
  try {
    await (await page()).open();
  } catch (error) {
    fill(
      bar({}),
      h(
        "main",
        { class: "plain" },
        h("h1", {}, "This page could not be opened"),
        h("p", {}, plainWords(error)),
        h(
          "p",
          {},
          h("a", { class: "btn", href: location.href }, "Try again"),
          " ",
          h("a", { class: "btn", href: "/" }, "To the shelf"),
        ),
      ),
    );
  }
  document.body.dataset.ready = "yes";
}

begin();
