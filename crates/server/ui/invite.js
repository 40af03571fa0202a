// Sitting down with somebody else: the invitation, the chair that is taken by a press, and all that can be
// done with a table besides playing.

import { get, heldKeys, hold, keep, kept, letGo, newKey, post, remove, seatKeys } from "./api.js";
import { button, h, s } from "./dom.js";
import { boardFiles } from "./files.js";
import { PACES, pace } from "./motion.js";
import { confirm, copyButton, dialog, LEVELS, plainWords } from "./page.js";

/** @typedef {import("./types.d.ts").Title} Title */
/** @typedef {import("./types.d.ts").View} View */
/** @typedef {import("./types.d.ts").House} House */
/** @typedef {import("./link.js").TableLink} TableLink */

/** What the one who invited sees until everybody sits. @param {View} view @param {string} id @param {Title} title */
export function invitation(view, id, title) {
  const invites = heldKeys(id).filter((key) => key.kind === "invite" && view.seats[key.seat - 1]?.kind === "open");
  if (invites.length === 0) return null;
  return h(
    "div",
    { class: "invite" },
    ...invites.map((key) =>
      h(
        "div",
        {},
        h("p", {}, "Send this link to whoever plays ", h("b", {}, title.seats[key.seat - 1] ?? ""), ":"),
        linkRow(`/play/${id}#join=${key.token}`),
      ),
    ),
  );
}

/** A link with a way to copy it, a picture to point a phone at, and plain words on how far it reaches. @param {string} path */
function linkRow(path) {
  const shown = h("input", {
    type: "text",
    readonly: true,
    value: location.origin + path,
    "aria-label": "The link",
    onclick: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
  });
  const reach = h("p", { class: "soft" });
  const row = h(
    "div",
    { class: "invite-row" },
    h("span", { class: "field" }, shown),
    copyButton("Copy the link", () => shown.value),
    button("Show as QR code", () => qr(shown.value)),
    reach,
  );
  get("/api/house")
    .then((/** @type {House} */ house) => {
      const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
      const [address] = house.addresses;
      if (local && house.lan && address) shown.value = address + path;
      else if (local) {
        reach.append("This link works on this computer only. ");
        if (house.here) {
          reach.append(
            h(
              "button",
              {
                class: "btn btn-small",
                onclick: async () => {
                  try {
                    /** @type {House} */
                    const opened = await post("/api/house/open", {});
                    const [first] = opened.addresses;
                    if (first) shown.value = first + path;
                    reach.textContent = first
                      ? "The link now works everywhere in the house."
                      : "No house network was found on this computer.";
                  } catch (error) {
                    reach.textContent = plainWords(error);
                  }
                },
              },
              "Open to the house network",
            ),
          );
        }
      }
    })
    .catch(() => {});
  return row;
}

/** Drawn here: the link carries a key that no server and no log should see. @param {string} text */
async function qr(text) {
  const { qrModules, qrPath } = await import("./qr.js");
  const modules = qrModules(text);
  const picture = modules && qrPath(modules);
  dialog(
    "Point a phone at this",
    picture &&
      s(
        "svg",
        {
          class: "qr",
          role: "img",
          "aria-label": `QR code of ${text}`,
          viewBox: `0 0 ${picture.width} ${picture.width}`,
          width: 280,
          height: 280,
          "shape-rendering": "crispEdges",
        },
        s("path", { d: picture.path }),
      ),
    h("p", { class: "soft" }, text),
  );
}

/**
 * The chair for whoever came by the link. A press takes it, a mere visit does not.
 * @param {View} view
 * @param {TableLink} link
 * @param {(seat: number) => void} satDown
 */
export function sitDown(view, link, satDown) {
  const token = new URLSearchParams(location.hash.slice(1)).get("join");
  if (!token || link.mine.length > 0) return null;
  if (!view.seats.some((seat) => seat.kind === "open"))
    return h("p", { class: "soft" }, "Everybody sits already; you are watching.");
  const existing = document.querySelector(".sit-down");
  if (existing) return /** @type {HTMLElement} */ (existing);
  const name = h("input", {
    type: "text",
    maxlength: 40,
    value: kept("name", ""),
    placeholder: "Your name",
    "aria-label": "Your name",
    autocomplete: "nickname",
  });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const key = newKey();
  return h(
    "form",
    {
      class: "sit-down",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        keep("name", name.value);
        try {
          const claimed = await post(`/api/tables/${view.id}/claim`, { name: name.value.trim(), key }, token);
          hold(view.id, view.game, [{ seat: claimed.seat, kind: "seat", token: claimed.token }]);
          history.replaceState(null, "", location.pathname);
          satDown(claimed.seat);
        } catch (error) {
          trouble.textContent = plainWords(error);
        }
      },
    },
    h("span", { class: "field" }, name),
    h("button", { type: "submit", class: "btn btn-first" }, "Sit down and play"),
    trouble,
  );
}

/**
 * Everything else that can be done with a table.
 * @param {View} view
 * @param {Title} title
 * @param {TableLink} link
 * @param {import("./board.js").TouchBoard} board
 * @param {string} analysis
 */
export function tableDialog(view, title, link, board, analysis) {
  const record = () => get(`/api/tables/${view.id}/record`);
  const seats = seatKeys(view.id);
  const sound = h("input", {
    type: "checkbox",
    checked: kept("sound", false),
    onchange: () => keep("sound", sound.checked),
  });
  const box = dialog(
    "This table",
    h(
      "div",
      { class: "dialog-grid" },
      h("a", { class: "btn", href: analysis }, "Analyse from here"),
      copyButton("Copy the position", view.scene.position),
      copyButton("Copy the record", record),
      h("a", { class: "btn", href: `/api/tables/${view.id}/record`, download: `${view.game}.txt` }, "Save the record"),
      ...boardFiles(board, view.game),
      copyButton("Copy a link to watch", `${location.origin}/watch/${view.id}`),
      ...seats.map((key) =>
        copyButton(
          `Copy my seat link (${title.seats[key.seat - 1]})`,
          `${location.origin}/play/${view.id}#seat=${key.seat}:${key.token}`,
        ),
      ),
    ),
    h("label", { class: "setting" }, h("span", {}, "A soft wooden knock with each step"), sound),
    h("label", { class: "setting" }, h("span", {}, "How men move"), paceChoice()),
    link.mine.length > 0 ? giveSeats(view, link, () => box.close()) : null,
    seats.length > 0
      ? h(
          "p",
          {},
          button("Clear this table away", async () => {
            box.close();
            if (!(await confirm("Clear this table away for good? Nobody can open it again.", "Clear it away"))) return;
            await remove(`/api/tables/${view.id}`, seats[0]?.token ?? null);
            letGo([view.id]);
            location.href = "/";
          }),
        )
      : null,
  );
}

/** How quickly men move. */
function paceChoice() {
  const control = h(
    "select",
    { onchange: () => keep("pace", Number(control.value)) },
    ...PACES.map(([value, words]) => h("option", { value, selected: value === pace() }, words)),
  );
  return control;
}

/** A seat whose person never returns can be given to the computer. @param {View} view @param {TableLink} link @param {() => void} done */
function giveSeats(view, link, done) {
  const absent = view.seats.filter(
    (seat) => !link.mine.includes(seat.number) && (seat.kind === "open" || (seat.kind === "person" && !seat.present)),
  );
  if (absent.length === 0 || view.scene.status.type === "over") return null;
  const level = h(
    "select",
    { "aria-label": "Strength" },
    ...LEVELS.map((word, nth) => h("option", { value: nth + 1, selected: nth === 3 }, word)),
  );
  const trouble = h("p", { class: "trouble", role: "alert" });
  return h(
    "div",
    {},
    h("p", {}, "Somebody is not here. Let the computer play on:"),
    level,
    ...absent.map((seat) =>
      button(`for ${seat.called}`, async () => {
        try {
          await link.act(link.mine[0] ?? 0, "give-to-computer", { seat: seat.number, level: Number(level.value) });
          done();
        } catch (error) {
          trouble.textContent = plainWords(error);
        }
      }),
    ),
    trouble,
  );
}
