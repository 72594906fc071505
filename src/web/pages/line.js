// A line of play: where it starts, the moves played since, and how many of them are on the board.

import { ask } from "./api.js";
import { GAMES } from "./format.js";

const known = new Map(); // "game|size|position|move" -> position after it, as CGP
const MAX_KNOWN = 5000;

/// The line that an address names: `position` (moves: without it), `play`, and in `ply` how many of
/// those moves are on the board (all without it).
export function lineOf(query, { game, size } = {}) {
  const theGame = query.get("game") || game || "go";
  const plays = (query.get("play") ?? "").split(",").filter(Boolean);
  const at = query.has("ply") ? Math.min(plays.length, Math.max(0, Number(query.get("ply")) || 0)) : plays.length;
  const theSize = query.get("size") || size || GAMES[theGame]?.size || "19";
  return {
    game: theGame,
    size: theSize,
    base: query.get("position") || start(theGame, theSize),
    plays,
    at,
    given: query.has("position"),
  };
}

/// The position before the first move: a line of no moves, and of crossword games an empty board.
function start(game, size) {
  if (game !== "crossword") return "moves:";
  const columns = Number(size.split("x")[0]);
  return Array(columns).fill(columns).join("/");
}

/// Changes of the address that play a move after those on the board.
export function played(line, moves) {
  return { play: [...line.plays.slice(0, line.at), ...[moves].flat()].join(","), ply: null };
}

/// Changes of the address that put another number of the line's moves on the board.
export function stepped(line, at) {
  return { ply: at >= line.plays.length ? null : Math.max(0, at) };
}

export const isFromStart = (line) => line.base.startsWith("moves:");

/// The position on the board as a text that the server reads. Lines from the start need no question;
/// others ask for each move that was not asked for before.
export async function positionText(line, signal) {
  const moves = line.plays.slice(0, line.at);
  if (isFromStart(line))
    return `moves:${[line.base.slice(6).replaceAll(",", " ").trim(), ...moves].filter(Boolean).join(" ")}`;
  let position = line.base;
  for (const move of moves) {
    const key = `${line.game}|${line.size}|${position}|${move}`;
    if (!known.has(key)) {
      const answer = await ask("play", { position, move, game: line.game, size: line.size }, signal);
      if (known.size > MAX_KNOWN) known.clear();
      known.set(key, answer.position);
    }
    position = known.get(key);
  }
  return position;
}
