// Numbers, dates and points as people read them.

import { el, spoken, svg } from "./dom.js";

const whole = new Intl.NumberFormat("en");

export function count(number) {
  return number === null || number === undefined ? "–" : whole.format(number);
}

/// 12,345 as "12.3k", with all of it for the pointer and for screen readers.
export function shortCount(number) {
  if (number === null || number === undefined) return "–";
  if (number < 10000) return count(number);
  const short =
    number < 1e6
      ? `${(number / 1e3).toFixed(number < 1e5 ? 1 : 0)}k`
      : `${(number / 1e6).toFixed(number < 1e7 ? 2 : 1)}M`;
  return el("span", { title: count(number) }, el("span", { "aria-hidden": "true" }, short), spoken(count(number)));
}

export function percent(share, digits = 0) {
  return share === null || share === undefined ? "–" : `${(100 * share).toFixed(digits)} %`;
}

export function plural(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

export function years(first, last) {
  if (first === null || first === undefined) return "";
  return first === last || last === null || last === undefined ? String(first) : `${first}–${last}`;
}

export function bytes(number) {
  if (number === null || number === undefined) return "–";
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (number >= 1024 && unit + 1 < units.length) {
    number /= 1024;
    ++unit;
  }
  return `${unit ? number.toFixed(1) : number} ${units[unit]}`;
}

export function clock(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const rest = Math.round(seconds);
  const minutes = Math.floor(rest / 60) % 60;
  const two = (n) => String(n).padStart(2, "0");
  return rest >= 3600 ? `${Math.floor(rest / 3600)}:${two(minutes)}:${two(rest % 60)}` : `${minutes}:${two(rest % 60)}`;
}

export const GAMES = {
  go: { label: "Go", size: "19", sizes: ["19", "13", "9"], seats: ["Black", "White"], pieces: ["B", "W"], pass: true },
  othello: { label: "Othello", size: "8", sizes: ["8"], seats: ["Black", "White"], pieces: ["B", "W"], pass: true },
  gomoku: { label: "Gomoku", size: "15", sizes: ["15", "19"], seats: ["Black", "White"], pieces: ["B", "W"] },
  hex: { label: "Hex", size: "11", sizes: ["11", "13", "14", "19"], seats: ["Black", "White"], pieces: ["B", "W"] },
  twixt: { label: "Twixt", size: "24", sizes: ["24", "12"], seats: ["Black", "White"], pieces: ["B", "W"] },
  shogi: {
    label: "Shogi",
    size: "9",
    sizes: ["9"],
    seats: ["Sente", "Gote"],
    pieces: [
      "K",
      "R",
      "B",
      "G",
      "S",
      "N",
      "L",
      "P",
      "[+R]",
      "[+B]",
      "[+S]",
      "[+N]",
      "[+L]",
      "[+P]",
      "k",
      "r",
      "b",
      "g",
      "s",
      "n",
      "l",
      "p",
      "[+r]",
      "[+b]",
      "[+s]",
      "[+n]",
      "[+l]",
      "[+p]",
    ],
  },
  crossword: { label: "Crossword", size: "15", sizes: ["15", "21"], seats: ["First", "Second"], pieces: [] },
};

export const gameLabel = (game) => GAMES[game]?.label ?? game;
export const seats = (game) => GAMES[game]?.seats ?? ["Black", "White"];

/// Who moves: a small stone where the game's pieces are black and white, else the seat's name.
export function seatMark(game, mover) {
  const label = mover === "B" ? seats(game)[0] : mover === "W" ? seats(game)[1] : "";
  if (!label || game === "crossword") return "";
  if (!["go", "othello", "gomoku"].includes(game)) return el("span", { class: "seat" }, ` ${label}`);
  return el(
    "span",
    { class: "seat" },
    " ",
    svg(
      "svg",
      { viewBox: "0 0 12 12", width: 12, height: 12, "aria-hidden": "true" },
      svg("circle", { cx: 6, cy: 6, r: 5, class: `stone ${mover === "B" ? "black" : "white"}` }),
    ),
    spoken(label),
  );
}

/// Columns and rows of "19" or "13x9".
export function boardSize(text) {
  const [columns, rows] = String(text).split("x").map(Number);
  return { columns, rows: rows || columns };
}

/// What players call the point of a move: Q16 for SGF's pd on a board of 19 rows; other games'
/// moves are written as players write them already.
export function moveLabel(game, move, size) {
  if (move === "end" || move === "at end") return "the line ends";
  if ((game !== "go" && game !== "gomoku") || !/^[a-zA-Z]{2}$/.test(move ?? "")) return move ?? "";
  const { rows } = boardSize(size);
  const number = (letter) => (letter >= "a" ? letter.charCodeAt(0) - 97 : letter.charCodeAt(0) - 39);
  return pointLabel(game, number(move[0]), number(move[1]), rows);
}

export function pointLabel(game, column, row, rows) {
  const letters = game === "go" ? "ABCDEFGHJKLMNOPQRSTUVWXYZ" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const round = Math.floor(column / letters.length);
  return (round ? letters[round - 1] : "") + letters[column % letters.length] + (rows - row);
}
