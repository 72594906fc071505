// The text of a pattern: rows from the top, "/" between them, of pieces, "." or a number (empty),
// "*" (anything), {...}; "|" at both ends of rows and rows of "-" are edges.

const CELL = /\{[^}]*\}|\[[^\]]*\]|\d+|[^\s|]/g;

/// Cells of a text, row by row, and its edges as letters of "nesw".
export function parsePattern(text) {
  const rows = text.trim().split("/");
  let edges = "";
  if (/^\|?-+\|?$/.test(rows[0] ?? "")) {
    edges += "n";
    rows.shift();
  }
  if (rows.length && /^\|?-+\|?$/.test(rows.at(-1))) {
    edges += "s";
    rows.pop();
  }
  if (rows.some((row) => row.startsWith("|"))) edges += "w";
  if (rows.some((row) => row.length > 1 && row.endsWith("|"))) edges += "e";
  return {
    edges,
    cells: rows.map((row) =>
      (row.match(CELL) ?? []).flatMap((cell) =>
        /^\d+$/.test(cell) ? Array(Math.min(64, Number(cell))).fill(".") : [cell],
      ),
    ),
  };
}

/// The text of cells, with runs of empty points as numbers.
export function formatPattern(cells, edges = "") {
  const rows = cells.map((row) => {
    let text = "";
    let empty = 0;
    for (const cell of [...row, null]) {
      if (cell === ".") {
        ++empty;
        continue;
      }
      if (empty) text += empty;
      empty = 0;
      text += cell ?? "";
    }
    return (edges.includes("w") ? "|" : "") + text + (edges.includes("e") ? "|" : "");
  });
  const dashes = "-".repeat(cells[0]?.length ?? 0);
  return [edges.includes("n") ? dashes : null, ...rows, edges.includes("s") ? dashes : null]
    .filter((row) => row !== null)
    .join("/");
}

/// A board of empty points with some cells of another on it.
export function boardOf(columns, rows, cells = []) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => cells[row]?.[column] ?? "."),
  );
}

/// The rectangle [left, top, right, bottom] of a board.
export function cutOut(cells, [left, top, right, bottom]) {
  return cells.slice(top, bottom + 1).map((row) => row.slice(left, right + 1));
}
