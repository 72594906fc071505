// How boards are seen: turned or mirrored, as the reader chose for each game in this browser.

import { speak, svg } from "./dom.js";
import { settings } from "./state.js";

/// What each view does to directions on the picture, as the first four numbers of an SVG matrix.
const TURNS = {
  "as drawn": [1, 0, 0, 1],
  "turned right": [0, 1, -1, 0],
  "upside down": [-1, 0, 0, -1],
  "turned left": [0, -1, 1, 0],
  "mirrored, left and right": [-1, 0, 0, 1],
  "mirrored, top and bottom": [1, 0, 0, -1],
  "mirrored, turned right": [0, -1, -1, 0],
  "mirrored, turned left": [0, 1, 1, 0],
};
const UPRIGHT = "as drawn";
/// Boards that look the same from all sides; others are turned upside down only, and crossword
/// boards stay as they are.
const SQUARE_GAMES = ["go", "gomoku", "othello"];
const BASELINE = 0.35; // of the font's size: from the middle of a text to its baseline

export function viewsOf(game) {
  if (game === "crossword") return [UPRIGHT];
  return SQUARE_GAMES.includes(game) ? Object.keys(TURNS) : [UPRIGHT, "upside down"];
}

export function viewOf(game) {
  const chosen = settings.get(`view-${game}`, UPRIGHT);
  return viewsOf(game).includes(chosen) ? chosen : UPRIGHT;
}

export function setView(game, view) {
  settings.set(`view-${game}`, view);
  speak(`Board ${view}`);
}

/// The same board from the opposite side. \returns false for boards that are not turned
export function flip(game) {
  const now = TURNS[viewOf(game)].map((number) => -number || 0);
  const opposite = viewsOf(game).find((view) => TURNS[view].every((number, index) => number === now[index]));
  if (opposite) setView(game, opposite);
  return Boolean(opposite);
}

/// A step on the screen as a step on the board.
export function boardStep([a, b, c, d], [dx, dy]) {
  return [a * dx + b * dy, c * dx + d * dy];
}

/// Keeps texts upright on a board that is turned.
export function straighten(node, [a, b, c, d]) {
  for (const text of node.querySelectorAll("text")) {
    if (text.closest("defs")) continue;
    const size = Number(text.closest("[font-size]")?.getAttribute("font-size")) || 12;
    const anchor = text.closest("[text-anchor]")?.getAttribute("text-anchor");
    const reach = anchor === "middle" ? 0 : (text.textContent.length * size * 0.55) / 2;
    const x = Number(text.getAttribute("x")) + (anchor === "end" ? -reach : reach);
    const y = Number(text.getAttribute("y")) - BASELINE * size;
    text.setAttribute("transform", `translate(${x} ${y}) matrix(${a} ${c} ${b} ${d} 0 0) translate(${-x} ${-y})`);
  }
  // Characters that are outlines: the ranks of shogi.
  for (const rank of node.ownerSVGElement?.querySelectorAll('defs [id$="ludex-ranks"] > g') ?? [])
    if (!rank.dataset.straight) {
      rank.dataset.straight = "1";
      rank.setAttribute("transform", `${rank.getAttribute("transform")} matrix(${a} ${c} ${b} ${d} 0 0)`);
    }
}

/// Turns a picture of the server's, but not what stands below the board.
/// \returns the group that is turned with all that is drawn, and how
export function turnPicture(picture) {
  const turn = TURNS[viewOf(picture.dataset.game)];
  const layer = svg("g", {});
  const others = [...picture.children].filter(
    (node) => ["title", "desc", "defs"].includes(node.localName) || node.matches(".page, .below"),
  );
  layer.append(...[...picture.children].filter((node) => !others.includes(node)));
  picture.append(layer);
  const [a, b, c, d] = turn;
  if (a === 1 && d === 1) return { layer, turn: null };
  const [left, top, width, whole] = picture.getAttribute("viewBox").split(" ").map(Number);
  const height = Number(picture.dataset.boardHeight ?? whole);
  const corners = [left, left + width].flatMap((x) => [top, top + height].map((y) => [a * x + c * y, b * x + d * y]));
  const least = [0, 1].map((axis) => Math.min(...corners.map((corner) => corner[axis])));
  layer.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${left - least[0]} ${top - least[1]})`);
  if (b && width !== height) resize(picture, { width: Math.max(width, height), height: whole - height + width });
  picture.querySelector(":scope > .below")?.setAttribute("transform", `translate(0 ${b ? width - height : 0})`);
  straighten(layer, turn);
  return { layer, turn };
}

function resize(picture, size) {
  const [left, top] = picture.getAttribute("viewBox").split(" ");
  picture.setAttribute("viewBox", `${left} ${top} ${size.width} ${size.height}`);
  for (const node of [picture, picture.querySelector(":scope > .page > rect")])
    for (const [name, value] of Object.entries(size)) if (node?.hasAttribute(name)) node.setAttribute(name, value);
}
