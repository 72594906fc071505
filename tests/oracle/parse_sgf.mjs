// Parses records with @sabaki/sgf and prints what it sees.
// Input, a record a line:   its bytes in base64
// Output, a line a record:  for each node in file order "(depth" and " IDENT:value,value" for each property in
//                           the order of names, values in base64; or "error"
// Bytes are read as Latin-1, so that each is a character: encodings are not compared.
import sgf from "@sabaki/sgf";
import { createInterface } from "node:readline";

const packed = (text) => Buffer.from(text, "latin1").toString("base64");

function print(roots) {
  const words = [];
  const stack = roots.map((node) => [node, 0]).reverse();
  while (stack.length > 0) {
    const [node, depth] = stack.pop();
    words.push("(" + depth);
    for (const ident of Object.keys(node.data).sort()) {
      if (node.data[ident].length > 0) words.push(ident + ":" + node.data[ident].map(packed).join(","));
    }
    for (const child of [...node.children].reverse()) stack.push([child, depth + 1]);
  }
  return words.join(" ");
}

function parsed(line) {
  try {
    return print(sgf.parse(Buffer.from(line, "base64").toString("latin1")));
  } catch (error) {
    return "error";
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(parsed(line));
