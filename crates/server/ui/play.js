// The table: board, seats, what to do now, what may be done, what was played.

import { get, heldKeys, hold, keep, kept, plainQuery, post, query, Refused } from "./api.js";
import { TouchBoard } from "./board.js";
import { h, icon, s } from "./dom.js";
import { TableLink } from "./link.js";
import { drawMan, standsInColumns } from "./men.js";
import { moveTable } from "./moves.js";
import { bar, confirm, fill, plainWords, slip, speak, typing } from "./page.js";
import { clauseId, rulesPart } from "./rules.js";
import { seatStrips } from "./seats.js";
import { invitation, sitDown, tableDialog } from "./invite.js";
import { knock } from "./sound.js";
import { helpDialog } from "./help.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").Taken} Taken */
/** @typedef {import("./types.d.ts").LegalStep} LegalStep */
/** @typedef {import("./types.d.ts").Hint} Hint */
/** @typedef {import("./types.d.ts").Scene} Scene */

const FORCED_AFTER = 450;

class Table {
  /** @param {Title} title @param {TableLink} link */
  constructor(title, link) {
    this.title = title;
    this.link = link;
    /** @type {View | null} */
    this.view = null;
    /** Views that wait until the last one has been seen to happen. */
    this.showing = Promise.resolve();
    this.waiting = 0;
    /** @type {{hint: Hint, strength: number} | null} */
    this.hint = null;
    /** @type {LegalStep[] | null} */
    this.choosing = null;
    /** An earlier position that is being looked at. @type {{nth: number, scenes: Scene[]} | null} */
    this.lookingBack = null;
    this.sending = false;
    this.tab = "moves";
    this.board = new TouchBoard(title, {
      play: (step) => this.play(step),
      choose: (steps) => {
        this.choosing = steps;
        this.say();
      },
      refused: (clicks) => this.why(clicks),
      changed: () => {
        this.choosing = null;
        this.say();
        this.trays();
      },
      looked: (site) => this.read(site),
      unsure: (site) =>
        this.prompt.replaceChildren(h("b", {}, `${this.board.placeName(site)}?`), " Tap once more to take it."),
    });
    this.build();
  }

  build() {
    this.far = h("div", { class: "seats seat-far" });
    this.near = h("div", { class: "seats seat-near" });
    this.prompt = h("p", { class: "prompt" });
    this.slip = h("div", {});
    this.choices = h("div", { class: "choices" });
    this.acts = h("div", { class: "acts", role: "group", "aria-label": "Actions" });
    this.sheet = h("div", { class: "sheet", role: "tabpanel", id: "sheet", tabindex: 0 });
    this.reader = h("div", {});
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    const notes = h("section", { class: "notes", "aria-label": "Notes" }, this.tabs, this.sheet, this.reader);
    this.state = h("p", { class: "line-state", role: "status" });
    const wrap = h("div", { class: "board-wrap" }, this.board.svg, this.state);
    const main = h(
      "main",
      { class: `table table-${this.board.shape} game-${this.title.id}` },
      this.far,
      wrap,
      this.near,
      h("section", { class: "say", "aria-label": "What to do now" }, this.prompt, this.slip, this.choices),
      this.acts,
      notes,
    );
    const more = this.title.year ? String(this.title.year) : "from the Library of Games";
    fill(
      bar({
        name: this.title.name,
        more,
        href: `/games/${this.title.id}`,
        links: [
          ["Rules", `/games/${this.title.id}#rules`],
          ["Shelf", "/"],
        ],
      }),
      main,
    );
    this.makeTabs();
    addEventListener("keydown", (event) => this.key(event));
  }

  makeTabs() {
    const names = /** @type {[string, string][]} */ ([
      ["moves", "Moves"],
      ["steps", "All steps"],
      ["rules", "Rules"],
    ]);
    this.tabs.replaceChildren(
      ...names.map(([id, words]) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${id}`,
            "aria-controls": "sheet",
            "aria-selected": String(this.tab === id),
            tabindex: this.tab === id ? 0 : -1,
            onclick: () => this.openTab(id),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
              const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
              if (!step) return;
              event.stopPropagation();
              const at = names.findIndex(([name]) => name === this.tab);
              this.openTab(names[(at + step + names.length) % names.length]?.[0] ?? "moves", true);
            },
          },
          words,
        ),
      ),
    );
    this.sheet.setAttribute("aria-labelledby", `tab-${this.tab}`);
  }

  /** @param {string} tab @param {boolean} [focus] */
  openTab(tab, focus = false) {
    this.tab = tab;
    this.makeTabs();
    this.notes();
    if (focus) document.getElementById(`tab-${tab}`)?.focus();
  }

  // --- who may do what --------------------------------------------------------------------------------

  get scene() {
    return this.view?.scene ?? null;
  }

  get over() {
    return this.scene?.status.type === "over";
  }

  /** The seat that is mine and to move, if there is one. */
  get myTurn() {
    const seat = this.scene?.status.seat ?? 0;
    return !this.over && !this.view?.read_only && this.link.mine.includes(seat) ? seat : 0;
  }

  /** The seat I act for when it is not my turn. */
  get mySeat() {
    return this.myTurn || this.link.mine[0] || 0;
  }

  /** @param {number} seat */
  seatName(seat) {
    return this.title.seats[seat - 1] ?? "";
  }

  // --- what is seen -----------------------------------------------------------------------------------

  /** @param {View} view @param {Taken[]} moves */
  take(view, moves) {
    const first = !this.view;
    this.waiting += 1;
    this.showing = this.showing.then(async () => {
      this.waiting -= 1;
      if (this.view?.version === view.version) {
        // Only who is present has changed: a path half touched stays.
        this.view = view;
        this.trays();
        return;
      }
      this.view = view;
      this.hint = null;
      this.choosing = null;
      this.sending = false;
      this.lookingBack = null;
      this.slip.replaceChildren();
      if (first) this.orient();
      this.chrome();
      // A page that has fallen behind shows where things stand instead of every step on the way.
      const shown = this.waiting > 2 ? [] : moves;
      await this.board.show(view.scene, { last: view.last, moves: shown, mayTouch: this.myTurn > 0 });
      if (moves.length > 0 && !first) {
        knock(this.over);
        speak([...moves.map((move) => move.says), this.over ? this.result() : ""].join(" "));
      }
      if (!first && this.myTurn && moves.length > 0) speak("Your turn.", true);
      this.say();
      this.trays();
      this.forced();
      // How far the page has come, for whoever drives it.
      document.body.dataset.taken = String(view.taken);
      document.body.dataset.version = String(view.version);
    });
  }

  orient() {
    const { mine } = this.link;
    this.board.turn({ flipped: mine.length > 0 && mine.every((seat) => seat === 2 || seat === 3) });
  }

  /** Everything around the board. */
  chrome() {
    const { view } = this;
    if (!view) return;
    const yours = this.myTurn > 0;
    const waiting = view.seats.some((seat) => seat.kind === "open");
    document.title =
      `${this.over ? this.result() : yours ? "Your move:" : waiting ? "Waiting:" : ""} ${this.title.name} – Parlour`.trim();
    this.trays();
    this.actions();
    this.notes();
    this.say();
  }

  trays() {
    const { view } = this;
    if (!view) return;
    const strips = seatStrips(this.title, view, {
      mine: this.link.mine,
      next: this.board.touch.next,
      touch: (site) => this.board.click(site),
    });
    const below = (/** @type {number} */ seat) => (seat === 1 || seat === 4) !== this.board.flipped;
    this.far.replaceChildren(...strips.filter(([seat]) => !below(seat)).map(([, strip]) => strip));
    this.near.replaceChildren(...strips.filter(([seat]) => below(seat)).map(([, strip]) => strip));
  }

  result() {
    const status = this.scene?.status;
    if (status?.type !== "over") return "";
    if (this.title.seats.length === 1)
      return status.winner ? `Solved in ${this.view?.taken} steps.` : "No way on from here.";
    return status.winner ? `${this.seatName(status.winner)} wins.` : "A draw.";
  }

  say() {
    const { view, scene } = this;
    if (!view || !scene) return;
    const { prompt, choices } = this;
    choices.replaceChildren();
    const invited = !this.over && invitation(view, this.link.id, this.title);
    const join = !this.link.watching && sitDown(view, this.link, (seat) => this.satDown(seat));
    if (this.lookingBack) return this.sayLookingBack();
    if (view.read_only) prompt.replaceChildren(h("b", {}, "Read only."), ` ${view.read_only}`);
    else if (this.over) this.sayOver(scene);
    else if (this.choosing) this.sayChoice(this.choosing);
    else if (this.myTurn) this.sayTurn(scene);
    else {
      const seat = view.seats.find((other) => other.number === scene.status.seat);
      const who =
        seat?.kind === "computer"
          ? "The computer is thinking."
          : seat?.kind === "open"
            ? "Waiting for somebody to sit down."
            : `${seat?.name ?? this.seatName(scene.status.seat ?? 1)} is to move.`;
      prompt.replaceChildren(h("b", {}, who), ` ${scene.prompt}`);
    }
    if (join) choices.prepend(join);
    else if (invited) choices.append(invited);
    this.sayOffers(view);
  }

  /** @param {Scene} scene */
  sayTurn(scene) {
    const { touch } = this.board;
    const many = this.link.mine.length > 1;
    const lead = this.sending
      ? "Sending your step…"
      : many
        ? `${this.seatName(this.myTurn)} to move.`
        : scene.status.type === "continue"
          ? "Your turn goes on."
          : "Your move.";
    this.prompt.replaceChildren(h("b", {}, lead), ` ${scene.prompt}`);
    if (touch.complete.length > 0) {
      const [step] = touch.complete;
      this.choices.append(
        h(
          "button",
          { type: "button", class: "btn btn-first choice", onclick: () => this.board.finish() },
          "Done",
          h("small", {}, step?.says ?? ""),
          h("kbd", {}, "Enter"),
        ),
      );
    }
    if (touch.path.length === 0) {
      touch.buttons.forEach((step, nth) =>
        this.choices.append(this.stepButton(step, nth, touch.buttons.length === 1 && touch.steps.length === 1)),
      );
    }
    if (this.title.seats.length === 1) this.sayCount();
    if (this.hint) this.sayHint(this.hint);
  }

  /** Alone with a puzzle: how many steps so far; the best known only if asked. */
  sayCount() {
    const steps = this.view?.taken ?? 0;
    this.choices.append(
      h("p", { class: "soft" }, steps === 1 ? "One step so far." : `${steps} steps so far.`),
      this.title.known
        ? h("details", { class: "reveal" }, h("summary", {}, "Reveal the best known"), this.title.known)
        : "",
    );
  }

  /** @param {LegalStep[]} steps */
  sayChoice(steps) {
    this.prompt.replaceChildren(h("b", {}, "Which one?"), " These steps are touched alike.");
    steps.forEach((step, nth) => this.choices.append(this.stepButton(step, nth, nth === 0)));
    this.choices.append(
      h(
        "button",
        {
          type: "button",
          class: "btn",
          onclick: () => {
            this.choosing = null;
            this.board.back();
            this.say();
          },
        },
        "None of them",
        h("kbd", {}, "Esc"),
      ),
    );
    queueMicrotask(() => this.choices.querySelector("button")?.focus());
  }

  /** @param {LegalStep} step @param {number} nth @param {boolean} first */
  stepButton(step, nth, first) {
    return h(
      "button",
      {
        type: "button",
        class: `btn choice${first ? " btn-first" : ""}`,
        "data-step": step.text,
        onclick: () => this.play(step),
      },
      h("span", {}, h("b", {}, step.text), h("small", {}, step.says)),
      nth < 9 ? h("kbd", {}, String(nth + 1)) : null,
    );
  }

  /** @param {Scene} scene */
  sayOver(scene) {
    const { clause, words } = scene.status;
    this.prompt.replaceChildren(
      h("b", { class: "result" }, this.result()),
      " ",
      clean(words ?? ""),
      " ",
      this.ruleLink(clause),
    );
    const { view } = this;
    if (view?.series) {
      const { games, played, score } = view.series;
      this.prompt.append(h("span", { class: "soft" }, ` Match of ${games}: ${played} played, ${score.join(" to ")}.`));
    }
    const next = view?.next;
    if (next) {
      const follow = (/** @type {Event} */ event) => {
        if (!this.mySeat) return;
        event.preventDefault();
        this.moveOn(next);
      };
      this.choices.append(
        h(
          "a",
          { class: "btn btn-first", href: `/${this.link.watching ? "watch" : "play"}/${next}`, onclick: follow },
          "To the next game",
        ),
      );
    }
    if (!next && this.mySeat)
      this.choices.append(
        h(
          "button",
          { type: "button", class: "btn btn-first", onclick: () => this.rematch() },
          icon("i-again"),
          this.title.seats.length === 1 ? "Once more" : "Rematch",
        ),
      );
    this.choices.append(h("a", { class: "btn", href: this.analysisAddress() }, icon("i-analyse"), "Analyse"));
  }

  sayLookingBack() {
    const at = this.lookingBack;
    if (!at || !this.view) return;
    this.prompt.replaceChildren(h("b", {}, "Looking back."), ` After step ${at.nth} of ${at.scenes.length - 1}.`);
    this.choices.append(
      h(
        "button",
        { type: "button", class: "btn btn-first", onclick: () => this.lookBack(Infinity) },
        "Back to the game",
      ),
    );
  }

  /** @param {View} view */
  sayOffers(view) {
    for (const { seat, what } of view.offers) {
      const words = what === "draw" ? "a draw" : "to take back the last turn";
      if (this.link.mine.includes(seat)) {
        this.choices.append(
          h(
            "p",
            { class: "soft" },
            `You have offered ${words}. `,
            h(
              "button",
              { type: "button", class: "btn btn-small", onclick: () => this.act("withdraw", {}, seat) },
              "Withdraw",
            ),
          ),
        );
      } else if (this.mySeat) {
        this.choices.append(
          h("p", {}, h("b", {}, `${this.seatName(seat)} offers ${words}. `)),
          h("button", { type: "button", class: "btn btn-first", onclick: () => this.act("accept") }, "Accept"),
          h("button", { type: "button", class: "btn", onclick: () => this.act("decline") }, "Decline"),
        );
      }
    }
  }

  /** @param {string | null} clause */
  ruleLink(clause) {
    if (!clause) return "";
    return h(
      "a",
      {
        href: `/games/${this.title.id}#${clause}`,
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.openRule(clause);
        },
      },
      `Rule ${clause}`,
    );
  }

  /** @param {string} clause */
  openRule(clause) {
    this.openTab("rules");
    const item = document.getElementById(`drawer-${clauseId(clause)}`);
    for (const old of this.sheet.querySelectorAll(".target")) old.classList.remove("target");
    item?.classList.add("target");
    item?.scrollIntoView({ block: "center" });
  }

  // --- notes ------------------------------------------------------------------------------------------

  notes() {
    const { view } = this;
    if (!view) return;
    this.sheet.className = `sheet sheet-${this.tab}`;
    if (this.tab === "moves") {
      const waiting = this.over ? null : this.myTurn ? "your move" : view.thinking ? "thinking" : "to move";
      this.sheet.replaceChildren(
        moveTable(view.turns, this.title.seats, { waiting, go: (nth) => this.lookAtTurn(nth) }),
      );
    } else if (this.tab === "steps") this.sheet.replaceChildren(this.stepList());
    else if (!this.sheet.querySelector(".rules")) {
      this.sheet.replaceChildren(
        rulesPart(this.title, this.title.rules, { figures: false, prefix: "drawer-" }),
        rulesPart(this.title, this.title.common, { figures: false, prefix: "drawer-" }),
      );
    }
  }

  stepList() {
    const steps = this.myTurn ? (this.scene?.steps ?? []) : [];
    if (steps.length === 0)
      return h("p", { class: "soft" }, this.over ? "The game is over." : "Nothing is yours to play just now.");
    return h(
      "ul",
      { class: "step-list", "aria-label": "All legal steps" },
      ...steps.map((step) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "step", "data-step": step.text, onclick: () => this.play(step) },
            h("b", {}, step.text),
            " ",
            h("span", {}, step.says),
          ),
        ),
      ),
    );
  }

  /** @param {number} turn */
  lookAtTurn(turn) {
    const steps = (this.view?.turns ?? []).slice(0, turn + 1).reduce((sum, { steps }) => sum + steps.length, 0);
    this.lookBack(steps);
  }

  /** Every position of the game so far. @param {View} view @returns {Promise<import("./types.d.ts").Line>} */
  wholeGame(view) {
    return post(`/api/games/${view.game}/scene?all=1`, {
      options: view.options,
      position: view.start,
      moves: movesOf(view),
    });
  }

  /** @param {number} nth */
  async lookBack(nth) {
    const { view } = this;
    if (!view) return;
    if (nth >= view.taken) {
      this.lookingBack = null;
      await this.board.show(view.scene, { last: view.last, mayTouch: this.myTurn > 0 });
      this.chrome();
      return;
    }
    const line = await this.wholeGame(view);
    const at = Math.max(0, nth);
    const scenes = line.scenes ?? [];
    const [scene, taken] = [scenes[at], line.taken[at - 1]];
    if (!scene) return;
    this.lookingBack = { nth: at, scenes };
    await this.board.show({ ...scene, steps: [] }, { last: taken ? [taken] : [], mayTouch: false });
    this.say();
  }

  /** Spells out a column, its leader first. @param {number} site */
  read(site) {
    const men = this.scene?.pieces.find((placed) => placed.site === site)?.men ?? [];
    if (men.length < 2 || !standsInColumns(this.title.id)) return;
    const [leader, ...led] = [...men].reverse();
    if (!leader) return;
    const words = (/** @type {import("./types.d.ts").Man} */ man) => `${this.seatName(man.seat)} ${man.kind}`;
    const drawing = s(
      "svg",
      { viewBox: `-52 -${52 + 15 * men.length} 104 ${110 + 15 * men.length}`, "aria-hidden": "true" },
      ...men.map((man, nth) => drawMan(this.title.id, man, 0, -15 * nth, 100)),
    );
    this.reader.className = "reader";
    this.reader.replaceChildren(
      drawing,
      h(
        "div",
        {},
        h("h3", {}, `Column on ${this.board.placeName(site)}`),
        h(
          "ol",
          {},
          h("li", {}, words(leader), h("span", {}, "leads")),
          ...led.map((man) => h("li", {}, words(man), h("span", {}, man.seat === leader.seat ? "" : "prisoner"))),
        ),
      ),
    );
  }

  // --- doing ------------------------------------------------------------------------------------------

  /** @param {LegalStep} step */
  async play(step) {
    const seat = this.myTurn;
    if (!seat || this.sending || this.lookingBack) return;
    this.sending = true;
    this.choosing = null;
    this.slip.replaceChildren();
    this.say();
    try {
      await this.link.step(seat, step.text);
    } catch (error) {
      this.sending = false;
      this.refuse(error);
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    const problem = error instanceof Refused ? error.problem : null;
    this.showSlip(problem?.words ?? plainWords(error), problem?.clause ?? null, problem?.at ?? null);
    if (this.scene) this.board.show(this.scene, { last: this.view?.last ?? [], mayTouch: this.myTurn > 0 });
  }

  /** @param {string} words @param {string | null} clause @param {number | null} at */
  showSlip(words, clause, at) {
    const sentence = clean(words);
    this.slip.replaceChildren(slip(sentence, " ", this.ruleLink(clause)));
    speak(`${sentence} ${clause ? `Rule ${clause}.` : ""}`, true);
    this.board.point(at);
  }

  /** Why these clicks are not allowed. @param {number[]} clicks */
  async why(clicks) {
    const { view } = this;
    if (!view) return;
    try {
      const { refusal } = await post(`/api/games/${view.game}/why`, {
        options: view.options,
        position: view.scene.position,
        clicks,
      });
      if (refusal) this.showSlip(refusal.words, refusal.clause, refusal.at);
      else this.showSlip("That does not lead to a step here. What may be touched is marked.", null, null);
    } catch (error) {
      this.showSlip(plainWords(error), null, null);
    }
  }

  /** A continuation without a choice is played by the page, in sight. */
  forced() {
    const { scene, view } = this;
    if (!scene || !view || !this.myTurn || scene.status.type !== "continue" || scene.steps.length !== 1) return;
    const [only] = scene.steps;
    setTimeout(() => {
      if (only && this.view?.version === view.version && this.myTurn && !this.lookingBack) this.play(only);
    }, FORCED_AFTER);
  }

  /** @param {string} action @param {object} [more] @param {number} [seat] */
  async act(action, more = {}, seat = this.mySeat) {
    try {
      return await this.link.act(seat, action, more);
    } catch (error) {
      this.showSlip(plainWords(error), error instanceof Refused ? (error.problem.clause ?? null) : null, null);
      return null;
    }
  }

  async rematch() {
    const answer = await this.act("rematch");
    const next = answer?.next ?? this.view?.next;
    if (!next) return;
    await this.moveOn(next);
  }

  /** The seats at the next table are changed, the tokens are the same. @param {string} next */
  async moveOn(next) {
    /** @type {View} */
    const view = await get(`/api/tables/${next}`);
    const seats = this.title.seats.length;
    const keys = heldKeys(this.link.id)
      .filter((key) => key.kind === "seat")
      .map((key) => ({ ...key, seat: seats === 1 ? key.seat : (key.seat % seats) + 1 }));
    hold(next, view.game, keys);
    location.href = `/play/${next}`;
  }

  async askHint() {
    if (!this.myTurn || !this.view) return;
    if (this.hint) {
      this.hint.strength = Math.min(3, this.hint.strength + 1);
      this.showHint();
      return;
    }
    const { view } = this;
    this.prompt.replaceChildren(h("b", {}, "Thinking of a hint…"));
    try {
      const hint = await post(`/api/games/${view.game}/hint`, {
        options: view.options,
        position: view.start,
        moves: movesOf(view),
      });
      if (this.view?.version !== view.version) return;
      this.hint = { hint, strength: 1 };
      this.showHint();
    } catch (error) {
      this.showSlip(plainWords(error), null, null);
      this.say();
    }
  }

  showHint() {
    if (!this.hint) return;
    const { hint, strength } = this.hint;
    this.board.hint(strength === 1 ? (hint.site === null ? [] : [hint.site]) : hint.sites);
    this.say();
  }

  /** @param {{hint: Hint, strength: number}} asked */
  sayHint({ hint, strength }) {
    const place = hint.site === null ? "one of the buttons" : this.board.placeName(hint.site);
    const words = strength === 1 ? `Look at ${place}.` : strength === 2 ? hint.says : `${hint.says} ${hint.why}`;
    const more =
      strength < 3
        ? h(
            "button",
            { type: "button", class: "btn btn-small", onclick: () => this.askHint() },
            strength === 1 ? "Where to?" : "Why?",
          )
        : null;
    this.choices.prepend(h("p", { class: "hint" }, h("b", {}, "Hint: "), words, " ", more));
    speak(words);
  }

  flip() {
    this.board.turn({ flipped: !this.board.flipped });
    this.trays();
  }

  analysisAddress() {
    const { view } = this;
    if (!view) return "/";
    const usual = view.start === this.title.start.position;
    return `/analyse/${view.game}${plainQuery(view.options, this.title, { position: usual ? null : view.start, moves: movesOf(view) })}`;
  }

  actions() {
    const { view } = this;
    if (!view) return;
    const mine = this.link.mine.length > 0 && !view.read_only;
    /** @type {[string, string, string, () => void, boolean][]} */
    const list = [];
    const humans = view.seats.filter((seat) => seat.kind === "person").length;
    const thinking =
      !this.over && view.seats.find((seat) => seat.number === this.scene?.status.seat)?.kind === "computer";
    if (thinking && mine) list.push(["i-now", "Move now", "M", () => this.act("move-now"), true]);
    if (mine) list.push(["i-back", "Take back", "U", () => this.act("take-back"), view.taken > 0]);
    if (mine && !thinking) list.push(["i-hint", "Hint", "H", () => this.askHint(), this.myTurn > 0]);
    list.push(["i-flip", "Flip", "F", () => this.flip(), true]);
    list.push(["i-list", "All steps", "L", () => this.openTab("steps", true), true]);
    if (mine && humans > 1 && this.title.seats.length > 1 && !this.over)
      list.push(["i-draw", "Offer draw", "", () => this.act("offer-draw"), true]);
    if (mine && this.title.seats.length > 1 && !this.over)
      list.push(["i-flag", "Resign", "", () => this.resign(), true]);
    list.push(["i-more", "More", "", () => this.more(), true]);
    this.acts.replaceChildren(
      ...list.map(([drawing, words, key, act, able]) =>
        h(
          "button",
          {
            type: "button",
            class: "btn",
            "aria-disabled": able ? null : "true",
            onclick: () => {
              if (able) act();
            },
            "data-act": words.toLowerCase().replace(" ", "-"),
          },
          icon(drawing),
          h("span", {}, words),
          key ? h("kbd", {}, key) : null,
        ),
      ),
    );
  }

  async resign() {
    const seat = this.mySeat;
    if (await confirm("Resign this game?", "Resign")) await this.act("resign", {}, seat);
  }

  more() {
    if (this.view) tableDialog(this.view, this.title, this.link, this.board, this.analysisAddress());
  }

  /** @param {number} seat */
  async satDown(seat) {
    speak(`You play ${this.seatName(seat)}.`);
    this.link.source?.close();
    this.link.source = null;
    this.view = null;
    await this.link.open();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (typing(event)) return;
    const nth = Number(event.key);
    if (nth >= 1 && nth <= 9) {
      const button = this.choices.querySelectorAll("button.choice[data-step]")[nth - 1];
      if (button instanceof HTMLElement) button.click();
      return;
    }
    const now = this.lookingBack?.nth ?? this.view?.taken ?? 0;
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => this.act("take-back"),
      h: () => this.askHint(),
      f: () => this.flip(),
      l: () => this.openTab("steps", true),
      m: () => this.act("move-now"),
      r: () => this.replayLast(),
      "?": () => helpDialog(),
      n: () => {
        keep("sound", !kept("sound", false));
        knock(false);
      },
      Escape: () => {
        if (this.choosing) this.choosing = null;
        this.board.back();
        this.slip.replaceChildren();
        this.say();
      },
      Enter: () => this.board.finish(),
      "[": () => this.lookBack(now - 1),
      "]": () => this.lookBack(now + 1),
      ",": () => this.lookBack(now - 1),
      ".": () => this.lookBack(now + 1),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || (event.key === "Enter" && event.target instanceof HTMLButtonElement)) return;
    if (event.key !== "Enter") event.preventDefault();
    act();
  }

  /** Shows the last turn once more. */
  async replayLast() {
    const { view } = this;
    if (!view || view.last.length === 0) return;
    const line = await this.wholeGame(view);
    const before = line.scenes?.[Math.max(0, view.taken - view.last.length)];
    if (this.view?.version !== view.version || !before) return;
    await this.board.show({ ...before, steps: [] }, { mayTouch: false });
    await this.board.show(view.scene, { last: view.last, moves: view.last, mayTouch: this.myTurn > 0 });
  }
}

/** Everything played, as the API reads it. @param {View} view */
const movesOf = (view) => view.turns.flatMap((turn) => turn.steps).join(" ");

/** Clause words are Markdown; a slip needs none of its marks. @param {string} words */
export const clean = (words) => words.replace(/\*\*?|`/g, "").replace(/\n+/g, " ");

export async function open() {
  const [, page, id = ""] = location.pathname.split("/");
  const watching = page === "watch";
  const fragment = new URLSearchParams(location.hash.slice(1));
  const moved = fragment.get("seat");
  /** @type {View} */
  const view = await get(`/api/tables/${id}`);
  if (moved && !watching) {
    // A seat link from another device: "2:token".
    const [seat, token] = moved.split(":");
    if (seat && token) hold(id, view.game, [{ seat: Number(seat), kind: "seat", token }]);
    history.replaceState(null, "", location.pathname);
  }
  const title = await get(`/api/games/${view.game}${query(view.options)}`);
  /** @type {Table | null} */
  let table = null;
  const link = new TableLink(
    id,
    {
      seen: (seen, moves) => table?.take(seen, moves),
      thought: (thought) => table && showThought(thought),
      line: (state) => table && showLine(/** @type {Table} */ (table), state),
    },
    watching,
  );
  table = new Table(title, link);
  await link.open();
  await table.showing;
}

/** @param {{depth: number, chance: number}} thought */
function showThought({ depth, chance }) {
  const bar = document.querySelector(".thinking-words");
  if (bar) bar.textContent = `${depth} turns ahead, ${Math.round(chance * 100)} %`;
}

/** @param {Table} table @param {string} state */
function showLine(table, state) {
  const words =
    state === "reconnecting" ? "Reconnecting…" : state === "gone" ? "This table has been cleared away." : "";
  if (table.state.textContent !== words) table.state.textContent = words;
}
