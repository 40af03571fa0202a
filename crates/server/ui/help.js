// Help: the page is written in `help.html`, and its keys lie over any page with a board.

import { h, ownHtml } from "./dom.js";
import { bar, dialog, fill } from "./page.js";

export async function helpDialog() {
  const page = await fetch("/help").then(
    (answer) => answer.text(),
    () => "",
  );
  dialog("Keys", h("p", {}, h("a", { href: "/help" }, "More help")), ownHtml(page).querySelector(".keys"));
}

export async function open() {
  fill(bar({ name: "Help" }), /** @type {HTMLElement} */ (document.querySelector("main")));
}
