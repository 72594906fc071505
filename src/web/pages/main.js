// The frame of all pages: head, theme, keys, and which module draws which address.

import { info, isAborted } from "./api.js";
import { failureText } from "./blocks.js";
import { button, checkbox, el, replace, select } from "./dom.js";
import { address, here, listen, restoreScroll, settings } from "./state.js";

const PAGES = {
  "": () => import("./page_home.js"),
  explore: () => import("./page_explore.js"),
  pattern: () => import("./page_pattern.js"),
  players: () => import("./page_players.js"),
  stats: () => import("./page_stats.js"),
  duplicates: () => import("./page_duplicates.js"),
  sources: () => import("./page_lists.js"),
  problems: () => import("./page_lists.js"),
  rejects: () => import("./page_lists.js"),
  sql: () => import("./page_sql.js"),
  help: () => import("./page_help.js"),
};
const MAIN_LINKS = [
  ["/explore", "Explore"],
  ["/pattern", "Pattern"],
  ["/games", "Games"],
  ["/players", "Players"],
  ["/stats", "Statistics"],
];
const MORE_LINKS = [
  ["/duplicates", "Duplicates"],
  ["/sources", "Sources"],
  ["/problems", "Problems"],
  ["/rejects", "Rejects"],
  ["/sql", "SQL"],
  ["/help", "Help"],
];

// A cluster does not answer these.
const OF_FILES = new Set(["/pattern", "/duplicates", "/sources", "/problems", "/rejects", "/sql"]);

const main = document.getElementById("main");
let shown = { key: null, page: null };
let opening = 0;

function loaderOf({ pieces }) {
  const [first = ""] = pieces;
  if (first === "games")
    return pieces.length === 1
      ? () => import("./page_games.js")
      : pieces.length === 2 && /^\d+$/.test(pieces[1])
        ? () => import("./page_game.js")
        : null;
  return (pieces.length < 2 || first === "players") && Object.hasOwn(PAGES, first) ? PAGES[first] : null;
}

/// Draws what the address says: the page that is open gets the new query, another one is opened.
async function draw() {
  const place = here();
  const key = place.pieces.join("/");
  const turn = ++opening;
  markLinks(key);
  if (shown.key === key && shown.page.update(place.query, place) !== false) return;
  shown.page?.close?.();
  shown = { key: null, page: null };
  main.setAttribute("aria-busy", "true");
  try {
    const loader = loaderOf(place);
    if (!loader) throw new Error(`There is no page ${place.path}.`);
    const module = await loader();
    const page = await module.page(place);
    if (turn !== opening) {
      page.close?.();
      return;
    }
    shown = { key, page };
    replace(main, page.node);
    document.title = page.title ? `${page.title} · Ludex` : "Ludex";
    restoreScroll();
    if (turn > 1) main.focus({ preventScroll: true });
  } catch (error) {
    if (isAborted(error) || turn !== opening) return;
    document.title = "Ludex";
    replace(main, el("h1", {}, "This page cannot be shown"), failureText(error, draw));
  } finally {
    if (turn === opening) main.removeAttribute("aria-busy");
  }
}

function markLinks(key) {
  const first = `/${key.split("/")[0]}`;
  for (const link of document.querySelectorAll("header a[data-path]")) {
    if (link.dataset.path === first) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function drawHead() {
  const links = (list) => list.map(([path, label]) => el("a", { href: address(path), "data-path": path }, label));
  const more = el(
    "details",
    { class: "more" },
    el("summary", {}, "More"),
    el(
      "div",
      { class: "menu" },
      links(MORE_LINKS),
      el("hr", {}),
      select(
        [
          ["auto", "theme: as the system"],
          ["light", "light"],
          ["dark", "dark"],
        ],
        settings.get("theme", "auto"),
        (value) => settings.set("theme", value),
        { "aria-label": "Theme" },
      ),
      checkbox("the wheel steps over boards", settings.get("wheel", "on") !== "off", (on) =>
        settings.set("wheel", on ? "on" : "off"),
      ),
      button("Keys (?)", showKeys),
    ),
  );
  document.addEventListener("click", (event) => {
    if (!more.contains(event.target) || event.target.closest("a")) more.open = false;
  });
  more.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    more.open = false;
    more.firstChild.focus();
  });
  replace(
    document.getElementById("top"),
    el("a", { class: "brand", href: address("/") || "/" }, "Ludex"),
    el("nav", { "aria-label": "Pages" }, links(MAIN_LINKS), more),
  );
}

/// Leaves out what the server does not offer.
async function fitHead() {
  const { servers } = await info().catch(() => ({ servers: null }));
  if (!servers) return;
  for (const link of document.querySelectorAll("header a[data-path]")) {
    if (OF_FILES.has(link.dataset.path)) link.remove();
  }
}

async function showKeys() {
  const { keyTable } = await import("./page_help.js");
  const dialog = el(
    "dialog",
    { "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    keyTable(),
    button("Close", () => dialog.close()),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function drawTheme() {
  const chosen = settings.get("theme", "auto");
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}

/// Keys that a field, a list or a button needs stay theirs.
function onKey(event) {
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]")
  )
    return;
  const target = event.target;
  if (target.closest("input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]")) return;
  if (target.matches?.("input[type=range]") && event.key.startsWith("Arrow")) return;
  if (event.key === " " && target.closest("button, a, summary, input")) return;
  if (event.key === "?") {
    showKeys();
  } else if (event.key === "/") {
    main.querySelector("input[type=search], input[type=text], textarea")?.focus();
  } else if (!shown.page?.key?.(event)) {
    return;
  }
  event.preventDefault();
}

function redraw() {
  drawTheme();
  if (shown.page) shown.page.update(here().query, here());
}

drawTheme();
drawHead();
fitHead();
listen(draw);
document.addEventListener("keydown", onKey);
addEventListener("ludex-setting", ({ detail }) => {
  if (detail.key === "theme" || detail.key === "pieces" || detail.key.startsWith("view-")) redraw();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
draw();
