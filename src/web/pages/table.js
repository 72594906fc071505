// Tables: a caption, headers that sort, numbers on the right, a row of sums.

import { el, freshId } from "./dom.js";

/// \param columns  {key, label, number, wide (left out on narrow screens), sort (false: no header
///                 button), cell(row)}; without `cell` the value under `key` is shown as text.
/// \param sort     what the rows are sorted by: "key" or "-key"; null where they cannot be sorted
/// \param href     (sort) -> address of the same page sorted so
/// \param sums     a last row, as `rows`
/// \param attributes  (row) -> attributes of its <tr>
export function table({
  caption,
  columns,
  rows,
  sort = null,
  href = null,
  sums = null,
  attributes = null,
  hideCaption = false,
}) {
  const id = freshId("caption");
  const body = el(
    "tbody",
    {},
    rows.map((row) =>
      el(
        "tr",
        attributes?.(row) ?? {},
        columns.map((column) => cell(column, row)),
      ),
    ),
  );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": id },
    el(
      "table",
      {},
      el("caption", { id, class: hideCaption ? "spoken" : null }, caption),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          columns.map((column) => header(column, sort, href)),
        ),
      ),
      body,
      sums &&
        el(
          "tfoot",
          {},
          el(
            "tr",
            {},
            columns.map((column) => cell(column, sums)),
          ),
        ),
    ),
  );
}

function classes(column) {
  return [column.number && "number", column.wide && "wide", column.class].filter(Boolean).join(" ") || null;
}

function cell(column, row) {
  const content = column.cell ? column.cell(row) : row[column.key];
  const tag = column.head ? "th" : "td";
  return el(tag, { class: classes(column), scope: column.head ? "row" : null }, content ?? "");
}

function header(column, sort, href) {
  const sortable = href && column.sort !== false && column.key;
  if (!sortable) return el("th", { scope: "col", class: classes(column) }, column.label);
  const key = column.sort ?? column.key;
  const up = sort === key;
  const down = sort === `-${key}`;
  const next = up || (!down && column.number) ? `-${key}` : key;
  return el(
    "th",
    { scope: "col", class: classes(column), "aria-sort": up ? "ascending" : down ? "descending" : null },
    el(
      "a",
      { href: href(next), class: "sorter" },
      column.label,
      (up || down) && el("span", { "aria-hidden": "true", class: "arrow" }, up ? " ▲" : " ▼"),
    ),
  );
}

/// Links to the pages of a long list.
export function pager({ offset, limit, total, shown, href }) {
  if (total !== null && total !== undefined ? total <= limit && offset === 0 : offset === 0 && shown < limit)
    return null;
  const last = total === null || total === undefined ? null : Math.max(0, Math.floor((total - 1) / limit) * limit);
  const more = last === null ? shown === limit : offset + limit < total;
  const link = (label, to, possible) =>
    possible
      ? el("a", { class: "button", href: href(to) }, label)
      : el("button", { type: "button", disabled: true }, label);
  return el(
    "nav",
    { class: "pager", "aria-label": "Pages of the list" },
    link("First", 0, offset > 0),
    link("Previous", Math.max(0, offset - limit), offset > 0),
    link("Next", offset + limit, more),
    last !== null && link("Last", last, more),
  );
}
