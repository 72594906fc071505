// Players: the list, ratings, and one player.

import { ask, channel, info } from "./api.js";
import { command, empty, fill, folded, notes, section } from "./blocks.js";
import { columns as columnChart, lines, resultBar } from "./chart.js";
import { el, name, replace, select } from "./dom.js";
import { completing, cutNote, exactly, filterBar, filterPairs, playerAddress } from "./filters.js";
import { GAMES, count, gameLabel, moveLabel, percent, years } from "./format.js";
import { gamesBlock } from "./games_list.js";
import { address, changed, go } from "./state.js";
import { pager, table } from "./table.js";

const LIST_ROWS = 50;
const Z95 = "95 % interval";

export async function page({ pieces, query }) {
  const { by_game: kinds, servers } = await info();
  const isRated = !servers;
  return pieces.length > 1
    ? new PlayerPage(pieces.slice(1).join("/"), kinds, isRated, query)
    : new PlayersPage(kinds, isRated, query);
}

const rate = (row) =>
  row.rate === null || row.rate === undefined
    ? "–"
    : el(
        "span",
        { title: `${Z95}: ${percent(row.rate_low)} to ${percent(row.rate_high)}` },
        percent(row.rate),
        el(
          "span",
          { class: "quiet interval" },
          ` ${Math.round(100 * row.rate_low)}–${Math.round(100 * row.rate_high)}`,
        ),
      );

/// Columns of results, as `stats` counts them.
function resultColumns() {
  return [
    { key: "games", label: "Games", number: true, cell: (row) => count(row.games) },
    {
      key: "wins",
      label: "Won / draw / lost",
      class: "bar",
      sort: false,
      cell: (row) => resultBar(row, ["Won", "Lost"]),
    },
    { key: "rate", label: "Rate", number: true, cell: rate },
  ];
}

function gameChoice(kinds, game, choose, none = null) {
  const rated = kinds.filter((row) => GAMES[row.game] && row.games > 0);
  if (rated.length < 2) return null;
  return select([...(none ? [["", none]] : []), ...rated.map((row) => [row.game, gameLabel(row.game)])], game, choose, {
    "aria-label": "Game",
  });
}

const mostOf = (kinds) => [...kinds].sort((a, b) => b.games - a.games).find((row) => GAMES[row.game])?.game ?? "go";

class PlayersPage {
  title = "Players";

  constructor(kinds, isRated, query) {
    this.kinds = kinds;
    this.isRated = isRated;
    this.asking = channel();
    this.bar = el("div", {});
    this.options = el("div", { class: "row wrap options" });
    this.host = el("div", {});
    this.find = this.findForm();
    this.node = el(
      "div",
      {},
      el("div", { class: "page-head" }, el("h1", {}, "Players"), this.options),
      this.find,
      this.bar,
      this.host,
    );
    this.update(query);
  }

  findForm() {
    const input = el("input", {
      type: "search",
      placeholder: "Name of a player",
      "aria-label": "Name of a player",
      maxlength: "2000",
    });
    return el(
      "form",
      {
        class: "row",
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          const text = input.value.trim().replace(/^=/, "");
          if (text) go(playerAddress(text));
        },
      },
      input,
      completing(input, "player"),
      el("button", {}, "Open"),
    );
  }

  update(query) {
    this.query = query;
    const to = (changes) => address("/players", changed(query, changes));
    const ratings = query.get("list") === "ratings";
    const game = query.get("game") ?? (ratings ? mostOf(this.kinds) : "");
    this.showOptions(ratings, game, to);
    replace(this.bar, filterBar({ path: "/players", query, without: ["game"] }));
    const sort = query.get("sort") ?? (ratings ? "-rating" : "-games");
    const offset = Number(query.get("offset")) || 0;
    const pairs = [
      ...question(query, ratings),
      ["sort", sort],
      ["offset", offset],
      ["limit", LIST_ROWS + 1],
      ...filterPairs(query, { without: ["game"] }),
      ...(game ? [["game", game]] : []),
    ];
    fill(
      this.host,
      () => this.asking("stats", pairs),
      (answer) => showAnswer(answer, { ratings, sort, offset, to }),
    );
  }

  showOptions(ratings, game, to) {
    replace(
      this.options,
      this.isRated &&
        select(
          [
            ["games", "by games and results"],
            ["ratings", "by rating"],
          ],
          ratings ? "ratings" : "games",
          (value) => go(to({ list: value === "ratings" ? value : null, sort: null, offset: null })),
          { "aria-label": "List" },
        ),
      gameChoice(
        this.kinds,
        game,
        (value) => go(to({ game: value || null, offset: null })),
        ratings ? null : "all games",
      ),
    );
  }
}

const PLAYER_COLUMN = {
  key: "player",
  label: "Player",
  head: true,
  cell: (row) => (row.player ? el("a", { href: playerAddress(row.player) }, name(row.player, 80)) : name(null)),
};
const MEAN_MOVES_COLUMN = {
  key: "mean_moves",
  label: "Moves",
  number: true,
  wide: true,
  cell: (row) => (row.mean_moves === null || row.mean_moves === undefined ? "–" : Math.round(row.mean_moves)),
};

/// What is asked of `stats` besides the filters.
function question(query, ratings) {
  if (!ratings) return [["by", "player"]];
  return [["ratings", 1], ...(query.get("min-games") ? [["min-games", query.get("min-games")]] : [])];
}

/// The list of players, and what belongs below it.
function showAnswer(answer, { ratings, sort, offset, to }) {
  const rows = answer.rows.slice(0, LIST_ROWS);
  if (!rows.length) return [empty("No player is known by name."), notes(answer)];
  const columns = ratings ? ratingColumns(answer.rows) : [...resultColumns(), MEAN_MOVES_COLUMN];
  return [
    table({
      caption: ratings ? "Players by rating" : "Players by results",
      hideCaption: true,
      rows,
      sort,
      href: (next) => to({ sort: next, offset: null }),
      columns: [PLAYER_COLUMN, ...columns],
    }),
    pager({
      offset,
      limit: LIST_ROWS,
      total: null,
      shown: Math.min(LIST_ROWS, answer.rows.length),
      href: (next) => to({ offset: next || null }),
    }),
    notes(answer),
    command(answer.command),
  ];
}

function ratingColumns(rows) {
  const groups = new Set(rows.map((row) => row.group)).size > 1;
  return [
    {
      key: "rating",
      label: "Rating",
      number: true,
      cell: (row) =>
        el(
          "span",
          { title: `${Z95}: ${row.rating - row.error} to ${row.rating + row.error}` },
          count(row.rating),
          el("span", { class: "quiet interval" }, ` ±${row.error}`),
        ),
    },
    { key: "games", label: "Games", number: true, cell: (row) => count(row.games) },
    {
      key: "wins",
      label: "Won / draw / lost",
      class: "bar",
      sort: false,
      cell: (row) => resultBar(row, ["Won", "Lost"]),
    },
    { key: "first_year", label: "Years", wide: true, cell: (row) => years(row.first_year, row.last_year) },
    groups && {
      key: "group",
      label: "Group",
      number: true,
      wide: true,
      cell: (row) =>
        el("span", { title: "Ratings of different groups cannot be compared: their players never met." }, row.group),
    },
  ].filter(Boolean);
}

class PlayerPage {
  constructor(player, kinds, isRated, query) {
    this.player = player;
    this.kinds = kinds;
    this.isRated = isRated;
    this.title = player.slice(0, 80);
    this.options = el("div", { class: "row wrap options" });
    this.bar = el("div", {});
    this.parts = el("div", { class: "cards" });
    this.games = gamesBlock("Games");
    this.node = el(
      "div",
      {},
      el("div", { class: "page-head" }, el("h1", {}, name(player, 200)), this.options),
      cutNote(player) && el("p", { class: "note" }, cutNote(player)),
      this.bar,
      this.parts,
      this.games.node,
    );
    this.update(query);
  }

  update(query) {
    const path = `/players/${encodeURIComponent(this.player)}`;
    const to = (changes) => address(path, changed(query, changes));
    const pairs = [["player", exactly(this.player)], ...filterPairs(query)];
    replace(
      this.options,
      gameChoice(
        this.kinds,
        query.get("game") ?? "",
        (value) => go(to({ game: value || null, offset: null })),
        "all games",
      ),
    );
    replace(this.bar, filterBar({ path, query, without: ["player", "game"] }));
    this.games.load(pairs, {
      query,
      href: to,
      several: !query.has("game"),
      what: cutNote(this.player) ?? "No game of a player with exactly this name.",
    });
    const key = JSON.stringify(pairs);
    if (key === this.loaded) return;
    this.loaded = key;
    replace(
      this.parts,
      this.results(pairs),
      this.byYear(pairs),
      this.table(pairs, "opponent", "Opponents", (value) => el("a", { href: playerAddress(value) }, name(value, 60))),
      this.openings(pairs, query),
      this.table(pairs, "event", "Events", (value) =>
        el("a", { href: to({ event: exactly(value), offset: null }) }, name(value, 60)),
      ),
      this.isRated && this.ratings(pairs, query),
    );
  }

  /// Results as either color: three small questions.
  results(pairs) {
    const host = el("div", {});
    const by = (more) => ask("stats", [["by", "player"], ["limit", 1], ...pairs, ...more]).then(({ rows }) => rows[0]);
    const own = exactly(this.player);
    fill(
      host,
      () => Promise.all([by([]), by([["black", own]]), by([["white", own]])]),
      (rows) => {
        const named = [
          ["All games", rows[0]],
          ["As Black or first", rows[1]],
          ["As White or second", rows[2]],
        ].filter(([, row]) => row);
        if (!named.length) return empty("No result is known.");
        return table({
          caption: "Results by color",
          hideCaption: true,
          rows: named.map(([label, row]) => ({ label, ...row })),
          columns: [{ label: "Seat", head: true, cell: (row) => row.label }, ...resultColumns()],
        });
      },
    );
    return section("Results", host);
  }

  byYear(pairs) {
    const host = el("div", {});
    fill(
      host,
      () => ask("stats", [["by", "year"], ...pairs]),
      (answer) => {
        const rows = answer.rows.filter((row) => row.year);
        if (!rows.length) return empty("No year is known.");
        const chart = columnChart(
          "Games by year: won, drawn, lost",
          rows.map((row) => ({
            label: row.year,
            title: `${row.year}: ${row.games} games, ${row.wins} won, ${row.losses} lost`,
            parts: [
              { value: row.wins, class: "won" },
              { value: row.draws, class: "drawn" },
              { value: row.losses, class: "lost" },
              { value: row.games - row.wins - row.draws - row.losses, class: "c-unknown" },
            ],
          })),
          150,
        );
        const part = folded("As a table", false, (inner) =>
          replace(
            inner,
            table({
              caption: "Games by year",
              hideCaption: true,
              rows,
              columns: [{ label: "Year", head: true, cell: (row) => row.year }, ...resultColumns()],
            }),
          ),
        );
        return [
          chart,
          el(
            "p",
            { class: "legend" },
            el("span", { class: "key won" }, "won"),
            el("span", { class: "key drawn" }, "drawn"),
            el("span", { class: "key lost" }, "lost"),
          ),
          part.node,
        ];
      },
    );
    return section("By year", host);
  }

  table(pairs, key, title, link) {
    const host = el("div", {});
    fill(
      host,
      () => ask("stats", [["by", key], ["sort", "-games"], ["limit", 15], ...pairs]),
      ({ rows, total }) =>
        rows.length
          ? [
              table({
                caption: title,
                hideCaption: true,
                rows,
                columns: [
                  { label: title, head: true, cell: (row) => (row[key] ? link(row[key]) : name(null)) },
                  ...resultColumns(),
                ],
              }),
              rows.length < total && el("p", { class: "note" }, `${rows.length} of ${count(total)}.`),
            ]
          : empty("None."),
    );
    return section(title, host);
  }

  openings(pairs, query) {
    const host = el("div", {});
    const game = query.get("game") ?? mostOf(this.kinds);
    const size = GAMES[game]?.size;
    fill(
      host,
      () =>
        ask("stats", [
          ["by", "opening"],
          ["sort", "-games"],
          ["limit", 10],
          ...pairs.filter(([key]) => key !== "game" && key !== "size"),
          ["game", game],
        ]),
      ({ rows, total }) => {
        const known = rows.filter((row) => row.opening);
        if (!known.length) return empty(`No ${gameLabel(game)} opening is known.`);
        const list = table({
          caption: `Openings in ${gameLabel(game)}`,
          hideCaption: this.kinds.length < 2,
          rows: known,
          columns: [
            {
              label: "First moves",
              head: true,
              cell: (row) =>
                el(
                  "a",
                  { href: address("/explore", { game, position: `moves:${row.opening}`, player: exactly(this.player) }) },
                  row.opening
                    .split(" ")
                    .map((move) => moveLabel(game, move, size))
                    .join(" "),
                ),
            },
            { label: "Games", number: true, cell: (row) => count(row.games) },
            { label: "Won / draw / lost", class: "bar", cell: (row) => resultBar(row, ["Won", "Lost"]) },
            { label: "Rate", number: true, cell: rate },
          ],
        });
        return [list, rows.length < total && el("p", { class: "note" }, `${rows.length} of ${count(total)}.`)];
      },
    );
    return section("Openings", host);
  }

  /// The player's rating over the years with its interval; all games of that kind are rated for it.
  ratings(pairs, query) {
    const host = el("div", {});
    const game = query.get("game") ?? mostOf(this.kinds);
    fill(
      host,
      () =>
        ask("stats", [
          ["ratings", 1],
          ["history", 1],
          ["game", game],
          ["player", exactly(this.player)],
        ]),
      (answer) => {
        const rows = answer.rows.filter(
          (row) => row.player === this.player || answer.rows.every((one) => one.player === row.player),
        );
        if (!rows.length)
          return empty(`Not rated in ${gameLabel(game)}: no dated game with a known opponent and result.`);
        const points = rows.map((row) => ({
          x: row.year,
          y: row.rating,
          low: row.rating - row.error,
          high: row.rating + row.error,
          title: `${row.year}: ${row.rating} ±${row.error}`,
        }));
        return [
          points.length > 1 && lines(`Rating by year with its ${Z95}`, [{ label: "rating", class: "c1", points }]),
          table({
            caption: `Rating in ${gameLabel(game)} by year, with half its ${Z95}`,
            rows,
            columns: [
              { label: "Year", head: true, cell: (row) => row.year },
              { label: "Rating", number: true, cell: (row) => count(row.rating) },
              { label: "±", number: true, cell: (row) => count(row.error) },
              { label: "Games", number: true, cell: (row) => count(row.games) },
            ],
          }),
          notes(answer),
        ];
      },
    );
    return section("Rating", host);
  }
}
