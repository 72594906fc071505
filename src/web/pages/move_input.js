// Ways to give a move: a point of the board, a piece and its target (shogi), a text; or a position.

import { ask } from "./api.js";
import { failureText } from "./blocks.js";
import { button, el, freshId, replace, speak } from "./dom.js";
import { boardSize, pointLabel } from "./format.js";

const LOOKS_LIKE_POSITION = /^(moves:|sgf:|sfen |startpos|@|\(;)|\/.*\//;

const EXAMPLES = {
  go: "Q16",
  gomoku: "H8",
  othello: "f5",
  hex: "e6",
  twixt: "F6",
  shogi: "7g7f, P*5e",
  crossword: "8H CASA, -QU (exchange)",
};

export class MoveInput {
  /// \param play         (move): a move that the rules allow
  /// \param setPosition  (text): a position was given in place of a move
  constructor({ board, play, setPosition }) {
    this.board = board;
    this.onplay = play;
    this.setPosition = setPosition;
    this.size = "19";
    this.names = []; // of the points, in reading order
    this.trouble = el("div", { role: "alert" });
    this.choices = el("div", { class: "row wrap drops" });
    const id = freshId("move");
    this.text = el("input", {
      id,
      type: "text",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: "4000",
      autocomplete: "off",
    });
    const form = el(
      "form",
      {
        class: "move-form row",
        onsubmit: (event) => {
          event.preventDefault();
          this.submit(this.text.value.trim());
        },
      },
      el("label", { for: id }, "Move or position"),
      this.text,
      el("button", {}, "Go"),
    );
    this.element = el("div", { class: "move-input" }, this.choices, form, this.trouble);
  }

  /// Learns what stands on the board.
  prepare(state, answer) {
    this.state = state;
    this.size = state.size;
    this.answer = answer;
    this.names = answer.names ?? [];
    this.sfen = answer.sfen ?? null;
    this.selected = null;
    replace(this.trouble);
    this.text.value = "";
    this.text.placeholder = `${EXAMPLES[state.game] ?? "a point"}, or a position: moves:…, CGP, @23:11`;
    this.drawDrops();
  }

  pointName(column, row) {
    const { columns, rows } = boardSize(this.size);
    if (this.state && (this.state.game === "go" || this.state.game === "gomoku"))
      return pointLabel(this.state.game, column, row, rows);
    return this.names[row * columns + column] ?? "";
  }

  /// A point of the board was chosen.
  choose(column, row) {
    if (!this.state) return;
    const point = this.names[row * boardSize(this.size).columns + column];
    if (!point) return;
    if (this.state.game === "crossword") {
      this.text.value = `${point} `;
      this.text.focus();
    } else if (this.state.game === "shogi") {
      this.choosePiece(point, column, row);
    } else {
      this.submit(point);
    }
  }

  /// Shogi: first the piece, or one in hand, then where it goes.
  choosePiece(point, column, row) {
    if (!this.selected) {
      this.select(point, [[column, row], ...this.knownTargets(point)]);
    } else if (this.selected === point) {
      this.select(null);
    } else {
      this.playFrom(this.selected, point);
    }
  }

  /// Asks the rules, plain and promoting; where both are possible, the player.
  async playFrom(from, to) {
    const zone = this.state.mover === "Gote" ? "ghi" : "abc";
    const mayPromote = !from.endsWith("*") && [from, to].some((square) => zone.includes(square[1]));
    const moves = mayPromote ? [`${from}${to}`, `${from}${to}+`] : [`${from}${to}`];
    const tried = await Promise.allSettled(moves.map((move) => this.check(move)));
    const possible = moves.filter((_, index) => tried[index].status === "fulfilled");
    this.select(null);
    if (possible.length === 0) this.fail(tried[0].reason);
    else if (possible.length === 1 || tried[0].value.position === tried[1].value.position) this.onplay(possible[0]);
    else this.askPromotion(possible);
  }

  select(start, rings = []) {
    this.selected = start;
    this.board.ring(rings);
    if (start) speak(`${start} chosen; now where it goes`);
    this.drawDrops();
  }

  /// Where moves from a square went that were played in the games.
  knownTargets(start) {
    return (this.answer.rows ?? [])
      .filter((row) => row.move?.startsWith(start) && row.points?.length)
      .map((row) => row.points.at(-1));
  }

  askPromotion([plain, promoting]) {
    replace(
      this.choices,
      button("Promote", () => this.onplay(promoting), { class: "primary" }),
      button("Do not promote", () => this.onplay(plain)),
    );
    this.choices.firstChild.focus();
  }

  /// The pieces in the mover's hand: of CGP's second field those before the stroke.
  drawDrops() {
    const hand = this.state?.game === "shogi" ? ((this.state.position ?? "").split(" ")[1]?.split("/")[0] ?? "") : "";
    const pieces = [...new Set(hand)];
    replace(
      this.choices,
      pieces.length > 0 && [
        el("span", {}, "Drop:"),
        pieces.map((piece) =>
          el(
            "button",
            {
              type: "button",
              class: "small",
              "aria-pressed": String(this.selected === `${piece}*`),
              onclick: () =>
                this.selected === `${piece}*`
                  ? this.select(null)
                  : this.select(`${piece}*`, this.knownTargets(`${piece}*`)),
            },
            piece,
          ),
        ),
      ],
    );
  }

  check(move) {
    return ask("play", {
      position: this.state.position ?? this.state.text,
      move,
      game: this.state.game,
      size: this.state.size,
    });
  }

  fail(error) {
    replace(this.trouble, failureText(error));
    speak(error.message);
  }

  /// Plays a move given as text, or goes to a position.
  async submit(text) {
    if (!text) return;
    if (LOOKS_LIKE_POSITION.test(text)) {
      this.setPosition(text);
      return;
    }
    const move = this.asWritten(text);
    if (this.answer?.rows?.some((row) => row.move === move)) {
      this.onplay(move);
      return;
    }
    try {
      this.onplay((await this.check(move)).move ?? move);
    } catch (error) {
      this.fail(error);
    }
  }

  /// Q16 in the letters of the record where the game's own points are SGF's.
  asWritten(text) {
    const { columns, rows } = boardSize(this.size);
    if ((this.state.game !== "go" && this.state.game !== "gomoku") || !/^[a-z]{1,2}\d{1,2}$/i.test(text)) return text;
    for (let row = 0; row < rows; ++row) {
      for (let column = 0; column < columns; ++column) {
        if (pointLabel(this.state.game, column, row, rows) === text.toUpperCase())
          return this.names[row * columns + column] ?? text;
      }
    }
    return text;
  }
}
