// Games: all filters, the count first, a sortable list, and how the found games divide.

import { begins, channel } from "./api.js";
import { failureText, fill } from "./blocks.js";
import { shareBar } from "./chart.js";
import { el, name, replace } from "./dom.js";
import { exactly, filterBar, filterPairs } from "./filters.js";
import { count, gameLabel } from "./format.js";
import { gamesBlock } from "./games_list.js";
import { address, changed } from "./state.js";

const PATH = "/games";
/// Divisions of the found games: key of `stats`, title, and the filter that one of its values sets.
const FACETS = [
  ["game", "Game", (value) => ({ game: value })],
  ["size", "Board", (value) => ({ size: value })],
  ["year", "Year", (value) => ({ date: value })],
  [
    "result",
    "Result",
    (value) =>
      /^[BW]\+$/.test(value) ? null : { result: value === "Draw" ? "draw" : value === "Void" ? "void" : value },
  ],
  ["event", "Event", (value) => ({ event: exactly(value) })],
];
const FACET_ROWS = 8;

export async function page({ query }) {
  return new GamesPage(query);
}

class GamesPage {
  title = "Games";

  constructor(query) {
    this.bar = el("div", {});
    this.games = gamesBlock("Games", { level: "h1" });
    this.downloads = el("div", {});
    this.trouble = el("div", {});
    this.facets = FACETS.map(([key, title, filter]) => ({
      key,
      title,
      filter,
      host: el("div", { class: "facet" }),
      asking: channel(),
    }));
    this.node = el(
      "div",
      {},
      this.bar,
      el(
        "div",
        { class: "with-facets" },
        el("div", {}, this.games.node, this.downloads),
        el(
          "aside",
          { "aria-label": "How these games divide" },
          this.facets.map(({ title, host }) => el("section", { class: "block" }, el("h2", {}, title), host)),
        ),
      ),
    );
    this.update(query);
  }

  update(query) {
    const pairs = filterPairs(query);
    const to = (changes) => address(PATH, changed(query, changes));
    replace(this.bar, filterBar({ path: PATH, query }));
    const hits = query.has("position") || query.has("pattern");
    this.games.load(pairs, { query, href: to, hits, several: !query.has("game") });
    const key = JSON.stringify(pairs);
    if (key !== this.facetsOf) {
      this.facetsOf = key;
      for (const facet of this.facets) this.loadFacet(facet, pairs, query);
    }
    const sort = query.get("sort");
    const anew = { shogi: "csa", crossword: "gcg" }[query.get("game")] ?? "sgf";
    const rows = [...pairs, ...(sort ? [["sort", sort]] : []), ["limit", 1000]];
    replace(
      this.downloads,
      el(
        "p",
        { class: "row wrap quiet" },
        "Rows, 1,000 at most:",
        ["csv", "json", "ndjson"].map((form) =>
          el(
            "a",
            { class: "button small", href: address(`/api/v1/games.${form}`, rows), download: `games.${form}` },
            form.toUpperCase(),
          ),
        ),
      ),
      el(
        "p",
        { class: "row wrap quiet" },
        "Records, all of them:",
        this.recordLink("as found", pairs, { format: "original" }),
        this.recordLink(anew.toUpperCase(), pairs, { format: anew }),
        this.recordLink("last positions (CGP)", pairs, { positions: "last" }),
      ),
      this.trouble,
    );
  }

  /// A file of records. Whether they fit into one the server says first.
  recordLink(label, pairs, parameters) {
    const target = address("/api/v1/export", [...Object.entries(parameters), ...pairs]);
    return el(
      "a",
      {
        class: "button small",
        href: target,
        download: "",
        onclick: async (event) => {
          event.preventDefault();
          replace(this.trouble);
          try {
            await begins(target);
            el("a", { href: target, download: "" }).click();
          } catch (error) {
            replace(this.trouble, failureText(error));
          }
        },
      },
      label,
    );
  }

  loadFacet({ key, host, filter, asking }, pairs, query) {
    fill(
      host,
      () => asking("stats", [["by", key], ["sort", "-games"], ["limit", FACET_ROWS], ...pairs]),
      ({ rows }) => {
        const most = Math.max(1, ...rows.map((row) => row.games));
        if (!rows.length) return el("p", { class: "empty" }, "none");
        return el(
          "ul",
          { class: "facet-rows" },
          rows.map((row) => {
            const value = row[key];
            const changes = value ? filter(value) : null;
            const text = value
              ? key === "game"
                ? gameLabel(value)
                : name(value, 40)
              : el("span", { class: "unknown" }, "not known");
            return el(
              "li",
              {},
              changes ? el("a", { href: address(PATH, changed(query, { offset: null, ...changes })) }, text) : text,
              el("span", { class: "number" }, count(row.games)),
              shareBar(row.games / most),
            );
          }),
        );
      },
    );
  }
}
