// SQL over the views, read-only, with examples.

import { channel, info } from "./api.js";
import { command, empty, fill, notes } from "./blocks.js";
import { el, freshId, name, replace } from "./dom.js";
import { count } from "./format.js";
import { address, go } from "./state.js";
import { table } from "./table.js";

const MAX_ADDRESS = 7000;
const EXAMPLES = [
  ["Events with most games", "SELECT event, count(*) AS games FROM games GROUP BY event ORDER BY games DESC LIMIT 20"],
  ["Longest games", "SELECT id, black, white, date, moves FROM games ORDER BY moves DESC LIMIT 20"],
  [
    "Results by komi",
    "SELECT komi, count(*) AS games, sum(winner = 'B') AS black, sum(winner = 'W') AS white FROM games WHERE game = 'go' GROUP BY komi ORDER BY komi",
  ],
  [
    "Games in each decade",
    "SELECT substr(date_from, 1, 3) || '0s' AS decade, count(*) AS games FROM games WHERE date_from IS NOT NULL GROUP BY decade ORDER BY decade",
  ],
  [
    "Players and their results",
    "SELECT person, count(*) AS games, sum(outcome = 'win') AS won, sum(outcome = 'loss') AS lost FROM game_players WHERE person IS NOT NULL GROUP BY person ORDER BY games DESC LIMIT 30",
  ],
  [
    "Head to head",
    "SELECT a.person, b.person AS opponent, count(*) AS games, sum(a.outcome = 'win') AS won FROM game_players a JOIN game_players b USING (game_id) WHERE a.seat = 1 AND b.seat = 2 GROUP BY 1, 2 HAVING games > 1 ORDER BY games DESC",
  ],
  [
    "Where a position occurred",
    "SELECT players, date, ply FROM ludex_positions('moves:dd pp') JOIN games ON games.id = game_id",
  ],
  [
    "Kinds of problems",
    "SELECT kind, count(*) AS problems, count(DISTINCT game_id) AS games FROM problems GROUP BY kind ORDER BY problems DESC",
  ],
  [
    "Same text twice",
    "SELECT min(id) AS first, count(*) AS times, record_hash FROM records GROUP BY record_hash HAVING times > 1 ORDER BY times DESC LIMIT 20",
  ],
  ["Comments of a game", "SELECT ply, comment FROM ludex_comments(1)"],
];
const SCHEMA = [
  [
    "games",
    "id, game, kind, size, black, white, players, event, place, date, date_from, date_to, result, winner, win_by, margin, komi, handicap, rules, moves, source, …",
  ],
  ["game_players", "game_id, seat, color, name, person, rank, rating, team, score, outcome"],
  ["properties", "game_id, ident, value"],
  ["problems", "game_id, ply, kind, offset, message"],
  ["records", "id, source, member, offset, length, record_hash, rejected"],
  ["rejects", "source, member, offset, length, kind, message"],
  ["sources", "id, source, bytes, state, records, games, rejects, junk_bytes, …"],
  ["ludex_positions(P)", "game_id, ply, orientation, next_move"],
  ["ludex_next_moves(P)", "move, games, visits, first_wins, second_wins, draws, score, …"],
  ["ludex_pattern(P, options)", "game_id, ply, place, orientation, colors, next_move"],
  ["ludex_moves(game_id)", "ply, seat, move, seconds_spent, comment, value, points, rack, …"],
  ["ludex_comments(game_id)", "node, ply, name, comment"],
  ["ludex_marks(game_id)", "node, ply, ident, point, to_point, text"],
];

export async function page({ query }) {
  return new SqlPage(await info(), query);
}

function examplesAndViews() {
  return el(
    "aside",
    { "aria-label": "Examples and tables" },
    el(
      "section",
      { class: "block" },
      el("h2", {}, "Examples"),
      el(
        "ul",
        { class: "plain" },
        EXAMPLES.map(([label, sql]) => el("li", {}, el("a", { href: address("/sql", { sql }) }, label))),
      ),
    ),
    el(
      "section",
      { class: "block" },
      el("h2", {}, "Views and functions"),
      el(
        "dl",
        { class: "schema" },
        SCHEMA.map(([view, columns]) => [el("dt", {}, el("code", {}, view)), el("dd", {}, columns)]),
      ),
    ),
  );
}

class SqlPage {
  title = "SQL";

  constructor(facts, query) {
    this.asking = channel();
    this.host = el("div", {});
    const id = freshId("sql");
    this.text = el("textarea", { id, rows: "6", spellcheck: "false", autocapitalize: "none", maxlength: "60000" });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    });
    const form = el(
      "form",
      {
        class: "sql",
        onsubmit: (event) => {
          event.preventDefault();
          this.run();
        },
      },
      el("label", { for: id }, "One statement that reads (Ctrl+Enter runs it)"),
      this.text,
      el("div", { class: "row" }, el("button", { class: "primary" }, "Run")),
    );
    this.node = el(
      "div",
      {},
      el("h1", {}, "SQL"),
      facts.sql === false
        ? empty(
            "SQL is disabled here. It is enabled if the server listens on this computer only or was started with --sql.",
          )
        : [
            el(
              "div",
              { class: "with-facets" },
              el("div", {}, form, this.host),
              examplesAndViews(),
            ),
          ],
    );
    this.update(query);
  }

  run() {
    const sql = this.text.value.trim();
    if (!sql) return;
    const target = address("/sql", { sql });
    if (target.length < MAX_ADDRESS && target !== location.pathname + location.search) go(target);
    else this.load(sql);
  }

  update(query) {
    const sql = query.get("sql") ?? "";
    this.text.value = sql;
    if (sql) this.load(sql);
    else replace(this.host);
  }

  load(sql) {
    fill(
      this.host,
      () => this.asking("sql", { sql }),
      (answer) => {
        const gameAt = answer.columns.findIndex((column) => column === "game_id");
        const idAt = answer.columns.findIndex((column) => column === "id");
        const cell = (index) => (row) => {
          const value = row[index];
          if (value === null) return el("span", { class: "unknown" }, "NULL");
          if (index === gameAt || (index === idAt && answer.columns.includes("players")))
            return el("a", { href: address(`/games/${value}`) }, value);
          return typeof value === "number" ? String(value) : name(String(value), 500);
        };
        return [
          answer.rows.length
            ? table({
                caption: `${count(answer.rows.length)} rows${answer.truncated ? ", cut here" : ""}${answer.ms === undefined ? "" : ` in ${answer.ms} ms`}`,
                rows: answer.rows,
                columns: answer.columns.map((label, index) => ({
                  label,
                  cell: cell(index),
                  number: answer.rows.every((row) => row[index] === null || typeof row[index] === "number"),
                })),
              })
            : empty("No rows."),
          el(
            "p",
            { class: "row wrap" },
            ["csv", "ndjson"].map((form) =>
              el(
                "a",
                { class: "button small", href: address(`/api/v1/sql.${form}`, { sql }), download: `answer.${form}` },
                form.toUpperCase(),
              ),
            ),
          ),
          notes(answer),
          command(answer.command),
        ];
      },
    );
  }
}
