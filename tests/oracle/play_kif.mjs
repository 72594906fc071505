// Reads KIF, KI2, JKF, USI and USEN with tsshogi, and prints the SFEN of every node of the tree, sorted.
// Input, a record a line:   JSON { dialect: "kif" | "ki2" | "jkf" | "usi" | "usen", text }
// Output, a record a line:  JSON [SFEN, ...], or why there is none
import { importJKFString, importKI2, importKIF, Record } from "tsshogi";
import { createInterface } from "node:readline";

const READERS = {
  kif: importKIF,
  ki2: importKI2,
  jkf: importJKFString,
  // It wants the word before a position.
  usi: (text) => Record.newByUSI(/^\S+ [bw] /.test(text) ? `sfen ${text}` : text.trim()),
  usen: (text) => Record.newByUSEN(text),
};

function positionsOf({ dialect, text }) {
  const record = READERS[dialect](text);
  if (record instanceof Error) return record.message;
  const sfens = [];
  record.forEach((node) => {
    record.goto(0);
    if (typeof node.move.type === "string") {
      if (node.ply === 0) sfens.push(record.position.sfen);
      return;
    }
    const path = [];
    for (let at = node; at.ply > 0; at = at.prev) path.unshift(at.move);
    const position = record.initialPosition.clone();
    for (const move of path) position.doMove(move, { ignoreValidation: true });
    sfens.push(position.sfen);
  });
  return sfens.sort();
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(positionsOf(JSON.parse(line))));
}
