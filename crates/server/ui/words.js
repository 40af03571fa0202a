// What is said beside the board: what to do now, the buttons that belong to it, how the game came out.

import { keep } from "./api.js";
import { stepButton } from "./choices.js";
import { h, icon } from "./dom.js";
import { invitation, sitDown } from "./invite.js";
import { PACES, pace } from "./motion.js";
import { resultFor, sideName, whoIs } from "./names.js";
import { keyButton } from "./page.js";
import { becoming } from "./picker.js";
import { hasHomes } from "./seats.js";

/** @typedef {import("./play.js").Table} Table */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Scene} Scene */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */

export class Words {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.prompt = h("p", { class: "prompt" });
    this.slip = h("div", { class: "slip-place" });
    this.choices = h("div", { class: "choices" });
    this.element = h(
      "section",
      { class: "say", "aria-label": "What to do now", tabindex: -1 },
      this.prompt,
      this.choices,
      this.slip,
      hasHomes(table.title) ? this.sowing() : null,
    );
  }

  /** How fast men are sown, and the last turn once more: to watch a sowing takes longer than to watch a step. */
  sowing() {
    const key = (/** @type {[number, string]} */ [value, words]) => {
      const choose = () => {
        keep("pace", value);
        for (const other of keys) other.setAttribute("aria-pressed", String(other === button));
      };
      const button = keyButton(words, "", choose);
      button.setAttribute("aria-pressed", String(value === pace()));
      return button;
    };
    const keys = PACES.map(key);
    this.replay = keyButton("Replay", "Y", () => this.table.past.replay(), { drawing: "i-again" });
    const choice = h("div", { role: "group", "aria-label": "Sowing" }, ...keys);
    return h("div", { class: "sowing" }, h("span", { "aria-hidden": "true" }, "Sowing"), choice, this.replay);
  }

  draw() {
    const { table, choices, element } = this;
    const { view, scene, title, link } = table;
    if (!view || !scene) return;
    this.replay?.setAttribute("aria-disabled", String(view.last.length === 0));
    const focused = choices.contains(document.activeElement);
    choices.replaceChildren();
    const invited = !table.over && invitation(view, link.id, title);
    const join = !link.watching && sitDown(view, link, (seat) => table.satDown(seat));
    element.classList.toggle("say-more", Boolean(invited || join));
    if (table.past.at !== null) this.lookingBack(table.past.at);
    else {
      if (view.read_only) this.prompt.replaceChildren(h("b", {}, "Read only."), ` ${view.read_only}`);
      else if (table.over) this.over(view, scene);
      else if (table.choosing) this.choice(table.choosing);
      else if (table.myTurn) this.turn(scene);
      else this.others(view, scene);
      if (join) choices.prepend(join);
      else if (invited) choices.append(invited);
      this.offers(view);
    }
    if (focused && !choices.contains(document.activeElement)) table.board.takeFocus();
  }

  /** @param {View} view @param {Scene} scene */
  others(view, scene) {
    const number = scene.status.seat ?? 1;
    const seat = view.seats.find((other) => other.number === number);
    const who =
      seat?.kind === "computer"
        ? "The computer is thinking."
        : seat?.kind === "open"
          ? "Waiting for somebody to sit down."
          : `${whoIs(this.table.title, seat, number)} to move.`;
    this.prompt.replaceChildren(h("b", {}, who), ` ${scene.prompt}`);
  }

  /** @param {Scene} scene */
  turn(scene) {
    const { table, choices } = this;
    const { touch } = table.board;
    const many = table.link.mine.length > 1;
    const lead = table.hints.asking
      ? "Thinking of a hint…"
      : many
        ? `${sideName(table.title, table.myTurn)} to move.`
        : scene.status.type === "continue"
          ? "Your turn goes on."
          : "Your move.";
    this.prompt.replaceChildren(h("b", {}, lead), ` ${scene.prompt}`);
    if (table.sending) return;
    const [done] = touch.complete;
    if (done) {
      choices.append(
        h(
          "button",
          { class: "btn btn-first choice", onclick: () => table.board.finish() },
          "Done",
          h("small", {}, done.says),
          h("kbd", {}, "Enter"),
        ),
      );
    }
    const only = touch.steps.length === 1;
    choices.append(...touch.buttons.map((step, nth) => this.button(step, nth, only)));
    if (table.title.seats.length === 1) this.count();
    const hint = table.hints.slip();
    if (hint) choices.prepend(hint);
  }

  /** Alone with a puzzle: how many steps so far; the best known only if asked. */
  count() {
    const { view, title } = this.table;
    const steps = view?.taken ?? 0;
    const reveal = h("details", { class: "reveal" }, h("summary", {}, "Reveal the best known"), title.known);
    this.choices.append(
      h("p", { class: "soft" }, steps === 1 ? "One step so far." : `${steps} steps so far.`),
      title.known ? reveal : "",
    );
  }

  /** @param {LegalStep[]} steps */
  choice(steps) {
    const { table, choices } = this;
    if (becoming(steps, table.title.men)) {
      const how = " Choose on the board, or press its key. Escape puts it back.";
      this.prompt.replaceChildren(h("b", {}, "What does it become?"), how);
      return;
    }
    this.prompt.replaceChildren(h("b", {}, "Which one?"), " These steps are touched alike.");
    choices.append(...steps.map((step, nth) => this.button(step, nth, nth === 0)));
    const none = h("button", { class: "btn", onclick: () => table.back() }, "None of them");
    none.append(h("kbd", {}, "Esc"));
    choices.append(none);
    queueMicrotask(() => choices.querySelector("button")?.focus());
  }

  /** @param {LegalStep} step @param {number} nth @param {boolean} first */
  button(step, nth, first) {
    return stepButton(step, () => this.table.play(step), { first, key: nth < 9 ? String(nth + 1) : "" });
  }

  /** The result as this reader hears it. */
  result() {
    const { table } = this;
    const status = table.scene?.status;
    if (status?.type !== "over") return null;
    return resultFor(table.title, status, { mine: table.link.mine, taken: table.view?.taken });
  }

  /** @param {View} view @param {Scene} scene */
  over(view, scene) {
    const { table, choices } = this;
    const result = this.result();
    if (!result) return;
    this.prompt.replaceChildren(
      h("b", { class: `result result-${result.kind}` }, result.lead),
      " ",
      result.by ? `${result.by} ` : "",
      table.ruleLink(scene.status.clause),
    );
    if (view.series) {
      const { games, played, score } = view.series;
      const words = ` Match of ${games}: ${played} played, ${score.join(" to ")}.`;
      this.prompt.append(h("span", { class: "soft" }, words));
    }
    const { next } = view;
    if (next) {
      const href = `/${table.link.watching ? "watch" : "play"}/${next}`;
      const follow = (/** @type {Event} */ event) => {
        if (!table.mySeat) return;
        event.preventDefault();
        table.moveOn(next);
      };
      choices.append(h("a", { class: "btn btn-first", href, onclick: follow }, "To the next game"));
    } else if (table.mySeat) {
      const again = { class: "btn btn-first", onclick: () => table.rematch() };
      const words = table.title.seats.length === 1 ? "Once more" : "Rematch";
      choices.append(h("button", again, icon("i-again"), words, h("kbd", {}, "N")));
    }
    const alone = table.title.seats.length === 1;
    const href = alone ? table.analysisAddress() : `/review/${view.id}`;
    choices.append(
      h("a", { class: "btn over-look", href }, icon("i-analyse"), alone ? "Analyse" : "Review", h("kbd", {}, "R")),
    );
    // On phones the result takes the place of the keys, this one among them.
    const more = { class: "btn over-more", onclick: () => table.more() };
    choices.append(h("button", more, icon("i-more"), "More"));
  }

  /** @param {number} at */
  lookingBack(at) {
    const { table } = this;
    this.prompt.replaceChildren(h("b", {}, "Looking back."), ` After step ${at} of ${table.past.count}.`);
    const home = { class: "btn btn-first", onclick: () => table.past.go(Infinity) };
    this.choices.append(h("button", home, "Back to the game"));
  }

  /** @param {View} view */
  offers(view) {
    const { table, choices } = this;
    for (const { seat, what } of view.offers) {
      const words = what === "draw" ? "a draw" : "to take back the last turn";
      const button = (/** @type {string} */ label, /** @type {string} */ action, kind = "btn") =>
        h("button", { class: kind, onclick: () => table.act(action, {}, mine ? seat : undefined) }, label);
      const mine = table.link.mine.includes(seat);
      if (mine) {
        const withdraw = button("Withdraw", "withdraw", "btn btn-small");
        choices.append(h("p", { class: "soft" }, `You have offered ${words}. `, withdraw));
      } else if (table.mySeat) {
        choices.append(
          h("p", {}, h("b", {}, `${sideName(table.title, seat)} offers ${words}. `)),
          button("Accept", "accept", "btn btn-first"),
          button("Decline", "decline"),
        );
      }
    }
  }
}
