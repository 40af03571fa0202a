// The first module of every page: hands over to the page's own module.

import { bar, fill, plainWords } from "./page.js";
import { h } from "./dom.js";

/** @type {Record<string, () => Promise<{open: (...path: string[]) => Promise<void>}>>} */
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
};

/** A page of a few words, and what can be done about them. @param {string} heading @param {string} words @param {...(Node | string)} links */
function plainPage(heading, words, ...links) {
  const shelf = h("a", { class: "btn btn-first", href: "/" }, "To the shelf");
  fill(bar({}), h("main", { class: "plain" }, h("h1", {}, heading), h("p", {}, words), h("p", {}, ...links, shelf)));
}

async function begin() {
  const page = PAGES[document.body.dataset.page ?? ""];
  const gone = "There is no such game or table. A table may have been cleared away by somebody who sat at it.";
  try {
    if (page) await (await page()).open(...location.pathname.split("/").slice(2));
    else plainPage("Nothing stands here", gone);
  } catch (error) {
    const again = h("a", { class: "btn", href: location.href }, "Try again");
    plainPage("This page could not be opened", plainWords(error), again, " ");
  }
  document.body.dataset.ready = "yes";
}

begin();
