// The table of games, as several pages show it.

import { channel } from "./api.js";
import { command, empty, fill, notes } from "./blocks.js";
import { el, name } from "./dom.js";
import { nothingText } from "./filters.js";
import { count, gameLabel, plural } from "./format.js";
import { address, go } from "./state.js";
import { pager, table } from "./table.js";

export const PAGE_ROWS = 50;
export const LIST_COLUMNS =
  "id,game,size,kind,black,white,players,black_rank,white_rank,event,date,date_from,result,moves";

const gameAddress = (row) =>
  address(`/games/${row.id}`, row.ply !== undefined && row.ply !== null ? { ply: row.ply } : {});

function player(row, seat) {
  const known = row[seat];
  if (!known && !row.black && !row.white && row.players) {
    const all = row.players.split(", ");
    return seat === "black" ? name(all[0], 60) : all.length > 1 ? name(all.slice(1).join(", "), 60) : "";
  }
  const rank = row[`${seat}_rank`];
  return known
    ? [name(known, 60), rank && el("span", { class: "rank" }, " ", el("bdi", { dir: "auto" }, rank.slice(0, 8)))]
    : "";
}

/// \param answer  of `games`
/// \param several  true where games of different kinds may stand in the list
export function gamesTable(answer, { sort = null, href = null, caption = "Games", hits = false, several = false }) {
  const columns = [
    { key: "id", label: "Id", number: true, head: true, cell: (row) => el("a", { href: gameAddress(row) }, row.id) },
    {
      key: "date",
      sort: "date_from",
      label: "Date",
      class: "date",
      cell: (row) => row.date && el("bdi", { dir: "auto" }, row.date.slice(0, 24)),
    },
    { key: "black", label: "Black", cell: (row) => player(row, "black") },
    { key: "white", label: "White", cell: (row) => player(row, "white") },
    { key: "result", label: "Result", class: "result", cell: (row) => row.result && el("bdi", {}, row.result) },
    several && {
      key: "game",
      label: "Game",
      wide: true,
      cell: (row) =>
        `${gameLabel(row.game)}${row.size ? ` ${row.size}` : ""}${row.kind && row.kind !== "game" ? `, ${row.kind}` : ""}`,
    },
    { key: "event", label: "Event", wide: true, cell: (row) => row.event && name(row.event, 60) },
    { key: "moves", label: "Moves", number: true, wide: true, cell: (row) => count(row.moves) },
    hits && { key: "ply", label: "At move", number: true, cell: (row) => count(row.ply) },
    hits && { key: "hits", label: "Hits", number: true, wide: true, cell: (row) => count(row.hits) },
  ].filter(Boolean);
  const node = table({
    caption,
    columns,
    rows: answer.rows,
    sort,
    href,
    attributes: (row) => ({ class: "link", onclick: (event) => open(event, gameAddress(row)) }),
  });
  node.classList.add("games");
  return node;
}

/// A click anywhere in a row opens its game; marking text does not.
function open(event, target) {
  if (event.target.closest("a") || event.button || event.ctrlKey || event.metaKey || getSelection()?.toString()) return;
  go(target);
}

/// A list of games that loads itself.
/// \param pairs  the question's filters, as pairs
/// \param page   {query, href(changes)}: `offset` and `sort` are of the page's address
export function gamesBlock(title, { level = "h2" } = {}) {
  const host = el("div", { class: "games-host" });
  const asking = channel();
  const heading = el(level, {}, title);
  const node = el("section", { class: "block" }, heading, host);
  const load = (pairs, { query, href, hits = false, several = false, what, limit = PAGE_ROWS, counted = true }) => {
    const offset = Number(query.get("offset")) || 0;
    const sort = query.get("sort") ?? "";
    const question = [
      ...pairs,
      ["columns", LIST_COLUMNS],
      ["limit", limit],
      ...(offset ? [["offset", offset]] : []),
      ...(sort ? [["sort", sort]] : []),
    ];
    return fill(
      host,
      () => asking("games", question),
      (answer) => {
        heading.textContent = counted && answer.total ? `${title}: ${count(answer.total)}` : title;
        if (!answer.rows.length) return [empty(nothingText(answer, what)), notes(answer), command(answer.command)];
        const last = offset + answer.rows.length;
        const left = nothingText(answer, "").trim();
        return [
          gamesTable(answer, {
            sort,
            href: (next) => href({ sort: next, offset: null }),
            hits,
            several,
            caption: `${count(offset + 1)} to ${count(last)} of ${plural(answer.total, "game")}`,
          }),
          left && el("p", { class: "note" }, left),
          counted &&
            pager({
              offset,
              limit,
              total: answer.total,
              shown: answer.rows.length,
              href: (to) => href({ offset: to || null }),
            }),
          notes(answer),
          counted && command(answer.command),
        ];
      },
    );
  };
  return { node, load };
}
