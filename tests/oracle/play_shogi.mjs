// Replays shogi with tsshogi (from the text of a CSA record) and with shogiops (move by move), and
// prints the SFEN of every ply.
// Input, a game a line:   JSON { csa: text, start: SFEN, moves: [USI, ...] }
// Output, a game a line:  JSON { tsshogi: [SFEN, ...], shogiops: [SFEN, ...] }, or why not in place
//                         of a list
import { importCSA } from "tsshogi";
import { makeSfen, parseSfen } from "shogiops/sfen";
import { makeUsi, parseUsi } from "shogiops/util";
import { createInterface } from "node:readline";

function readByTsshogi(csa) {
  const record = importCSA(csa);
  if (record instanceof Error) return record.message;
  const sfens = [];
  record.goto(0);
  sfens.push(record.position.sfen);
  while (record.goForward()) {
    if (typeof record.current.move.type === "string") break; // an end mark
    sfens.push(record.position.sfen);
  }
  return sfens;
}

function playByShogiops(start, moves) {
  const parsed = parseSfen("standard", start, false);
  if (parsed.isErr) return parsed.error.message;
  const position = parsed.value;
  const sfens = [makeSfen(position)];
  for (const usi of moves) {
    const move = parseUsi(usi);
    if (!move || makeUsi(move) !== usi) return `not a move: ${usi}`;
    position.play(move);
    sfens.push(makeSfen(position));
  }
  return sfens;
}

function play(line) {
  const { csa, start, moves } = JSON.parse(line);
  return JSON.stringify({ tsshogi: readByTsshogi(csa), shogiops: playByShogiops(start, moves) });
}

for await (const line of createInterface({ input: process.stdin })) console.log(play(line));
