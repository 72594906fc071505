// Statistics: any keys, as a table and a chart of the same answer.

import { channel } from "./api.js";
import { command, empty, fill, notes } from "./blocks.js";
import { bars, columns as columnChart, resultBar } from "./chart.js";
import { el, field, name, replace, select } from "./dom.js";
import { exactly, filterBar, filterPairs } from "./filters.js";
import { count, gameLabel, percent } from "./format.js";
import { address, changed, go } from "./state.js";
import { table } from "./table.js";

const PATH = "/stats";
const KEYS = [
  ["player", "player"],
  ["opponent", "opponent"],
  ["pair", "pair"],
  ["event", "event"],
  ["place", "place"],
  ["year", "year"],
  ["month", "month"],
  ["result", "result"],
  ["win-by", "how it was won"],
  ["length", "length"],
  ["handicap", "handicap"],
  ["komi", "komi"],
  ["size", "board size"],
  ["rules", "rules"],
  ["opening", "opening"],
  ["game", "game"],
  ["source", "source"],
];
const ROWS = 200;
const MAX_ROWS = 1000;
const MAX_BARS = 15;
/// Columns that count or measure; all before them are keys.
const MEASURES = new Set(["games", "wins", "losses", "draws", "black", "white", "rate", "rate_low", "rate_high"]);
const isMeasure = (column) => MEASURES.has(column) || column.startsWith("mean_");

export async function page({ query }) {
  return new StatsPage(query);
}

class StatsPage {
  title = "Statistics";

  constructor(query) {
    this.asking = channel();
    this.options = el("div", { class: "row wrap options" });
    this.bar = el("div", {});
    this.host = el("div", {});
    this.node = el(
      "div",
      {},
      el("div", { class: "page-head" }, el("h1", {}, "Statistics"), this.options),
      this.bar,
      this.host,
    );
    this.update(query);
  }

  update(query) {
    const by = (query.get("by") ?? "year").split(",").filter(Boolean);
    const to = (changes) => address(PATH, changed(query, changes));
    this.showOptions(by, query, to);
    replace(this.bar, filterBar({ path: PATH, query }));
    const sort = query.get("sort");
    const pairs = [
      ["by", by.join(",")],
      ...(sort ? [["sort", sort]] : []),
      ["limit", Number(query.get("limit")) || ROWS],
      ...["opening-moves", "length-step"].filter((key) => query.get(key)).map((key) => [key, query.get(key)]),
      ...filterPairs(query),
    ];
    fill(
      this.host,
      () => this.asking("stats", pairs),
      (answer) => {
        if (!answer.rows.length) return [empty("No game matches."), notes(answer), command(answer.command)];
        const names = answer.columns ?? Object.keys(answer.rows[0]);
        return [
          chart(answer, names),
          this.table(answer.rows, names, sort, to),
          answer.rows.length < answer.total &&
            el(
              "p",
              { class: "note" },
              `${count(answer.rows.length)} of ${count(answer.total)} rows. `,
              answer.rows.length < MAX_ROWS &&
                el("a", { href: to({ limit: MAX_ROWS }) }, `Show up to ${count(MAX_ROWS)}`),
            ),
          downloads(pairs),
          notes(answer),
          command(answer.command),
        ];
      },
    );
  }

  showOptions(by, query, to) {
    const pick = (index) => (value) => {
      const keys = [...by];
      keys[index] = value;
      go(to({ by: [...new Set(keys.filter(Boolean))].join(","), sort: null }));
    };
    const number = (key, label) =>
      el("input", {
        type: "number",
        min: "1",
        value: query.get(key) ?? "",
        "aria-label": label,
        placeholder: label,
        class: "short",
        onchange: (event) => go(to({ [key]: event.target.value || null })),
      });
    replace(
      this.options,
      field("Count games by", select(KEYS, by[0], pick(0))),
      field("and by", select([["", "nothing else"], ...KEYS.filter(([key]) => key !== by[0])], by[1] ?? "", pick(1))),
      by.includes("opening") && number("opening-moves", "moves of an opening"),
      by.includes("length") && number("length-step", "moves a row"),
    );
  }

  table(rows, names, sort, to) {
    const keys = names.filter((key) => !isMeasure(key));
    const labels = names.includes("black") ? ["Black", "White"] : ["Won", "Lost"];
    return table({
      caption: `Games by ${keys.join(" and ")}`,
      rows,
      sort,
      href: (next) => to({ sort: next }),
      columns: [
        ...keys.map((key, index) => ({
          key,
          label: key.replaceAll("_", " "),
          head: index === 0,
          cell: (row) => valueCell(key, row[key]),
        })),
        { key: "games", label: "Games", number: true, cell: (row) => count(row.games) },
        { label: `${labels[0]} / draw / ${labels[1]}`, class: "bar", cell: (row) => resultBar(row, labels) },
        { key: "rate", label: "Rate", number: true, cell: (row) => percent(row.rate) },
        names.includes("rate_low") && {
          key: "rate_low",
          label: "95 % interval",
          number: true,
          wide: true,
          cell: (row) => (row.rate_low === null ? "–" : `${percent(row.rate_low)} to ${percent(row.rate_high)}`),
        },
        ...names
          .filter((key) => key.startsWith("mean_"))
          .map((key) => ({
            key,
            label: key.replaceAll("_", " "),
            number: true,
            wide: true,
            cell: (row) => (row[key] === null ? "–" : Number(row[key]).toFixed(1)),
          })),
      ].filter(Boolean),
    });
  }
}

/// Links to all rows as files.
function downloads(pairs) {
  return el(
    "p",
    { class: "row wrap" },
    ["csv", "ndjson"].map((form) =>
      el(
        "a",
        {
          class: "button small",
          href: address(
            `/api/v1/stats.${form}`,
            pairs.filter(([key]) => key !== "limit"),
          ),
          download: `stats.${form}`,
        },
        form.toUpperCase(),
      ),
    ),
  );
}

function valueCell(key, value) {
  if (value === null || value === undefined || value === "") return name(null);
  const filter = { player: "player", opponent: "player", event: "event", place: "place", source: "source" }[key];
  if (key === "game") return gameLabel(value);
  if (key === "year" || key === "month") return el("a", { href: address("/games", { date: value }) }, value);
  return filter
    ? el("a", { href: address("/games", { [filter]: exactly(value) }) }, name(value, 80))
    : name(String(value), 80);
}

/// The answer as a chart: columns where the key is a number or a date, else bars of the first rows.
function chart({ rows, total }, names) {
  const key = names[0];
  const one = names.filter((column) => !isMeasure(column)).length === 1;
  if (!one || rows.length < 2) return null;
  const byColor = names.includes("black");
  const [first, second] = byColor ? ["black", "white"] : ["wins", "losses"];
  const [firstClass, secondClass] = byColor ? ["black-won", "white-won"] : ["won", "lost"];
  const ordered = /year|month|length|komi|handicap/.test(key);
  const shown = rows.filter((row) => row[key] !== null && row[key] !== "").slice(0, ordered ? 400 : MAX_BARS);
  const drawn = shown.map((row) => ({
    label: String(row[key]),
    title: `${row[key]}: ${row.games} games`,
    parts: [
      { value: row[first], class: firstClass },
      { value: row.draws, class: "drawn" },
      { value: row[second], class: secondClass },
      { value: row.games - (row[first] ?? 0) - (row.draws ?? 0) - (row[second] ?? 0), class: "c-unknown" },
    ],
  }));
  const label = `Games by ${key}; the table below has the same numbers`;
  return el(
    "section",
    { class: "block" },
    ordered ? columnChart(label, drawn, 180) : bars(label, drawn),
    shown.length < total && el("p", { class: "note" }, `The chart shows ${shown.length} of ${count(total)} rows.`),
    el(
      "p",
      { class: "legend" },
      [
        [firstClass, byColor ? "Black won" : "won"],
        ["drawn", "drawn"],
        [secondClass, byColor ? "White won" : "lost"],
        ["c-unknown", "not known"],
      ].map(([kind, text]) => el("span", { class: `key ${kind}` }, text)),
    ),
  );
}
