// What the database holds, and ways in.

import { info } from "./api.js";
import { empty } from "./blocks.js";
import { el, name, replace } from "./dom.js";
import { completing, playerAddress } from "./filters.js";
import { bytes, count, gameLabel, plural, years } from "./format.js";
import { address, go } from "./state.js";
import { table } from "./table.js";
import { gamesBlock } from "./games_list.js";

const LOOKS_LIKE_POSITION = /^(moves:|sgf:|sfen |@\d|\(;)|\/.*\/.*\//;

export async function page() {
  return new HomePage(await info());
}

class HomePage {
  title = "";

  constructor(facts) {
    this.games = gamesBlock("Games added last");
    const first = [...facts.by_game].sort((a, b) => b.games - a.games)[0];
    this.node = el(
      "div",
      {},
      el(
        "div",
        { class: "hero" },
        el("h1", {}, name(facts.name, 80)),
        el(
          "p",
          { class: "lead" },
          facts.games
            ? [
                plural(facts.games, "game"),
                facts.positions ? ` with ${plural(facts.positions, "position")}` : "",
                facts.servers ? ` on ${plural(facts.servers, "server")}` : ` from ${plural(facts.sources, "source")}`,
              ]
            : "This database is empty.",
        ),
        this.searchForm(),
      ),
      facts.games
        ? [
            el(
              "nav",
              { class: "doors", "aria-label": "Ways in" },
              doors(first?.game ?? "go", facts.servers).map(([path, title, text]) =>
                el("a", { class: "door", href: path }, el("strong", {}, title), el("span", {}, text)),
              ),
            ),
            this.kinds(facts),
            this.games.node,
          ]
        : empty("Add records with: ludex index games.db archive.tar.gz; then load this page again."),
      this.facts(facts),
    );
    this.update();
  }

  update() {
    this.games.load([], {
      query: new URLSearchParams([["sort", "-id"]]),
      several: true,
      limit: 10,
      counted: false,
      href: (changes) => address("/games", Object.fromEntries(Object.entries(changes).filter(([, value]) => value))),
    });
  }

  searchForm() {
    const input = el("input", {
      type: "search",
      "aria-label": "Player, event, words or a position",
      placeholder: "Player, event, words, or a position",
      maxlength: "4000",
      autocomplete: "off",
    });
    const kind = el(
      "select",
      { "aria-label": "What to search" },
      [
        ["player", "Player"],
        ["event", "Event"],
        ["text", "Words"],
        ["position", "Position"],
      ].map(([value, label]) => el("option", { value }, label)),
    );
    return el(
      "form",
      {
        class: "row big-search",
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          const text = input.value.trim();
          if (!text) return;
          if (kind.value === "position" || LOOKS_LIKE_POSITION.test(text)) go(address("/explore", { position: text }));
          else if (kind.value === "player" && text.startsWith("=")) go(playerAddress(text.slice(1)));
          else go(address("/games", { [kind.value]: text }));
        },
      },
      kind,
      input,
      completing(input, "player"),
      el("button", { class: "primary" }, "Search"),
    );
  }

  kinds({ by_game: rows }) {
    return el(
      "section",
      { class: "block" },
      el("h2", {}, "What is inside"),
      table({
        caption: "Games by kind",
        hideCaption: true,
        rows: [...rows].sort((a, b) => b.games - a.games),
        columns: [
          {
            label: "Game",
            head: true,
            cell: (row) => el("a", { href: address("/games", { game: row.game }) }, gameLabel(row.game)),
          },
          { label: "Games", number: true, cell: (row) => count(row.games) },
          rows.some((row) => row.first_year) && {
            label: "Years",
            cell: (row) => years(row.first_year, row.last_year) || "not known",
          },
          {
            label: "",
            cell: (row) => [
              el("a", { href: address("/explore", { game: row.game }) }, "explore"),
              " · ",
              el("a", { href: address("/players", { game: row.game }) }, "players"),
              " · ",
              el("a", { href: address("/stats", { game: row.game }) }, "statistics"),
            ],
          },
        ].filter(Boolean),
      }),
    );
  }

  facts(facts) {
    const rows = [
      [facts.servers ? "On disk" : "File", bytes(facts.file_bytes)],
      ["Records", count(facts.records)],
      ["Rejected", rejected(facts)],
      ["Problems", facts.servers ? null : el("a", { href: address("/problems") }, "list")],
      ["Last added", facts.last_added],
      ["Ludex", facts.version],
    ];
    return el(
      "section",
      { class: "block" },
      el("h2", {}, "The database"),
      replace(
        el("dl", { class: "facts" }),
        rows.filter(([, value]) => value).map(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]),
      ),
    );
  }
}

function rejected({ rejects, servers }) {
  if (!rejects) return "none";
  return servers ? count(rejects) : el("a", { href: address("/rejects") }, count(rejects));
}

function doors(game, servers) {
  return [
    [address("/explore", { game }), "Explore", "the moves that were played next, on a board"],
    servers ? null : [address("/pattern", { game }), "Pattern", "a part of a board, anywhere"],
    [address("/games"), "Games", "all filters, sortable"],
    [address("/players"), "Players", servers ? "results" : "results and ratings"],
    [address("/stats"), "Statistics", "counts by any key, with charts"],
  ].filter(Boolean);
}
