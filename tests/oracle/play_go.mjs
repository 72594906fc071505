// Plays games with @sabaki/go-board and prints the board after every step.
// Input, a game a line:   width height step step ...
//   step                  B x y, W x y: a move; b x y, w x y, e x y: setup
// Output, a game a line:  a word of ".", "B" and "W" per step, row by row from the top.
import GoBoard from "@sabaki/go-board";
import { createInterface } from "node:readline";

const signs = { B: 1, W: -1, b: 1, w: -1, e: 0 };
const letters = { 0: ".", 1: "B", "-1": "W" };

function play(line) {
  const [width, height, ...steps] = line.split(" ");
  let board = GoBoard.fromDimensions(Number(width), Number(height));
  const boards = [];
  for (let i = 0; i < steps.length; i += 3) {
    const sign = signs[steps[i]];
    const vertex = [Number(steps[i + 1]), Number(steps[i + 2])];
    const isMove = steps[i] === "B" || steps[i] === "W";
    // As FF[4] asks, nothing is forbidden: stones replace stones, suicide and ko are executed.
    board = isMove ? board.makeMove(sign, vertex) : board.set(vertex, sign);
    boards.push(board.signMap.flat().map((value) => letters[value]).join(""));
  }
  return boards.join(" ");
}

for await (const line of createInterface({ input: process.stdin })) console.log(play(line));
