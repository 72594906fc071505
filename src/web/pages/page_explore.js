// The explorer: a board with the moves that were played next, their table, and the games below.

import { channel, info, isAborted } from "./api.js";
import { command, copier, empty, failureText, fill, folded, notes } from "./blocks.js";
import { Board } from "./board.js";
import { BoardTools } from "./board_tools.js";
import { flip } from "./board_view.js";
import { columns as columnChart, resultBar } from "./chart.js";
import { button, checkbox, el, field, replace, select, speak } from "./dom.js";
import { filterBar, filterPairs, nothingText } from "./filters.js";
import { GAMES, count, moveLabel, percent, plural, seatMark, seats, shortCount, years } from "./format.js";
import { gamesBlock } from "./games_list.js";
import { icon } from "./icons.js";
import { isFromStart, lineOf, played, positionText, stepped } from "./line.js";
import { MoveInput } from "./move_input.js";
import { address, changed, go, settings, theme } from "./state.js";
import { table } from "./table.js";
import { rackForm, unseenTiles } from "./tiles.js";

const PATH = "/explore";
const ROWS_AT_FIRST = 20;
const LINE_PARTS = ["game", "size", "position", "orientation", "swap-colors", "variations"];

export async function page({ query }) {
  return new Explorer(await mainGame(), query);
}

/// The game of which the database holds most.
async function mainGame() {
  const { by_game: kinds } = await info().catch(() => ({ by_game: [] }));
  return [...kinds].sort((a, b) => b.games - a.games).find((row) => GAMES[row.game])?.game ?? "go";
}

/// Where the true score lies, as far as the games show.
function scoreLimits({ score_low: low, score_high: high }) {
  return typeof low === "number" ? `95 % interval: ${percent(low)} to ${percent(high)}` : null;
}

class Explorer {
  title = "Explore";

  constructor(game, query) {
    this.game = game;
    this.asking = channel();
    this.askingYears = channel();
    this.askingTree = channel();
    this.board = new Board({
      label: "Board with the next moves",
      describe: (column, row) => this.describe(column, row),
      on: {
        play: (column, row) => this.input.choose(column, row),
        hover: (column, row) => this.hover(column, row),
        step: (by) => this.step(by),
      },
    });
    this.input = new MoveInput({
      board: this.board,
      play: (move) => this.play(move),
      setPosition: (text) => this.setPosition(text),
    });
    this.boardTools = new BoardTools({ picture: () => this.answer.svg, name: () => `${this.gameNow}-next-moves` });
    this.bar = el("div", {});
    this.head = el("div", { class: "row" });
    this.options = el("div", { class: "row wrap options" });
    this.controls = el("div", { class: "controls" });
    this.status = el("p", { class: "status" });
    this.moves = el("div", { class: "moves-host" });
    this.years = folded("Games by year", true, (host) => this.loadYears(host));
    this.tree = folded(
      "Tree",
      query.has("depth"),
      (host) => this.loadTree(host),
      (open) => {
        if (open !== this.query.has("depth")) this.go({ depth: open ? 2 : null }, true);
      },
    );
    this.games = gamesBlock("Games with this position");
    this.facts = el("section", { class: "block" });
    this.tiles = el("div", {}); // of crossword games: the rack, and what is unseen
    this.node = this.layout();
    this.update(query);
  }

  layout() {
    return el(
      "div",
      {},
      el("div", { class: "page-head" }, el("h1", {}, "Explore"), this.head),
      el(
        "div",
        { class: "with-board" },
        el(
          "div",
          { class: "board-side" },
          this.board.element,
          this.controls,
          this.input.element,
          this.tiles,
          this.boardTools.element,
        ),
        el("div", { class: "text-side" }, this.bar, this.status, this.moves, this.options, this.years.node),
      ),
      this.games.node,
      this.tree.node,
      this.facts,
    );
  }

  update(query) {
    this.query = query;
    this.line = lineOf(query, { game: this.game });
    this.drawOptions();
    replace(this.bar, filterBar({ path: PATH, query, without: LINE_PARTS, reset: ["offset"] }));
    this.drawControls();
    this.load();
  }

  go(changes, replaceStep = false) {
    go(address(PATH, changed(this.query, { offset: null, ...changes })), { replace: replaceStep });
  }

  /// What the question needs: the position, the board it is of, and the filters.
  question() {
    const explicit = isFromStart(this.line) || this.query.has("game") || !this.line.given;
    return [
      ["position", this.text],
      ...(explicit ? [["game", this.line.game]] : []),
      ...(isFromStart(this.line) || this.query.has("size") ? [["size", this.line.size]] : []),
      ...filterPairs(this.query, { without: ["game", "size", "position"] }),
      ...this.query
        .getAll("position")
        .slice(1)
        .map((value) => ["position", value]),
    ];
  }

  picture() {
    return [
      ["svg", 1],
      ["theme", theme()],
      ...(this.line.game === "shogi" ? [["pieces", settings.get("pieces", "japanese")]] : []),
    ];
  }

  async load() {
    this.loading?.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    this.node.classList.add("waiting");
    try {
      this.text = await positionText(this.line, signal);
      if (signal.aborted) return;
      const pairs = this.question();
      const answer = await this.asking("explore", [...pairs, ...this.picture()]);
      this.input.prepare(
        {
          ...this.line,
          game: answer.game ?? this.line.game,
          text: this.text,
          position: answer.position,
          mover: answer.to_move,
          size: answer.width ? `${answer.width}x${answer.height}` : this.line.size,
        },
        answer,
      );
      this.show(answer);
      this.games.load(pairs, {
        query: this.query,
        href: (changes) => address(PATH, changed(this.query, changes)),
        what: "No game has this position.",
      });
      this.years.reload();
      this.tree.reload();
    } catch (error) {
      if (isAborted(error)) return;
      replace(
        this.moves,
        failureText(error, () => this.load()),
      );
      if (!(error.status >= 0)) throw error;
    }
    this.node.classList.remove("waiting");
  }

  show(answer) {
    this.answer = answer;
    this.gameNow = answer.game ?? this.line.game;
    this.board.show(answer.svg);
    this.boardTools.show({
      game: this.gameNow,
      position: answer.position,
      svgAddress: address("/api/v1/position.svg", [
        ["position", answer.position],
        ["theme", "light"],
      ]),
    });
    replace(
      this.tiles,
      this.gameNow === "crossword" && [
        rackForm(answer.position, (position) => this.setPosition(position)),
        unseenTiles(answer.unseen),
      ],
    );
    const mover = answer.to_move ? `${answer.to_move} to move` : "either side to move";
    const found = `in ${plural(answer.games, "game")}, ${plural(answer.visits, "visit")}; searched ${count(answer.searched)} of ${count(answer.of)}`;
    replace(this.status, el("strong", {}, mover), ` · ${found}`);
    speak(`${mover}, ${plural(answer.games, "game")}`);
    replace(
      this.moves,
      answer.rows.length ? this.movesTable(answer) : empty(nothingText(answer, "No game has this position.")),
      notes(answer),
      answer.undated && answer.rows.length ? el("p", { class: "note" }, nothingText(answer, "")) : null,
    );
    this.drawFacts(answer);
  }

  label(move) {
    return moveLabel(this.gameNow ?? this.line.game, move, this.input.size);
  }

  movesTable(answer) {
    const all = answer.rows;
    const shown = this.showAll === this.text ? all : all.slice(0, ROWS_AT_FIRST);
    const sums = {
      games: answer.games,
      visits: answer.visits,
      black_wins: total(all, "black_wins") + total(all, "first_wins"),
      draws: total(all, "draws"),
      white_wins: total(all, "white_wins") + total(all, "second_wins"),
    };
    const node = table({
      caption: "Next moves",
      hideCaption: true,
      rows: shown,
      sums,
      attributes: (row) => ({
        "data-move": row.move,
        onpointerenter: () => this.board.ring(this.pointsOf(row)),
        onpointerleave: () => this.board.ring([]),
      }),
      columns: this.moveColumns(answer),
    });
    node.classList.add("moves");
    const more =
      shown.length < all.length &&
      button(`Show all ${count(all.length)} moves (${shown.length} shown)`, () => {
        this.showAll = this.text;
        this.show(answer);
      });
    return [node, more];
  }

  moveColumns(answer) {
    const [first, second] = seats(this.gameNow);
    const share = (row) => (answer.games ? row.games / answer.games : 0);
    const several = new Set(answer.rows.map((row) => row.mover)).size > 1;
    const plays = (row) => row.move && row.move !== "end" && row.move !== "elsewhere";
    return [
      {
        label: "Move",
        head: true,
        class: "move",
        cell: (row) =>
          !row.move
            ? "All"
            : plays(row)
              ? [
                  el("a", { href: this.hrefOf(row) }, this.label(row.move)),
                  several && seatMark(this.gameNow, row.mover),
                ]
              : "ends here",
      },
      { label: "Games", number: true, cell: (row) => shortCount(row.games) },
      {
        label: "Share",
        number: true,
        wide: true,
        cell: (row) => (row.move ? percent(share(row), share(row) < 0.1 ? 1 : 0) : ""),
      },
      { label: `${first} / draw / ${second}`, class: "bar", cell: (row) => resultBar(row, [first, second]) },
      {
        label: "Score",
        number: true,
        cell: (row) => row.move && el("span", { title: scoreLimits(row) }, percent(row.score)),
      },
      answer.rows.some((row) => typeof row.mean_points === "number") && {
        label: "Points",
        number: true,
        cell: (row) => row.mean_points ?? "",
      },
      { label: "Years", wide: true, class: "years", cell: (row) => years(row.first_year, row.last_year) },
      {
        label: "Last game",
        wide: true,
        number: true,
        cell: (row) => row.sample && el("a", { href: sampleAddress(row.sample) }, row.sample),
      },
    ].filter(Boolean);
  }

  moverName(mover) {
    if (this.gameNow === "crossword") return "";
    return mover === "B" ? seats(this.gameNow)[0] : mover === "W" ? seats(this.gameNow)[1] : mover;
  }

  hrefOf(row) {
    return address(PATH, changed(this.query, { offset: null, ...played(this.line, row.move) }));
  }

  pointsOf(row) {
    return Array.isArray(row.points) ? row.points : [];
  }

  rowAt(column, row) {
    return this.answer?.rows.find((one) => {
      const last = this.pointsOf(one).at(-1);
      return last && last[0] === column && last[1] === row;
    });
  }

  describe(column, row) {
    const found = this.rowAt(column, row);
    const label = this.input.pointName(column, row);
    if (!found) return label;
    return `${this.label(found.move)}, ${this.moverName(found.mover ?? "")}, ${percent(found.games / this.answer.games)}, ${plural(found.games, "game")}`;
  }

  hover(column, row) {
    const found = column === null ? null : this.rowAt(column, row);
    for (const line of this.moves.querySelectorAll("tr[data-move]"))
      line.classList.toggle("lit", Boolean(found) && line.dataset.move === found.move);
  }

  play(move) {
    this.go(played(this.line, move));
  }

  setPosition(text) {
    this.go({
      position: text,
      play: null,
      ply: null,
      ...(text.startsWith("moves:") ? {} : { game: null, size: null }),
    });
  }

  step(by) {
    const at = this.line.at + by;
    if (at >= 0 && at <= this.line.plays.length) this.go(stepped(this.line, at));
  }

  key(event) {
    const { at, plays } = this.line;
    const actions = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => at && this.go(stepped(this.line, 0)),
      End: () => at < plays.length && this.go(stepped(this.line, plays.length)),
      f: () => flip(this.gameNow),
    };
    if (event.shiftKey && event.key === " ") {
      const best = this.answer?.rows.find((row) => row.move !== "end");
      if (best) this.play(best.move);
      return true;
    }
    if (!actions[event.key] || event.shiftKey) return false;
    actions[event.key]();
    return true;
  }

  drawControls() {
    const { at, plays } = this.line;
    const control = (label, symbol, to) =>
      el(
        "button",
        {
          type: "button",
          class: "control",
          "aria-label": label,
          title: label,
          disabled: to === at || to < 0 || to > plays.length,
          onclick: () => this.go(stepped(this.line, to)),
        },
        icon(symbol),
      );
    const focused =
      document.activeElement?.closest(".controls") === this.controls
        ? document.activeElement.getAttribute("aria-label")
        : null;
    replace(
      this.controls,
      control("To the start", "first", 0),
      control("Back one move", "back", at - 1),
      control("Forward one move", "forward", at + 1),
      control("To the end of the line", "last", plays.length),
      GAMES[this.line.game]?.pass && button("Pass", () => this.input.submit("pass"), { class: "control text" }),
      el("span", { class: "line-text" }, plays.length ? this.lineText() : ""),
    );
    if (focused) this.controls.querySelector(`[aria-label="${focused}"]:not([disabled])`)?.focus();
  }

  lineText() {
    return this.line.plays.map((move, index) => [
      el(
        "a",
        {
          href: address(PATH, changed(this.query, { offset: null, ...stepped(this.line, index + 1) })),
          "aria-current": index + 1 === this.line.at ? "step" : null,
          class: index >= this.line.at ? "later" : null,
        },
        moveLabel(this.line.game, move, this.line.size),
      ),
      " ",
    ]);
  }

  drawOptions() {
    const { game, size } = this.line;
    const orientation = this.query.get("orientation") ?? "any";
    const sizes = [...new Set([...(GAMES[game]?.sizes ?? []), size])];
    replace(
      this.head,
      select(
        Object.entries(GAMES).map(([key, { label }]) => [key, label]),
        game,
        (value) => this.go({ game: value, size: null, position: null, play: null, ply: null }),
        { "aria-label": "Game" },
      ),
      sizes.length > 1 &&
        select(
          sizes.map((one) => [one, one.includes("x") ? one : `${one}×${one}`]),
          size,
          (value) => this.go({ size: value, position: null, play: null, ply: null, game }),
          { "aria-label": "Board size" },
        ),
    );
    replace(
      this.options,
      select(
        [
          ["any", "any orientation"],
          ["exact", "this orientation"],
          ["mirror", "left-right mirror too"],
        ],
        orientation,
        (value) => this.go({ orientation: value === "any" ? null : value }),
        { "aria-label": "Orientation" },
      ),
      checkbox("colors exchanged too", this.query.get("swap-colors") === "1", (on) =>
        this.go({ "swap-colors": on ? "1" : null }),
      ),
      checkbox("variations", this.query.get("variations") === "1", (on) => this.go({ variations: on ? "1" : null })),
      game === "shogi" &&
        select(
          [
            ["japanese", "Kanji"],
            ["latin", "Letters"],
          ],
          settings.get("pieces", "japanese"),
          (value) => settings.set("pieces", value),
          { "aria-label": "Pieces" },
        ),
    );
  }

  drawFacts(answer) {
    const position = answer.position ?? "";
    const moves = isFromStart(this.line) ? this.text : null;
    replace(
      this.facts,
      el("h2", {}, "This position"),
      el(
        "div",
        { class: "row wrap" },
        copier("Copy CGP", () => position),
        this.input.sfen && copier("Copy SFEN", () => this.input.sfen),
        moves && copier("Copy moves", () => moves),
        copier("Copy address", () => location.href),
        el(
          "a",
          {
            class: "button small",
            href: address("/pattern", [
              ["game", this.gameNow],
              ["from", position],
            ]),
          },
          "Search a part of it",
        ),
      ),
      el("p", { class: "cgp" }, el("code", {}, position)),
      command(answer.command),
    );
  }

  loadYears(host) {
    if (!this.text) return;
    fill(
      host,
      () => this.askingYears("stats", [["by", "year"], ...this.question()]),
      ({ rows }) => {
        const known = rows.filter((row) => row.year);
        if (known.length < 2) return empty(known.length ? `All in ${known[0].year}.` : "No year is known.");
        return columnChart(
          "Games by year",
          known.map((row) => ({ label: row.year, parts: [{ value: row.games, class: "c1" }] })),
          120,
        );
      },
    );
  }

  loadTree(host) {
    if (!this.text) return;
    const depth = Math.min(8, Math.max(1, Number(this.query.get("depth")) || 2));
    fill(
      host,
      () => this.askingTree("explore", [["depth", depth], ["limit", 5], ...this.question()]),
      ({ rows }) => [
        field(
          "Moves to look ahead",
          select([1, 2, 3, 4, 5, 6, 7, 8], depth, (value) => this.go({ depth: value }, true)),
        ),
        rows.length
          ? el(
              "ul",
              { class: "tree" },
              branches(rows).map((branch) => this.branch(branch)),
            )
          : empty("No move follows."),
      ],
    );
  }

  branch({ row, children }, before = []) {
    const moves = [...before, row.move];
    const label = this.label(row.move);
    const shown =
      row.move === "end"
        ? "ends here"
        : el("a", { href: address(PATH, changed(this.query, { offset: null, ...played(this.line, moves) })) }, label);
    return el(
      "li",
      {},
      shown,
      el(
        "span",
        { class: "quiet" },
        ` ${count(row.games)}${row.score === null || row.score === undefined ? "" : ` · ${percent(row.score)}`}`,
      ),
      children.length > 0 &&
        el(
          "ul",
          {},
          children.map((child) => this.branch(child, moves)),
        ),
    );
  }
}

const total = (rows, key) => rows.reduce((sum, row) => sum + (row[key] ?? 0), 0);

function sampleAddress(sample) {
  const [id, ply] = sample.split(":");
  return address(`/games/${id}`, { ply });
}

/// Rows of a tree, which follow their parents, as branches: at most 8 deep.
function branches(rows) {
  const top = [];
  const open = [];
  for (const row of rows) {
    const branch = { row, children: [] };
    (row.depth > 1 && open[row.depth - 1] ? open[row.depth - 1].children : top).push(branch);
    open[row.depth] = branch;
    open.length = row.depth + 1;
  }
  return top;
}
