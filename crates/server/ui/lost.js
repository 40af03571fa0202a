// Nothing stands at this address.

import { h } from "./dom.js";
import { bar, fill } from "./page.js";

export async function open() {
  fill(
    bar({ links: [["Shelf", "/"]] }),
    h(
      "main",
      { class: "plain" },
      h("h1", {}, "Nothing stands here"),
      h("p", {}, "There is no such game or table. A table may have been cleared away by somebody who sat at it."),
      h("p", {}, h("a", { class: "btn btn-first", href: "/" }, "To the shelf")),
    ),
  );
}
