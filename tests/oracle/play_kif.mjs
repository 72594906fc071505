// Reads KIF and KI2 with tsshogi, and prints the SFEN of every node of the tree, sorted.
// Input, a record a line:   JSON { dialect: "kif" | "ki2", text }
// Output, a record a line:  JSON [SFEN, ...], or why there is none
import { importKI2, importKIF } from "tsshogi";
import { createInterface } from "node:readline";

function positionsOf({ dialect, text }) {
  const record = dialect === "ki2" ? importKI2(text) : importKIF(text);
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
