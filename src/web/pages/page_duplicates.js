// Copies of games: clusters, and two games side by side.

import { ask, channel } from "./api.js";
import { command, empty, failureText, fill, notes } from "./blocks.js";
import { Board } from "./board.js";
import { button, el, name, replace } from "./dom.js";
import { filterBar, filterPairs, nothingText } from "./filters.js";
import { count, plural } from "./format.js";
import { PAGE_ROWS } from "./games_list.js";
import { icon } from "./icons.js";
import { address, changed, theme } from "./state.js";
import { pager, table } from "./table.js";

const PATH = "/duplicates";
/// What says nothing about whether two games are the same.
const NOT_COMPARED = new Set(["id", "offset", "length", "record_id", "date_from", "date_to", "width", "height"]);

export async function page({ query }) {
  return query.has("a") && query.has("b") ? Compared.open(query) : new Clusters(query);
}

class Clusters {
  title = "Duplicates";

  constructor(query) {
    this.asking = channel();
    this.bar = el("div", {});
    this.host = el("div", {});
    this.node = el(
      "div",
      {},
      el("h1", {}, "Duplicates"),
      el(
        "p",
        { class: "lead" },
        "Games that are copies of others, up to symmetry and colors exchanged. The first row of a cluster is the game that --unique keeps.",
      ),
      this.bar,
      this.host,
    );
    this.update(query);
  }

  update(query) {
    if (query.has("a")) return false;
    const to = (changes) => address(PATH, changed(query, changes));
    replace(this.bar, filterBar({ path: PATH, query }));
    const offset = Number(query.get("offset")) || 0;
    fill(
      this.host,
      () =>
        this.asking("duplicates", [
          ["limit", PAGE_ROWS],
          ...(offset ? [["offset", offset]] : []),
          ...filterPairs(query),
        ]),
      (answer) => {
        if (!answer.rows.length)
          return [empty(nothingText(answer, "No duplicates found.")), notes(answer), command(answer.command)];
        return [
          clusterTable(answer.rows),
          pager({
            offset,
            limit: PAGE_ROWS,
            total: answer.total,
            shown: answer.rows.length,
            href: (next) => to({ offset: next || null }),
          }),
          notes(answer),
          command(answer.command),
        ];
      },
    );
    return true;
  }
}

function clusterTable(rows) {
  const stands = new Map(); // the game that a cluster keeps
  for (const row of rows) if (!stands.has(row.cluster)) stands.set(row.cluster, row.id);
  return table({
    caption: "Clusters of copies",
    hideCaption: true,
    rows,
    attributes: (row) => ({ class: stands.get(row.cluster) === row.id ? "first-of-cluster" : null }),
    columns: [
      { label: "Cluster", number: true, cell: (row) => row.cluster },
      {
        label: "Game",
        number: true,
        head: true,
        cell: (row) => el("a", { href: address(`/games/${row.id}`) }, row.id),
      },
      { label: "Why", cell: (row) => row.why ?? "kept" },
      {
        label: "Compare",
        cell: (row) =>
          stands.get(row.cluster) === row.id
            ? ""
            : el("a", { href: address(PATH, { a: stands.get(row.cluster), b: row.id }) }, "side by side"),
      },
      { label: "Equal moves", number: true, wide: true, cell: (row) => count(row.equal_moves) },
      { label: "Moves", number: true, wide: true, cell: (row) => count(row.moves) },
      { label: "Date", class: "date", cell: (row) => row.date && el("bdi", {}, String(row.date).slice(0, 24)) },
      { label: "Black", cell: (row) => row.black && name(row.black, 60) },
      { label: "White", cell: (row) => row.white && name(row.white, 60) },
      { label: "Source", wide: true, cell: (row) => row.source && name(row.source, 60) },
    ],
  });
}

class Compared {
  title = "Two games side by side";

  static async open(query) {
    const ids = [Number(query.get("a")), Number(query.get("b"))];
    return new Compared(ids, await Promise.all(ids.map((id) => ask(`games/${id}`))));
  }

  constructor(ids, games) {
    this.ids = ids;
    this.games = games;
    this.last = Math.max(...games.map((one) => one.last_ply ?? 0));
    this.ply = this.last;
    this.boards = games.map(
      (one) =>
        new Board({
          label: `Game ${one.game.id}`,
          cursor: false,
          hint: false,
          on: { step: (by) => this.to(this.ply + by) },
        }),
    );
    this.slider = el("input", {
      type: "range",
      class: "slider",
      min: "0",
      max: this.last,
      value: this.ply,
      "aria-label": "Move",
      oninput: () => this.to(Number(this.slider.value)),
    });
    this.place = el("p", { class: "status" });
    this.node = el(
      "div",
      {},
      el("h1", {}, "Two games side by side"),
      this.controls(),
      el(
        "div",
        { class: "side-by-side" },
        games.map((one, index) =>
          el(
            "section",
            {},
            el("h2", {}, el("a", { href: address(`/games/${ids[index]}`) }, `Game ${ids[index]}`)),
            one.last_ply === null ? empty("No position is known.") : this.boards[index].element,
          ),
        ),
      ),
      this.differences(),
    );
    this.show();
  }

  controls() {
    return el(
      "div",
      { class: "viewer-controls" },
      this.slider,
      el(
        "div",
        { class: "controls" },
        [
          ["Start", "first", () => 0],
          ["Back", "back", () => this.ply - 1],
          ["Forward", "forward", () => this.ply + 1],
          ["End", "last", () => this.last],
        ].map(([label, symbol, ply]) =>
          button(icon(symbol), () => this.to(ply()), { class: "control", "aria-label": label, title: label }),
        ),
        this.place,
      ),
    );
  }

  update() {
    return false;
  }

  to(ply) {
    this.ply = Math.max(0, Math.min(this.last, ply));
    this.show();
  }

  key(event) {
    const steps = {
      ArrowLeft: this.ply - 1,
      ArrowRight: this.ply + 1,
      Home: 0,
      End: this.last,
      PageUp: this.ply - 10,
      PageDown: this.ply + 10,
    };
    if (steps[event.key] === undefined) return false;
    this.to(steps[event.key]);
    return true;
  }

  async show() {
    const ply = this.ply;
    this.slider.value = String(ply);
    this.place.textContent = `after ${plural(ply, "move")}`;
    await Promise.all(
      this.games.map(async (one, index) => {
        if (one.last_ply === null) return;
        try {
          const answer = await ask(`games/${this.ids[index]}/positions/${Math.min(ply, one.last_ply)}`, {
            svg: 1,
            theme: theme(),
          });
          if (ply === this.ply) this.boards[index].show(answer.svg);
        } catch (error) {
          replace(this.place, failureText(error));
        }
      }),
    );
  }

  differences() {
    const [a, b] = this.games.map((one) => one.game);
    const keys = Object.keys(a).filter((key) => !NOT_COMPARED.has(key) && (a[key] !== null || b[key] !== null));
    const differing = keys.filter((key) => a[key] !== b[key]);
    const rows = [...differing, ...keys.filter((key) => a[key] === b[key])];
    return table({
      caption: `${plural(differing.length, "field differs", "fields differ")}`,
      rows,
      attributes: (key) => ({ class: a[key] !== b[key] ? "differs" : null }),
      columns: [
        { label: "Field", head: true, cell: (key) => key.replaceAll("_", " ") },
        { label: `Game ${this.ids[0]}`, cell: (key) => value(a[key]) },
        { label: `Game ${this.ids[1]}`, cell: (key) => value(b[key]) },
        { label: "", cell: (key) => (a[key] !== b[key] ? "differs" : "") },
      ],
    });
  }
}

const value = (text) => (text === null || text === undefined ? "–" : name(String(text), 200));
