// Sources, problems and rejects: plain lists.

import { channel } from "./api.js";
import { command, empty, fill, notes } from "./blocks.js";
import { el, name, replace } from "./dom.js";
import { exactly } from "./filters.js";
import { bytes, count } from "./format.js";
import { PAGE_ROWS } from "./games_list.js";
import { address, changed } from "./state.js";
import { pager, table } from "./table.js";

const game = (row) =>
  el(
    "a",
    { href: address(`/games/${row.game_id}`, row.ply === null || row.ply === undefined ? {} : { ply: row.ply }) },
    row.game_id,
  );
const words = (text) => (text ?? "").replaceAll("_", " ");

const LISTS = {
  sources: {
    title: "Sources",
    lead: "Files that were read, and what they gave. Every byte is accounted for: records, and what lay between them.",
    none: "Nothing was indexed yet.",
    columns: [
      { label: "Id", number: true, head: true, cell: (row) => row.id },
      {
        label: "Source",
        cell: (row) => el("a", { href: address("/games", { source: exactly(row.source) }) }, name(row.source, 200)),
      },
      { label: "State", cell: (row) => [row.state, row.damage && [": ", name(row.damage, 200)]] },
      { label: "Games", number: true, cell: (row) => count(row.games) },
      { label: "Records", number: true, wide: true, cell: (row) => count(row.records) },
      {
        label: "Rejects",
        number: true,
        cell: (row) => (row.rejects ? el("a", { href: address("/rejects") }, count(row.rejects)) : "0"),
      },
      { label: "Size", number: true, wide: true, cell: (row) => bytes(row.bytes) },
      { label: "Between records", number: true, wide: true, cell: (row) => bytes(row.junk_bytes) },
      { label: "Read", wide: true, cell: (row) => row.finished_at ?? "not finished" },
    ],
  },
  problems: {
    title: "Problems",
    lead: "Problems of records that were indexed nevertheless.",
    none: "No problem is known.",
    columns: [
      { label: "Game", number: true, head: true, cell: game },
      { label: "Move", number: true, cell: (row) => (row.ply === null ? "–" : row.ply) },
      { label: "Kind", cell: (row) => words(row.kind) },
      { label: "More", cell: (row) => row.message && name(row.message, 200) },
      { label: "Byte", number: true, wide: true, cell: (row) => count(row.offset) },
    ],
  },
  rejects: {
    title: "Rejects",
    lead: "Records that could not be indexed, and why. Their text is kept: ludex rejects --format original prints it.",
    none: "No record was rejected.",
    columns: [
      { label: "Source", head: true, cell: (row) => name(`${row.source}${row.member ? `!${row.member}` : ""}`, 200) },
      { label: "Byte", number: true, cell: (row) => count(row.offset) },
      { label: "Length", number: true, wide: true, cell: (row) => bytes(row.length) },
      { label: "Why", cell: (row) => [words(row.kind), row.message && [": ", name(row.message, 300)]] },
    ],
  },
};

export async function page({ pieces, query }) {
  return new ListPage(pieces[0], query);
}

class ListPage {
  constructor(kind, query) {
    this.kind = kind;
    this.list = LISTS[kind];
    this.title = this.list.title;
    this.asking = channel();
    this.host = el("div", {});
    this.heading = el("h1", {}, this.title);
    this.node = el("div", {}, this.heading, el("p", { class: "lead" }, this.list.lead), this.host);
    this.update(query);
  }

  update(query) {
    const offset = Number(query.get("offset")) || 0;
    const to = (next) => address(`/${this.kind}`, changed(query, { offset: next || null }));
    fill(
      this.host,
      () => this.asking(this.kind, [["limit", PAGE_ROWS], ...(offset ? [["offset", offset]] : [])]),
      (answer) => {
        if (answer.total !== undefined && answer.total !== null)
          replace(this.heading, `${this.title}: ${count(answer.total)}`);
        if (!answer.rows.length) return [empty(this.list.none), notes(answer)];
        return [
          table({ caption: this.title, hideCaption: true, rows: answer.rows, columns: this.list.columns }),
          pager({ offset, limit: PAGE_ROWS, total: answer.total, shown: answer.rows.length, href: to }),
          notes(answer),
          command(answer.command),
        ];
      },
    );
  }
}
