// Patterns: paint a part of a board, choose its rectangle, see where it stands and what was played.

import { ask, channel, info } from "./api.js";
import { command, empty, failureText, fill, notes } from "./blocks.js";
import { Board } from "./board.js";
import { BoardTools } from "./board_tools.js";
import { flip, viewOf } from "./board_view.js";
import { resultBar } from "./chart.js";
import { button, checkbox, el, field, replace, select, speak, svg } from "./dom.js";
import { filterBar, filterPairs, nothingText } from "./filters.js";
import { GAMES, boardSize, count, percent, plural, pointLabel, seatMark, seats, shortCount, years } from "./format.js";
import { gamesBlock } from "./games_list.js";
import { boardOf, cutOut, formatPattern, parsePattern } from "./pattern_text.js";
import { address, changed, go, settings, theme } from "./state.js";
import { table } from "./table.js";

const PATH = "/pattern";
const OWN = ["game", "size", "pattern", "at", "orientation", "swap-colors", "region"];
const SIDES = [
  ["n", "top"],
  ["e", "right"],
  ["s", "bottom"],
  ["w", "left"],
];
const QUESTION_REST_MS = 250;

export async function page({ query }) {
  const { by_game: kinds } = await info().catch(() => ({ by_game: [] }));
  return new PatternPage(
    [...kinds].sort((a, b) => b.games - a.games).find((row) => GAMES[row.game])?.game ?? "go",
    query,
  );
}

class PatternPage {
  title = "Pattern";

  constructor(game, query) {
    this.mainGame = game;
    this.tool = "B";
    this.next = 1;
    this.asking = channel();
    this.board = new Board({
      label: "Board on which the pattern is painted",
      describe: (column, row) =>
        `${this.pointName(column, row)}${this.inRegion(column, row) ? "" : " (outside the pattern)"}: ${contentText(this.cells?.[row]?.[column])}`,
      on: { drag: (kind, column, row) => this.stroke(kind, column, row) },
    });
    this.board.paint((layer) => this.drawPattern(layer));
    this.boardTools = new BoardTools({ picture: () => this.picture(), name: () => `${this.game}-pattern` });
    this.bar = el("div", {});
    this.head = el("div", { class: "row" });
    this.options = el("div", { class: "row wrap options" });
    this.tools = el("div", {
      class: "tools",
      role: "radiogroup",
      "aria-label": "What a click on the board paints",
    });
    this.below = el("div", { class: "pattern-below" });
    this.status = el("p", { class: "status" });
    this.moves = el("div", { class: "moves-host" });
    this.games = gamesBlock("Games with this pattern");
    this.node = el(
      "div",
      {},
      el("div", { class: "page-head" }, el("h1", {}, "Pattern"), this.head),
      el(
        "div",
        { class: "with-board" },
        el("div", { class: "board-side" }, this.tools, this.board.element, this.boardTools.element, this.below),
        el("div", { class: "text-side" }, this.bar, this.options, this.status, this.moves),
      ),
      this.games.node,
    );
    this.update(query);
  }

  update(query) {
    this.query = query;
    this.game = query.get("game") || this.mainGame;
    this.size = query.get("size") || GAMES[this.game]?.size || "19";
    this.dimensions = boardSize(this.size);
    if (query.has("from")) {
      this.takePosition(query.get("from"));
      return;
    }
    const { columns, rows } = this.dimensions;
    const given = query.has("board")
      ? parsePattern(query.get("board"))
      : query.has("pattern")
        ? parsePattern(query.get("pattern"))
        : { cells: [], edges: "" };
    this.cells = boardOf(columns, rows, given.cells);
    const region = (query.get("region") ?? "").split(",").map(Number);
    this.region =
      region.length === 4 && region.every((n) => n >= 0)
        ? [
            Math.min(region[0], columns - 1),
            Math.min(region[1], rows - 1),
            Math.min(region[2], columns - 1),
            Math.min(region[3], rows - 1),
          ]
        : given.cells.length && !query.has("board")
          ? [0, 0, Math.min(columns, given.cells[0].length) - 1, Math.min(rows, given.cells.length) - 1]
          : null;
    this.edges = query.get("edges") ?? given.edges;
    replace(this.bar, filterBar({ path: PATH, query, without: OWN }));
    this.drawOptions();
    this.drawTools();
    this.drawBelow();
    this.showBoard();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), this.answer ? QUESTION_REST_MS : 0);
  }

  /// The board of a position, of which a part is then chosen.
  async takePosition(text) {
    try {
      const facts = await ask("position", [
        ["position", text],
        ...(this.query.has("game") ? [["game", this.game]] : []),
      ]);
      const cells = parsePattern(facts.position.split(" ")[0]).cells;
      this.go(
        {
          from: null,
          pattern: null,
          game: facts.game,
          size: facts.width === facts.height ? facts.width : `${facts.width}x${facts.height}`,
          board: formatPattern(cells),
          region: null,
          edges: null,
        },
        true,
      );
    } catch (error) {
      replace(this.moves, failureText(error));
    }
  }

  go(changes, replaceStep = false) {
    go(address(PATH, changed(this.query, { offset: null, ...changes })), { replace: replaceStep });
  }

  /// Puts what was painted into the address.
  keep(changes = {}) {
    const painted = this.cells.some((row) => row.some((cell) => cell !== "."));
    this.go({
      pattern: null,
      from: null,
      game: this.game,
      size: this.size,
      board: painted ? formatPattern(this.cells) : null,
      region: this.region ? this.region.join(",") : null,
      edges: this.edges || null,
      ...changes,
    });
  }

  pattern() {
    return this.region ? formatPattern(cutOut(this.cells, this.region), this.edges) : null;
  }

  async showBoard() {
    const key = `${this.game}|${this.size}|${theme()}|${viewOf(this.game)}`;
    if (this.shown !== key) {
      this.shown = key;
      const { columns, rows } = this.dimensions;
      try {
        const { svg: picture } = await ask("position", {
          position: Array(rows).fill(columns).join("/"),
          game: this.game,
          size: this.size,
          svg: 1,
          theme: theme(),
          ...(this.game === "shogi" ? { pieces: settings.get("pieces", "japanese") } : {}),
        });
        this.board.show(picture);
        this.boardTools.show({ game: this.game });
      } catch (error) {
        this.shown = null;
        replace(
          this.moves,
          failureText(error, () => this.showBoard()),
        );
      }
    }
    this.board.drawOverlay();
  }

  /// The pattern with its continuations.
  async picture() {
    const pattern = this.pattern();
    if (!pattern) throw new Error("Choose the region of the pattern first.");
    return (await ask("explore", [...this.question(pattern), ["svg", 1], ["theme", theme()]])).svg;
  }

  pointName(column, row) {
    const { rows } = this.dimensions;
    return pointLabel(this.game === "gomoku" ? "gomoku" : "go", column, row, rows);
  }

  inRegion(column, row) {
    const [left, top, right, bottom] = this.region ?? [0, 0, this.dimensions.columns - 1, this.dimensions.rows - 1];
    return column >= left && column <= right && row >= top && row <= bottom;
  }

  // Painting.

  stroke(kind, column, row) {
    if (this.tool === "region") {
      this.strokeRegion(kind, column, row);
      return;
    }
    if (kind === "start") {
      const numbered = this.tool === "number";
      this.brush = numbered
        ? `{${this.next++}${this.next % 2 === 0 ? "B" : "W"}}`
        : this.tool === "own"
          ? this.own || "*"
          : this.tool;
      if (!numbered && this.cells[row][column] === this.brush) this.brush = ".";
    }
    if (kind !== "end") {
      if (this.tool !== "number" || kind === "start") this.cells[row][column] = this.brush;
      this.board.drawOverlay();
    } else {
      speak(`${this.pointName(column, row)}: ${contentText(this.cells[row][column])}`);
      this.keep();
    }
  }

  strokeRegion(kind, column, row) {
    if (kind === "start") this.corner = [column, row];
    // From the keyboard a stroke is one point: the second point ends the rectangle.
    if (kind === "end" && this.corner[0] === column && this.corner[1] === row && this.firstCorner)
      this.corner = this.firstCorner;
    const [x, y] = this.corner;
    this.region = [Math.min(x, column), Math.min(y, row), Math.max(x, column), Math.max(y, row)];
    if (kind !== "end") {
      this.board.drawOverlay();
      return;
    }
    const single = x === column && y === row;
    this.firstCorner = single ? [column, row] : null;
    const [left, top, right, bottom] = this.region;
    const { columns, rows } = this.dimensions;
    this.edges =
      (top === 0 ? "n" : "") +
      (right === columns - 1 ? "e" : "") +
      (bottom === rows - 1 ? "s" : "") +
      (left === 0 ? "w" : "");
    if (single) this.board.drawOverlay();
    else this.keep();
  }

  drawPattern(layer) {
    if (!this.cells || !this.board.geometry) return;
    const { step, stepY } = this.board.geometry;
    this.cells.forEach((row, y) =>
      row.forEach((cell, x) => {
        if (cell !== ".") layer.append(drawCell(cell, this.board.centre(x, y), step, this.inRegion(x, y)));
      }),
    );
    if (!this.region) return;
    const [left, top, right, bottom] = this.region;
    const corners = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ].map(([x, y]) => this.board.centre(x, y));
    const [a, b, c, d] = corners;
    const half = step / 2;
    const path = `M${a.x - half} ${a.y - stepY / 2}L${b.x + half} ${b.y - stepY / 2}L${c.x + half} ${c.y + stepY / 2}L${d.x - half} ${d.y + stepY / 2}Z`;
    layer.append(
      svg("path", { d: path, class: "region under", "stroke-width": step * 0.16 }),
      svg("path", { d: path, class: "region", "stroke-width": step * 0.08 }),
    );
    this.drawContinuations(layer, step);
  }

  /// Discs whose area is the share of the games.
  drawContinuations(layer, step) {
    if (!this.answer || this.answerFor !== this.pattern()) return;
    const shares = new Map(); // of a point, whoever plays there
    for (const row of this.answer.rows) {
      const at = patternPoint(row)?.join(",");
      if (at) shares.set(at, Math.min(1, (shares.get(at) ?? 0) + row.games / this.answer.games));
    }
    for (const [at, share] of shares) {
      if (share < 0.01) continue;
      const [column, row] = at.split(",").map(Number);
      const { x, y } = this.board.centre(this.region[0] + column, this.region[1] + row);
      layer.append(
        svg("circle", { cx: x, cy: y, r: step * 0.46 * Math.max(0.6, Math.sqrt(share)), class: "continuation" }),
        svg(
          "text",
          { x, y: y + step * 0.12, "font-size": step * 0.34, "text-anchor": "middle", class: "continuation-text" },
          Math.round(100 * share),
        ),
      );
    }
  }

  // Questions.

  async load() {
    const pattern = this.pattern();
    if (!pattern) {
      this.asking.stop();
      this.answer = null;
      replace(this.status);
      replace(
        this.moves,
        empty(
          "Paint pieces on the board, then choose “Region” and drag over the part to search for. Points that you leave empty must be empty; “anything” (×) points may hold anything.",
        ),
      );
      this.games.node.hidden = true;
      return;
    }
    this.games.node.hidden = false;
    const pairs = this.question(pattern);
    await fill(
      this.moves,
      () => this.asking("explore", pairs),
      (answer) => {
        this.answer = answer;
        this.answerFor = pattern;
        this.board.drawOverlay();
        replace(
          this.status,
          el("strong", {}, `in ${plural(answer.games, "game")}`),
          ` · ${plural(answer.hits ?? answer.visits, "hit")}; searched ${count(answer.searched)} of ${count(answer.of)}`,
        );
        speak(`in ${plural(answer.games, "game")}`);
        return [
          answer.rows.length ? this.movesTable(answer) : empty(nothingText(answer, "No game has this pattern.")),
          notes(answer),
          command(answer.command),
        ];
      },
    );
    this.games.load(pairs, {
      query: this.query,
      href: (changes) => address(PATH, changed(this.query, changes)),
      hits: true,
      what: "No game has this pattern.",
    });
  }

  question(pattern) {
    return [
      ["pattern", pattern],
      ["game", this.game],
      ...(this.query.get("any-size") === "1" ? [] : [["size", this.size]]),
      ...["at", "orientation", "swap-colors"]
        .filter((key) => this.query.get(key))
        .map((key) => [key, this.query.get(key)]),
      ...filterPairs(this.query, { without: OWN }),
    ];
  }

  movesTable(answer) {
    const [first, second] = seats(this.game);
    const label = (row) => {
      const at = patternPoint(row);
      return row.move === "elsewhere"
        ? "elsewhere"
        : row.move === "end"
          ? "ends here"
          : at
            ? this.pointName(this.region[0] + at[0], this.region[1] + at[1])
            : row.move;
    };
    const node = table({
      caption: "What was played in the pattern next",
      rows: answer.rows.slice(0, 40),
      columns: [
        { label: "Move", head: true, cell: (row) => [label(row), seatMark(this.game, row.mover)] },
        { label: "Games", number: true, cell: (row) => shortCount(row.games) },
        { label: "At once", number: true, cell: (row) => shortCount(row.at_once) },
        { label: "Later", number: true, cell: (row) => shortCount(row.later) },
        { label: `${first} / draw / ${second}`, class: "bar", cell: (row) => resultBar(row, [first, second]) },
        { label: "Score", number: true, wide: true, cell: (row) => percent(row.score) },
        { label: "Years", wide: true, cell: (row) => years(row.first_year, row.last_year) },
      ],
    });
    node.classList.add("moves");
    return node;
  }

  // Controls.

  drawOptions() {
    const value = (key) => this.query.get(key) ?? "";
    const game = select(
      Object.entries(GAMES).map(([key, { label }]) => [key, label]),
      this.game,
      (next) => this.go({ game: next, size: null, board: null, pattern: null, region: null, edges: null }),
      { "aria-label": "Game" },
    );
    const sizes = [...new Set([...(GAMES[this.game]?.sizes ?? []), this.size])];
    replace(
      this.head,
      game,
      select(
        sizes.map((one) => [one, one.includes("x") ? one : `${one}×${one}`]),
        this.size,
        (next) => this.go({ game: this.game, size: next, board: null, region: null, edges: null }),
        { "aria-label": "Board size" },
      ),
    );
    replace(
      this.options,
      select(
        [
          ["", "anywhere"],
          ["nw", "corner: top left of the pattern"],
          ["ne", "corner: top right"],
          ["sw", "corner: bottom left"],
          ["se", "corner: bottom right"],
          ["n", "on a side: its top"],
          ["e", "on a side: its right"],
          ["s", "on a side: its bottom"],
          ["w", "on a side: its left"],
        ],
        value("at"),
        (next) => this.go({ at: next || null }),
        { "aria-label": "Where the pattern lies" },
      ),
      select(
        [
          ["", "any orientation"],
          ["exact", "this orientation"],
          ["mirror", "left-right mirror too"],
        ],
        value("orientation"),
        (next) => this.go({ orientation: next || null }),
        { "aria-label": "Orientation" },
      ),
      checkbox("colors exchanged too", value("swap-colors") === "1", (on) =>
        this.go({ "swap-colors": on ? "1" : null }),
      ),
      checkbox("boards of any size", value("any-size") === "1", (on) => this.go({ "any-size": on ? "1" : null })),
    );
  }

  toolList() {
    const [first, second] = seats(this.game);
    const stones =
      GAMES[this.game]?.pieces.length === 2
        ? [
            ["B", first],
            ["W", second],
            ["number", "Moves 1, 2, …"],
          ]
        : [["own", "Piece"]];
    return [["region", "Region"], ...stones, [".", "Empty"], ["*", "Anything"]];
  }

  drawTools() {
    if (!this.toolList().some(([tool]) => tool === this.tool)) this.tool = this.toolList()[1][0];
    const pieces = GAMES[this.game]?.pieces ?? [];
    replace(
      this.tools,
      this.toolList().map(([tool, label], index) =>
        el(
          "button",
          {
            type: "button",
            role: "radio",
            "aria-checked": String(this.tool === tool),
            class: "tool",
            title: `Key ${index + 1}`,
            onclick: () => this.choose(tool),
          },
          label,
        ),
      ),
      this.tool === "own" &&
        (pieces.length
          ? select(
              pieces,
              (this.own ??= pieces[0]),
              (value) => {
                this.own = value;
              },
              { "aria-label": "Piece" },
            )
          : el("input", {
              type: "text",
              maxlength: "8",
              size: "4",
              value: this.own ?? "A",
              "aria-label": "Letter; lower case: a blank",
              oninput: (event) => {
                this.own = event.target.value;
              },
            })),
    );
    if (this.tool === "own" && !pieces.length) this.own ??= "A";
  }

  choose(tool) {
    this.tool = tool;
    this.firstCorner = null;
    if (tool === "number") this.next = 1;
    this.drawTools();
    this.tools.querySelector('[aria-checked="true"]').focus();
  }

  drawBelow() {
    const touches = {
      n: this.region?.[1] === 0,
      w: this.region?.[0] === 0,
      e: this.region?.[2] === this.dimensions.columns - 1,
      s: this.region?.[3] === this.dimensions.rows - 1,
    };
    const edgeBoxes = SIDES.filter(([side]) => touches[side]).map(([side, label]) =>
      checkbox(label, this.edges.includes(side), (on) =>
        this.keep({ edges: (on ? this.edges + side : this.edges.replace(side, "")) || null }),
      ),
    );
    const text = el("input", {
      type: "text",
      value: this.pattern() ?? "",
      spellcheck: "false",
      autocapitalize: "none",
    });
    const form = el(
      "form",
      {
        class: "row pattern-text",
        onsubmit: (event) => {
          event.preventDefault();
          this.go({
            pattern: text.value.trim() || null,
            board: null,
            region: null,
            edges: null,
            game: this.game,
            size: this.size,
          });
        },
      },
      field("Pattern as text", text),
      el("button", {}, "Search"),
    );
    replace(
      this.below,
      el(
        "div",
        { class: "row wrap" },
        button("Clear", () => this.go({ board: null, pattern: null, region: null, edges: null })),
        this.region && button("No region", () => this.keep({ region: null, edges: null })),
        edgeBoxes.length > 0 &&
          el("fieldset", { class: "edges" }, el("legend", {}, "Board edges belong to the pattern"), edgeBoxes),
      ),
      form,
    );
  }

  key(event) {
    if (event.key === "f") return flip(this.game);
    const tool = this.toolList()[Number(event.key) - 1];
    if (!tool) return false;
    this.choose(tool[0]);
    return true;
  }
}

function contentText(cell) {
  if (cell === "." || cell === undefined) return "empty";
  return { B: "Black", W: "White", "*": "anything" }[cell] ?? cell;
}

/// Where the move of a row lies, counted from the pattern's top left.
function patternPoint(row) {
  if (row.points?.length) return row.points.at(-1);
  const match = /^([A-Z]+)(\d+)$/.exec(row.move ?? "");
  if (!match) return null;
  const column = [...match[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [column, Number(match[2]) - 1];
}

function drawCell(cell, { x, y }, step, inside) {
  const faded = inside ? "" : " outside";
  const numbered = /^\{(\d+)([BW]?)\}$/.exec(cell);
  const colour =
    cell === "B" || numbered?.[2] === "B" ? "black" : cell === "W" || numbered?.[2] === "W" ? "white" : null;
  if (cell === "*") {
    const r = step * 0.22;
    return svg("path", {
      d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`,
      class: `anything${faded}`,
      "stroke-width": step * 0.11,
    });
  }
  const shape =
    colour || numbered
      ? svg("circle", {
          cx: x,
          cy: y,
          r: step * 0.45,
          class: `painted ${colour ?? "either"}`,
          "stroke-width": step * 0.05,
        })
      : svg("rect", {
          x: x - step * 0.42,
          y: y - step * 0.42,
          width: step * 0.84,
          height: step * 0.84,
          rx: step * 0.1,
          class: "painted piece",
          "stroke-width": step * 0.05,
        });
  const label = numbered ? numbered[1] : colour ? null : cell.replace(/[[\]{}]/g, "");
  return svg(
    "g",
    { class: `cell${faded}` },
    shape,
    label &&
      svg(
        "text",
        {
          x,
          y: y + step * 0.15,
          "text-anchor": "middle",
          "font-size": step * (label.length > 2 ? 0.3 : 0.45),
          class: `painted-text ${colour ?? "piece"}`,
        },
        label,
      ),
  );
}
