// A game's title page: its lid with all ways to play, where it comes from, its rules with figures.

import { get, keep, kept, plainQuery, sitDownAt } from "./api.js";
import { button, capital, h, icon, ownHtml, s } from "./dom.js";
import { picture } from "./draw.js";
import { progressOf } from "./progress.js";
import { bar, fill, LEVELS, plainWords, speak } from "./page.js";
import { clauseId, rulesPart } from "./rules.js";
import { clothOf, factsOf } from "./shelf.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").Options} Options */
/** @typedef {{kind: string, level?: number, name?: string}} Chair */

/** @param {string} label @param {HTMLElement} control */
function setting(label, control) {
  return h("label", { class: "setting" }, h("span", {}, label), control);
}

/** @param {[string, string][]} choices value and words @param {string} chosen */
function select(choices, chosen) {
  return h("select", {}, ...choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
}

/** The form on the lid. @param {Title} title */
function ways(title) {
  const seats = title.seats.length;
  const strength = select(
    LEVELS.map((word, nth) => [String(nth + 1), `${nth + 1}, ${word}`]),
    String(kept("level", 3)),
  );
  const names = title.seats;
  const side = select(
    [
      ["lot", "By lot"],
      ["first", `${names[0]}, first`],
      ["second", `${names[1] ?? ""}, second`],
    ],
    kept("side", "lot"),
  );
  const name = h("input", {
    type: "text",
    maxlength: 40,
    value: kept("name", ""),
    placeholder: "As others see you",
    autocomplete: "nickname",
  });
  const series = h("input", { type: "checkbox", checked: title.series > 1 });
  const options = title.options.map((option) => ({
    option,
    control: select(
      option.values.map((value) => [value, value.replaceAll("-", " ")]),
      title.chosen[option.name] ?? option.values[0] ?? "",
    ),
  }));
  const chosen = () => Object.fromEntries(options.map(({ option, control }) => [option.name, control.value]));
  const trouble = h("p", { class: "trouble", role: "alert" });

  /** @param {Chair[]} chairs @param {string} begins */
  const sit = async (chairs, begins = "first") => {
    keep("level", Number(strength.value));
    keep("side", side.value);
    keep("name", name.value);
    trouble.textContent = "";
    try {
      await sitDownAt(title.id, { options: chosen(), seats: chairs, begins, series: seats === 2 && series.checked });
    } catch (error) {
      trouble.textContent = plainWords(error);
    }
  };
  const me = () => ({ kind: "person", name: name.value.trim() });
  const computer = () => ({ kind: "computer", level: Number(strength.value) });
  const others = (/** @type {() => Chair} */ make) => names.slice(1).map(make);
  const begins = () => (seats === 2 ? side.value : "first");
  const analyse = () => {
    location.href = `/analyse/${title.id}${plainQuery(chosen(), title)}`;
  };

  const learn = title.goals
    ? h("a", { class: "btn", href: `/learn/${title.id}` }, icon("i-goal"), learnWords(title))
    : null;
  const buttons =
    seats === 1
      ? [
          button("Solve it", () => sit([me()]), "btn btn-first"),
          button("Watch it solved", () => sit([computer()])),
          button("Analyse", analyse),
        ]
      : [
          button(
            seats === 4 ? "Play three computers" : "Play the computer",
            () => sit([me(), ...others(computer)], begins()),
            "btn btn-first",
          ),
          button(seats === 4 ? "Friends, by link" : "A friend, by link", () =>
            sit([me(), ...others(() => ({ kind: "open" }))], begins()),
          ),
          button("On one screen", () => sit(names.map(() => ({ kind: "person" })))),
          button("Watch it play", () => sit(names.map(computer))),
          button("Analyse", analyse),
        ];
  const more = [
    h("a", { class: "btn", href: `/edit/${title.id}` }, "Set up a position"),
    h("a", { class: "btn", href: `/print/${title.id}` }, icon("i-print"), "Print"),
    title.puzzles > 0 ? h("a", { class: "btn", href: `/puzzles/${title.id}` }, "Puzzles") : null,
    title.records.length > 0 ? h("a", { class: "btn", href: "#records" }, "Printed games") : null,
  ];
  return h(
    "div",
    { class: "lid-ways" },
    h("div", { class: "ways" }, learn, ...buttons, ...more),
    trouble,
    seats > 1 ? setting("Strength", strength) : null,
    seats === 2 ? setting("You play", side) : null,
    setting("Your name", name),
    title.series > 1 ? setting(`A match of ${title.series} games`, series) : null,
    ...options.map(({ option, control }) =>
      h("div", {}, setting(capital(option.name), control), h("p", { class: "says soft" }, option.says)),
    ),
    seats === 4 ? mixed(title, strength, name, sit) : null,
  );
}

/** @param {Title} title */
function learnWords(title) {
  const { done, passed } = progressOf(title.id);
  return done.length + passed.length === 0 ? "Learn it in a few minutes" : "The lesson";
}

/** Four seats, any mix of people and computers. @param {Title} title @param {HTMLSelectElement} strength @param {HTMLInputElement} name @param {(chairs: Chair[]) => void} sit */
function mixed(title, strength, name, sit) {
  const kinds = title.seats.map((_, nth) =>
    select(
      [
        ["me", "Me, here"],
        ["here", "Somebody here"],
        ["open", "A friend, by link"],
        ["computer", "The computer"],
      ],
      nth === 0 ? "me" : "computer",
    ),
  );
  const chairs = () =>
    kinds.map((kind) => {
      if (kind.value === "computer") return { kind: "computer", level: Number(strength.value) };
      if (kind.value === "open") return { kind: "open" };
      return { kind: "person", name: kind.value === "me" ? name.value.trim() : "" };
    });
  return h(
    "details",
    { class: "mixed" },
    h("summary", {}, "Any mix of people and computers"),
    ...kinds.map((kind, nth) => setting(title.seats[nth] ?? "", kind)),
    button("Sit down", () => sit(chairs())),
  );
}

/** @param {Title} title */
function facts(title) {
  const [least, most] = title.minutes;
  const seats = ["", "One", "Two", "", "Four"][title.seats.length] ?? "";
  return h(
    "dl",
    { class: "facts-list" },
    h("dt", {}, "Source"),
    h("dd", {}, ownHtml(title.rules.source_html)),
    h("dt", {}, "Seats"),
    h("dd", {}, `${seats}: ${title.seats.join(", ")}`),
    h("dt", {}, "Takes"),
    h("dd", {}, `${least} to ${most} minutes; ${title.level}`),
    h("dt", {}, "Known"),
    h(
      "dd",
      {},
      title.known ? h("details", { class: "reveal" }, h("summary", {}, "Reveal"), title.known) : "Not solved.",
    ),
  );
}

/** What is proved, how, and how to repeat it; it comes after the page, because few ask for it. @param {Title} title @param {HTMLElement} list */
async function theorem(title, list) {
  /** @type {import("./types.d.ts").Theorem} */
  const proved = await get(`/api/games/${title.id}/theorem${location.search}`);
  const positions = `${proved.positions.toLocaleString("en")} positions are known`;
  const longest = proved.longest_win ? `; the longest win takes ${proved.longest_win} turns` : "";
  list.append(
    h("dt", {}, "Proved"),
    h(
      "dd",
      {},
      h(
        "details",
        { class: "reveal" },
        h("summary", {}, "Reveal"),
        h(
          "div",
          { class: "theorem" },
          h("p", {}, h("b", {}, proved.words)),
          h("p", {}, `${positions}${longest}. ${proved.method}`),
          h("p", {}, "To repeat it: ", h("code", {}, proved.command)),
          h("p", {}, h("a", { href: `/analyse/${title.id}${location.search}` }, "Study it with every value"), " (V)"),
        ),
      ),
    ),
  );
}

/** @param {Title} title */
function records(title) {
  if (title.records.length === 0) return null;
  return h(
    "section",
    { id: "records" },
    h("h2", {}, "Printed games"),
    h(
      "ul",
      { class: "record-list" },
      ...title.records.map((record) =>
        h(
          "li",
          {},
          h("a", { href: `/replay/${title.id}/${record.name}` }, record.title),
          " ",
          h(
            "span",
            { class: "soft" },
            [
              record.players.filter(Boolean).join(" and "),
              record.turns === 1 ? "one turn" : `${record.turns} turns`,
              record.result === "*" ? "" : record.result,
            ]
              .filter(Boolean)
              .join(", "),
          ),
        ),
      ),
    ),
  );
}

export async function open(id = "") {
  /** @type {Title} */
  const title = await get(`/api/games/${id}${location.search}`);
  const thumb = picture(title.id, title.board, title.pieces, { label: `The board of ${title.name}` });
  thumb.classList.add("thumb");
  const lid = h(
    "section",
    { class: `lid title-lid ${clothOf(title)}`, "aria-label": "Ways to play" },
    h(
      "div",
      { class: "lid-label" },
      document.querySelector(".title-lid h1"),
      s("svg", { class: "swelled", "aria-hidden": "true" }, s("use", { href: "#swelled", class: "ornament" })),
      h("p", { class: "sub" }, title.line),
      thumb,
      ways(title),
    ),
  );
  const [introduction, ...sections] = title.rules.sections;
  const opening = introduction && !introduction.heading ? introduction.parts : [];
  const rest = opening.length > 0 ? { ...title.rules, sections } : title.rules;
  const known = facts(title);
  const leaf = h(
    "article",
    { class: "leaf" },
    h("h2", {}, "Of the game"),
    ...opening.map((part, nth) => {
      const text = h("div", { class: nth === 0 ? "initial" : "" }, ownHtml(part.html));
      return text;
    }),
    known,
    records(title),
    h("h2", { id: "rules" }, "The rules"),
    rulesPart(title, rest, { figures: true }),
    h("h2", {}, "Rules of every game"),
    h("p", { class: "soft" }, "These stand behind all games."),
    rulesPart(title, title.common, { figures: false }),
  );
  fill(
    bar({
      name: title.name,
      more: factsOf(title).join(", "),
      links: [["Help", "/help"]],
    }),
    h("main", { class: "title-main" }, lid, leaf),
  );
  goToClause();
  addEventListener("hashchange", goToClause);
  // Without it the page is whole, too.
  await theorem(title, known).catch(() => {});
}

/** A link to a clause, such as #3.2, opens the page at it. */
function goToClause() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const clause = document.getElementById(/^\d/.test(wanted) ? clauseId(wanted) : wanted);
  if (!clause || !wanted) return;
  clause.classList.add("target");
  clause.scrollIntoView({ block: "center" });
  speak(clause.textContent ?? "");
}
