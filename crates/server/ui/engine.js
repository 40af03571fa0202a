// The engine beside a study: off until it is asked for, then it reads on in the background and follows the board.

import { plainQuery } from "./api.js";
import { h, icon } from "./dom.js";

/** @typedef {import("./analyse.js").Study} Study */
/** @typedef {import("./types.d.ts").Idea} Idea */

export class EngineLine {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.on = false;
    /** @type {EventSource | null} */
    this.source = null;
    const off = "Winning chances: the engine is off";
    this.gauge = h("div", { class: "gauge", role: "img", "aria-label": off, hidden: true }, h("i"), h("b"));
    this.ideas = h("div", { class: "ideas", "aria-live": "off" });
    this.button = h(
      "button",
      { type: "button", class: "btn", "aria-pressed": "false", onclick: () => this.toggle() },
      icon("i-analyse"),
      h("span", {}, "Engine"),
      h("kbd", {}, "E"),
    );
  }

  toggle() {
    this.on = !this.on;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.gauge.hidden = !this.on;
    this.ideas.replaceChildren();
    if (this.on) this.follow();
    else this.close();
  }

  close() {
    this.source?.close();
    this.source = null;
  }

  /** The board has changed: reads on there, if it is on. */
  follow() {
    if (!this.on) return;
    this.close();
    const { study } = this;
    const { scene } = study.board;
    if (!scene || scene.status.type === "over") {
      this.ideas.replaceChildren(h("p", { class: "soft" }, "The game is over here."));
      return;
    }
    const parts = { position: study.position, moves: study.at.steps.join(" "), lines: "3" };
    const source = new EventSource(
      `/api/games/${study.title.id}/analysis${plainQuery(study.options, study.title, parts)}`,
    );
    this.source = source;
    const at = study.at;
    source.addEventListener("ideas", (event) => {
      if (study.at === at && this.source === source) this.hear(JSON.parse(event.data));
    });
    source.addEventListener("done", () => source.close());
    source.addEventListener("error", () => source.close());
  }

  /** @param {{ideas: Idea[], seat: number}} heard */
  hear({ ideas, seat }) {
    const [best] = ideas;
    if (!best) return;
    const { title } = this.study;
    const chance = seat === 1 ? best.chance : 1 - best.chance;
    const bar = this.gauge.querySelector("i");
    const words = this.gauge.querySelector("b");
    if (bar) bar.style.width = `${Math.round(chance * 1000) / 10}%`;
    const value = worth(best, title.seats, seat);
    if (words) words.textContent = value;
    const label = `${title.seats[0] ?? ""} wins ${Math.round(chance * 100)} in a hundred: ${value}`;
    this.gauge.setAttribute("aria-label", label);
    const depth = best.depth > 0 ? `${best.depth} turns ahead, ` : "known for certain, ";
    const line = (/** @type {Idea} */ idea) =>
      h(
        "li",
        {},
        h("b", {}, worth(idea, title.seats, seat)),
        " ",
        h(
          "button",
          { type: "button", class: "line", onclick: () => this.study.playLine(idea.line.slice(0, 12)) },
          idea.turns.slice(0, 8).join("  "),
        ),
      );
    this.ideas.replaceChildren(
      h("p", { class: "soft" }, `${depth}${best.nodes.toLocaleString("en")} positions`),
      h("ol", {}, ...ideas.map(line)),
    );
  }
}

/** What a line is worth, in words first. @param {Idea} idea @param {string[]} seats @param {number} seat */
function worth({ proved, chance }, seats, seat) {
  if (proved === null || proved === undefined) return `${inWords(chance)}, ${Math.round(chance * 100)} in 100`;
  if (proved === 0) return "draw";
  const turns = Math.abs(proved);
  if (seats.length === 1) return proved > 0 ? `solved in ${turns}` : "cannot be solved";
  if (proved > 0) return `win in ${turns}`;
  return seats.length === 2 ? `${seats[2 - seat]} wins in ${turns}` : `lost in ${turns}`;
}

/** @param {number} chance of whoever is to move */
function inWords(chance) {
  const percent = Math.round(chance * 100);
  const side = percent >= 50 ? percent : 100 - percent;
  const how =
    side <= 55
      ? "even"
      : side <= 64
        ? "a little better"
        : side <= 79
          ? "better"
          : side <= 94
            ? "much better"
            : "winning";
  if (how === "even") return "even";
  return percent >= 50
    ? how
    : { "a little better": "a little worse", better: "worse", "much better": "much worse", winning: "losing" }[how];
}
