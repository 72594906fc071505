// Keys, ways to write positions and filters, and the addresses of the API.

import { el } from "./dom.js";
import { address } from "./state.js";
import { table } from "./table.js";

export const KEYS = [
  ["← →", "a move back, forward"],
  ["Home End", "first, last position"],
  ["Page Up, Page Down", "ten moves back, forward"],
  ["↑ ↓", "the variation before, after (game)"],
  ["Space", "play by itself, stop (game)"],
  ["Shift+Space", "play the first move of the table (explorer)"],
  ["arrows, Enter", "on the board: move the cursor, play (explorer, pattern)"],
  ["f", "the board from the other side"],
  ["1 to 6", "tools (pattern)"],
  ["wheel", "over the board: a move a notch"],
  ["Shift+click", "on a stone: to the move that put it there (game)"],
  ["/", "to the first field"],
  ["?", "this list"],
];

export function keyTable() {
  return table({
    caption: "Keys",
    hideCaption: true,
    rows: KEYS,
    columns: [
      { label: "Key", head: true, cell: ([key]) => el("kbd", {}, key) },
      { label: "What it does", cell: ([, text]) => text },
    ],
  });
}

const POSITIONS = [
  ["moves:dd pq", "moves from the start, with points as the records write them; for shogi 7g7f 3c3d"],
  ["sgf:AB[dd]AW[pq]SZ[19]", "stones as SGF sets them up"],
  ["sfen …", "shogi"],
  ["15/15/…/15 AEINRST/ 0/0 0 lex CSW24;", "CGP: the board row by row, racks, scores"],
  ["@23:11", "game 23 after move 11"],
];
const PATTERNS = [
  ["B W .", "a piece; an empty point"],
  ["5", "five empty points"],
  ["*", "anything"],
  ["{B.} {^W}", "one of these; any but these"],
  ["{1B} {2W}", "moves that are played there, in this order"],
  ["| and rows of -", "the edges of the board"],
];
const NAMES = [
  ["Go Seigen", "a part of the name, upper or lower case"],
  ["=Go Seigen", "all of the name"],
  ["1985..1990", "ranges of numbers and ranks; 6.5.. from there on"],
  ["1996-05", "dates: a year, month or day; a game counts if it may have been played then"],
];

const API_EXAMPLES = [
  ["info", "what the database holds"],
  ["games?player=cho&from=1985", "games"],
  ["games.csv?game=go", "the same as CSV"],
  ["explore?position=moves:dd", "next moves"],
  ["games/1/board.svg?ply=40", "a picture"],
  ["export?player=cho&format=sgf", "records as a file"],
];

export async function page() {
  const node = el(
    "div",
    { class: "prose" },
    el("h1", {}, "Help"),
    el(
      "p",
      {},
      "The manual describes ",
      el("a", { href: address("/help/ludex.1") }, "all commands"),
      ", ",
      el("a", { href: address("/help/ludex-filters.7") }, "filters"),
      ", ",
      el("a", { href: address("/help/ludex-positions.7") }, "positions"),
      ", ",
      el("a", { href: address("/help/ludex-patterns.7") }, "patterns"),
      " and ",
      el("a", { href: address("/help/ludex-sql.7") }, "SQL"),
      ".",
    ),
    el("h2", {}, "Keys"),
    keyTable(),
    el("h2", {}, "Positions"),
    list("Ways to write a position", POSITIONS),
    el("h2", {}, "Patterns"),
    list("What a pattern is made of", PATTERNS),
    el("h2", {}, "Names, numbers and dates"),
    list("How filters are written", NAMES),
    el("h2", {}, "What the numbers mean"),
    el(
      "p",
      {},
      "Games: in how many the move was played there. Visits: how often, also twice in one game. Score: that of the player who moves, half for a draw, without games whose result is not known. Moves that a symmetry of the position maps onto each other are one row, unless the orientation is “this”.",
    ),
    el(
      "p",
      {},
      "Unknown is never 0: games without a date match no date, and how many were left out is said below the list.",
    ),
    el("h2", {}, "The API"),
    el(
      "p",
      {},
      "Each page asks addresses below ",
      el("code", {}, "/api/v1/"),
      " that programs can use, too: the parameters are the options of the command line. ",
      el("a", { href: address("/api/v1/openapi.json") }, "Its description (OpenAPI)"),
      ".",
    ),
    list(
      "Examples",
      API_EXAMPLES.map(([path, text]) => [el("a", { href: address("/api/v1/") + path }, `/api/v1/${path}`), text]),
    ),
  );
  return { node, title: "Help", update: () => true };
}

function list(caption, rows) {
  return table({
    caption,
    hideCaption: true,
    rows,
    columns: [
      { label: "Written", head: true, cell: ([text]) => (text instanceof Node ? text : el("code", {}, text)) },
      { label: "Means", cell: ([, text]) => text },
    ],
  });
}
