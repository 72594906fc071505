// One game: its board, moves and variations, comments, times, evaluations, and all that its record says.

import { ask, channel, isAborted } from "./api.js";
import { copier, empty, failureText, fill, folded } from "./blocks.js";
import { Board } from "./board.js";
import { BoardTools, gamePicture } from "./board_tools.js";
import { flip } from "./board_view.js";
import { lines } from "./chart.js";
import { el, freshId, name, replace, select, speak } from "./dom.js";
import { exactly, playerAddress } from "./filters.js";
import { bytes, clock, count, gameLabel, moveLabel, plural, seats } from "./format.js";
import { GameTree } from "./game_tree.js";
import { icon } from "./icons.js";
import { address, changed, go, settings, theme } from "./state.js";
import { table } from "./table.js";
import { unseenTiles } from "./tiles.js";

const MAX_KEPT = 300; // positions in memory
const MAX_MOVES = 5000; // in the list of moves
const MAX_RECORD = 200000; // characters shown
const COUNT_REST_MS = 350;
const SPEEDS = [
  ["400", "fast"],
  ["1000", "1 s"],
  ["2000", "2 s"],
  ["5000", "5 s"],
];
const NUMBERED = [
  ["", "last move"],
  ["5", "last 5"],
  ["20", "last 20"],
  ["1000", "all numbered"],
];
const PIECE_SETS = [
  ["japanese", "Kanji"],
  ["latin", "Letters"],
];
/// Facts shown at once; the others are in a list that opens.
const MAIN_FACTS = [
  ["event", "Event"],
  ["round", "Round"],
  ["date", "Date"],
  ["place", "Place"],
  ["result", "Result"],
  ["rules", "Rules"],
  ["komi", "Komi"],
  ["handicap", "Handicap"],
  ["time_limit", "Time"],
  ["overtime", "Overtime"],
  ["opening", "Opening"],
  ["lexicon", "Word list"],
  ["annotator", "Annotator"],
  ["game_name", "Name"],
];

/// The text of an answer in the charset that it names; UTF-8 where a browser does not know that.
async function decoded(response) {
  const label = /charset=([^;]+)/.exec(response.headers.get("Content-Type") ?? "")?.[1] ?? "utf-8";
  const encoded = await response.arrayBuffer();
  try {
    return new TextDecoder(label).decode(encoded);
  } catch {
    return new TextDecoder().decode(encoded);
  }
}

export async function page({ pieces, query }) {
  const id = Number(pieces[1]);
  const facts = await ask(`games/${id}`);
  const moves = facts.last_ply === null ? { rows: [], comments: [] } : await ask(`games/${id}/moves`);
  return new GamePage(facts, moves, query);
}

class GamePage {
  constructor(facts, moves, query) {
    Object.assign(this, facts);
    this.id = facts.game.id;
    this.size = facts.game.width ? `${facts.game.width}x${facts.game.height}` : "19";
    this.rows = moves.rows;
    this.tree = new GameTree(moves.rows, facts.last_ply);
    this.comments = new Map();
    for (const row of moves.comments ?? []) this.comments.set(row.ply, [...(this.comments.get(row.ply) ?? []), row]);
    this.problemsAt = new Map();
    for (const row of facts.problems ?? [])
      this.problemsAt.set(row.ply, [...(this.problemsAt.get(row.ply) ?? []), row]);
    this.kept = new Map();
    this.counting = channel();
    this.title = `${facts.game.players ?? "Game"} · ${this.id}`;
    this.build();
    this.update(query);
  }

  // Layout.

  build() {
    const { game } = this;
    this.board = new Board({
      label: "Board",
      cursor: false,
      hint: false,
      on: {
        play: (column, row, event) => (event.shiftKey ? this.jumpTo(column, row) : this.step(1)),
        step: (by) => this.step(by),
      },
    });
    this.boardTools = new BoardTools({
      picture: async () => {
        const wanted = { ply: this.ply, caption: 1, ...this.pictureOptions() };
        return (await fetch(gamePicture(this.id, wanted))).text();
      },
      name: () => `game-${this.id}-move-${this.ply}`,
    });
    this.unseen = el("div", {});
    this.position = el("p", { class: "status" });
    this.words = el("div", { class: "words" });
    this.list = el("div", { class: "move-list", tabindex: "0", role: "region", "aria-label": "Moves" });
    this.elsewhere = el("p", { class: "row wrap" });
    this.curve = el("div", {});
    const hasBoard = this.last_ply !== null;
    replace(
      (this.node = el("article", {})),
      el(
        "div",
        { class: "page-head" },
        el("h1", {}, this.heading()),
        el("span", { class: "quiet" }, `${gameLabel(game.game)}${game.size ? ` ${game.size}` : ""} · game ${this.id}`),
      ),
      hasBoard
        ? el(
            "div",
            { class: "with-board" },
            el(
              "div",
              { class: "board-side" },
              this.board.element,
              this.controls(),
              this.words,
              this.boardTools.element,
            ),
            el("div", { class: "text-side" }, this.mainFacts(), this.list, this.unseen, this.curve, this.elsewhere),
          )
        : [this.mainFacts(), empty("No position of this game is known: its moves are not replayed.")],
      this.problemList(),
      this.bookmarkList(),
      this.copies(),
      this.allFacts(),
      this.record(),
    );
    if (hasBoard) this.drawMoves();
  }

  heading() {
    const { game } = this;
    const people = this.players?.length ? this.players : [{ name: game.black }, { name: game.white }];
    return people.map((seat, index) => [
      index > 0 ? " – " : "",
      seat.name ? el("a", { href: playerAddress(seat.person ?? seat.name) }, name(seat.name, 80)) : name(null),
      seat.rank && el("span", { class: "rank" }, " ", el("bdi", { dir: "auto" }, seat.rank.slice(0, 12))),
    ]);
  }

  mainFacts() {
    const { game } = this;
    const value = (key) => {
      const text = String(game[key]);
      if (key === "event") return el("a", { href: address("/games", { event: exactly(text) }) }, name(text, 200));
      if (key === "result")
        return [
          text,
          game.result_raw && game.result_raw !== text
            ? el("span", { class: "quiet" }, " written ", el("bdi", { dir: "auto" }, game.result_raw.slice(0, 80)))
            : null,
          game.result_from && game.result_from !== "written"
            ? el("span", { class: "quiet" }, ` from: ${game.result_from}`)
            : null,
          game.result_disputed ? el("span", { class: "quiet" }, " (the record contradicts itself)") : null,
        ];
      return name(text, 200);
    };
    return el(
      "dl",
      { class: "facts" },
      MAIN_FACTS.filter(([key]) => game[key] !== null && game[key] !== undefined && game[key] !== "").map(
        ([key, label]) => [el("dt", {}, label), el("dd", {}, value(key))],
      ),
    );
  }

  controls() {
    const steps = this.stepButtons();
    this.slider = el("input", {
      type: "range",
      min: "0",
      value: "0",
      class: "slider",
      "aria-label": "Move",
      oninput: () => this.to(this.line[Number(this.slider.value)].ply),
    });
    const speed = select(SPEEDS, settings.get("speed", "1000"), (value) => settings.set("speed", value), {
      "aria-label": "Time for each move",
    });
    const numbers = select(
      NUMBERED,
      settings.get("numbers", ""),
      (value) => {
        settings.set("numbers", value);
        this.kept.clear();
        this.showPosition();
      },
      { "aria-label": "Numbers on the last moves" },
    );
    return el(
      "div",
      { class: "viewer-controls" },
      steps,
      this.slider,
      el(
        "div",
        { class: "row wrap small-controls" },
        this.position,
        speed,
        numbers,
        this.game.game === "shogi" &&
          select(PIECE_SETS, settings.get("pieces", "japanese"), (value) => settings.set("pieces", value), {
            "aria-label": "Pieces",
          }),
      ),
    );
  }

  stepButtons() {
    const control = (label, symbol, action) =>
      el(
        "button",
        { type: "button", class: "control", "aria-label": label, title: label, onclick: action },
        icon(symbol),
      );
    this.play = control("Play by itself", "play", () => this.toggleAutoplay());
    return el(
      "div",
      { class: "controls" },
      control("Start", "first", () => this.to(0)),
      control("Ten back", "back10", () => this.step(-10)),
      control("Back", "back", () => this.step(-1)),
      control("Forward", "forward", () => this.step(1)),
      control("Ten forward", "forward10", () => this.step(10)),
      control("End", "last", () => this.to(this.line.at(-1).ply)),
      this.play,
    );
  }

  /// The list of moves, variations indented below the move that they replace. Not recursive: records
  /// nest as deep as they like.
  drawMoves() {
    this.links = new Map();
    const open = [{ host: this.list, node: this.tree.next(0), depth: 0 }];
    let shown = 0;
    while (open.length) {
      const { host, node: first, depth } = open.pop();
      for (let node = first; node && shown < MAX_MOVES; node = node.children[0], ++shown) {
        host.append(this.moveLink(node), " ");
        if (node === first && depth > 0) continue;
        for (const other of node.parent.children.slice(1)) {
          const inner = el("div", { class: `variation depth-${Math.min(6, depth + 1)}` });
          host.append(inner);
          open.push({ host: inner, node: other, depth: depth + 1 });
        }
      }
    }
    if (shown >= MAX_MOVES)
      this.list.append(el("p", { class: "note" }, `The first ${count(MAX_MOVES)} moves are listed.`));
  }

  moveLink(node) {
    const { ply, row } = node;
    const marks = [this.comments.has(ply) && "comment", this.problemsAt.has(ply) && "problem"].filter(Boolean);
    const link = el(
      "a",
      {
        href: address(`/games/${this.id}`, { ply }),
        class: ["move", row?.mover === "W" ? "second" : "first", ...marks].join(" "),
        title: marks.length ? `has a ${marks.join(" and a ")}` : null,
      },
      el("span", { class: "n" }, ply),
      " ",
      row?.move ? moveLabel(this.game.game, row.move, this.size) : "setup",
    );
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.to(ply);
    });
    this.links.set(ply, link);
    return link;
  }

  // Moving.

  update(query) {
    this.query = query;
    if (this.last_ply === null) return;
    const asked = Number(query.get("ply")) || 0;
    this.ply = this.tree.at(asked) ? asked : 0;
    this.line = this.tree.line(this.ply);
    this.showPosition();
  }

  /// Steps leave no trace in the history: Back goes to where the game was opened from.
  to(ply) {
    if (ply !== this.ply)
      go(address(`/games/${this.id}`, changed(this.query, { ply: ply || null })), { replace: true });
  }

  step(by) {
    const at = this.line.findIndex((node) => node.ply === this.ply);
    this.to(this.line[Math.max(0, Math.min(this.line.length - 1, at + by))].ply);
  }

  /// To the last move on a point, else to the first one that is still to come.
  jumpTo(column, row) {
    const at = this.line.findIndex((node) => node.ply === this.ply);
    const isThere = (node) => (node.row?.points ?? []).some(([x, y]) => x === column && y === row);
    const found =
      this.line
        .slice(0, at + 1)
        .reverse()
        .find(isThere) ?? this.line.find(isThere);
    if (found) this.to(found.ply);
  }

  toggleAutoplay() {
    const stop = this.timer;
    clearTimeout(this.timer);
    this.timer = null;
    if (!stop) this.autoplay();
    this.drawAutoplay();
  }

  autoplay() {
    this.timer = setTimeout(
      () => {
        if (!this.node.isConnected || this.ply === this.line.at(-1).ply) {
          this.timer = null;
          this.drawAutoplay();
          return;
        }
        this.step(1);
        this.autoplay();
      },
      Number(settings.get("speed", "1000")),
    );
  }

  drawAutoplay() {
    replace(this.play, icon(this.timer ? "pause" : "play"));
    this.play.setAttribute("aria-label", this.timer ? "Stop" : "Play by itself");
    this.play.setAttribute("aria-pressed", String(Boolean(this.timer)));
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.countTimer);
  }

  key(event) {
    const other = (by) => {
      const sibling = this.tree.sibling(this.ply, by);
      if (sibling) this.to(sibling.ply);
    };
    const actions = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => other(-1),
      ArrowDown: () => other(1),
      Home: () => this.to(0),
      End: () => this.to(this.line.at(-1).ply),
      PageUp: () => this.step(-10),
      PageDown: () => this.step(10),
      " ": () => this.toggleAutoplay(),
      f: () => flip(this.game.game),
    };
    if (this.last_ply === null || !actions[event.key]) return false;
    if (
      (event.key === "ArrowUp" || event.key === "ArrowDown") &&
      (this.tree.previous(this.ply)?.children.length ?? 0) < 2
    )
      return false;
    actions[event.key]();
    return true;
  }

  // What is shown.

  positionOf(ply) {
    const key = `${ply}|${theme()}|${settings.get("pieces", "japanese")}|${settings.get("numbers", "")}`;
    if (!this.kept.has(key)) {
      if (this.kept.size > MAX_KEPT) this.kept.clear();
      const answer = ask(`games/${this.id}/positions/${ply}`, { svg: 1, theme: theme(), ...this.pictureOptions() });
      answer.catch(() => this.kept.delete(key));
      this.kept.set(key, answer);
    }
    return this.kept.get(key);
  }

  pictureOptions() {
    return {
      ...(settings.get("numbers", "") ? { last: settings.get("numbers", "") } : {}),
      ...(this.game.game === "shogi" ? { pieces: settings.get("pieces", "japanese") } : {}),
    };
  }

  async showPosition() {
    const ply = this.ply;
    this.drawPlace();
    try {
      const answer = await this.positionOf(ply);
      if (ply !== this.ply) return;
      this.board.show(answer.svg);
      replace(this.position, this.positionText(answer));
      this.cgp = answer.position;
      replace(this.unseen, unseenTiles(answer.unseen));
      this.boardTools.show({
        game: this.game.game,
        position: answer.position,
        svgAddress: gamePicture(this.id, { ply, theme: "light" }),
      });
      for (const near of [this.tree.next(ply), this.tree.previous(ply)])
        if (near) this.positionOf(near.ply).catch(() => {});
    } catch (error) {
      if (!isAborted(error) && ply === this.ply)
        replace(
          this.position,
          failureText(error, () => this.showPosition()),
        );
    }
  }

  positionText({ to_move: mover, taken }) {
    const node = this.tree.at(this.ply);
    const { row } = node;
    const [first, second] = seats(this.game.game);
    const played = row?.move
      ? `${this.ply}. ${moveLabel(this.game.game, row.move, this.size)}`
      : this.ply === 0
        ? "Start"
        : `${this.ply}. setup`;
    const times =
      row && (row.seconds_spent !== null || row.seconds_left !== null)
        ? [
            row.seconds_spent !== null && row.seconds_spent !== undefined ? `took ${clock(row.seconds_spent)}` : "",
            row.seconds_left !== null && row.seconds_left !== undefined ? `${clock(row.seconds_left)} left` : "",
          ]
            .filter(Boolean)
            .join(", ")
        : "";
    const parts = [
      mover && `${mover} to move`,
      times,
      row?.value !== null && row?.value !== undefined && `evaluation ${row.value}`,
      row?.annotations,
      taken && taken.some(Boolean) && `taken: ${first} ${taken[0]}, ${second} ${taken[1]}`,
    ];
    speak([played, mover && `${mover} to move`].filter(Boolean).join(", "));
    return [el("strong", {}, played), parts.filter(Boolean).map((part) => [" · ", part])];
  }

  drawPlace() {
    const at = this.line.findIndex((node) => node.ply === this.ply);
    this.slider.max = String(this.line.length - 1);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `move ${this.ply} of ${this.line.at(-1).ply}`);
    this.list.querySelector('[aria-current="step"]')?.removeAttribute("aria-current");
    const link = this.links.get(this.ply);
    link?.setAttribute("aria-current", "step");
    // Scrolls the list, never the page.
    if (link) this.list.scrollTop = link.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
    const words = [
      ...(this.comments.get(this.ply) ?? []).flatMap((row) => [
        row.name && el("p", { class: "node-name" }, name(row.name, 300)),
        row.comment && el("p", { class: "comment", dir: "auto" }, row.comment.slice(0, 20000)),
      ]),
      ...(this.problemsAt.get(this.ply) ?? []).map((row) =>
        el(
          "p",
          { class: "problem" },
          el("strong", {}, "Problem: "),
          row.kind.replaceAll("_", " "),
          row.message && [": ", name(row.message, 300)],
        ),
      ),
    ];
    replace(this.words, words);
    this.drawCurve();
    this.drawElsewhere();
  }

  /// Evaluations of the record as a curve; a click goes to the move.
  drawCurve() {
    const points = this.rows
      .filter(
        (row) =>
          row.value !== null && row.value !== undefined && Number.isFinite(Number(row.value)) && row.main_line !== 0,
      )
      .map((row) => ({ x: row.ply, y: Number(row.value) }));
    if (points.length < 2) return;
    replace(
      this.curve,
      lines(`Evaluations of the record, ${points.length} moves`, [{ label: "value", class: "c1", points }], {
        height: 120,
        zero: true,
        at: this.ply,
        onpick: (x) => {
          const nearest = points.reduce((best, point) => (Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best));
          this.to(nearest.x);
        },
      }),
    );
  }

  drawElsewhere() {
    const position = `@${this.id}:${this.ply}`;
    const explore = el(
      "a",
      {
        class: "button",
        href: address("/explore", [
          ["game", this.game.game],
          ["size", this.game.size ?? this.size],
          ["position", position],
        ]),
      },
      "Explore this position",
    );
    const found = el("span", { class: "quiet" });
    replace(
      this.elsewhere,
      explore,
      copier("Copy CGP", () => this.cgp ?? ""),
      copier("Copy address", () => location.href),
      found,
    );
    clearTimeout(this.countTimer);
    this.countTimer = setTimeout(async () => {
      try {
        const { total } = await this.counting("games", { position, limit: 1, columns: "id" });
        replace(found, `This position: ${plural(total, "game")}`);
      } catch {
        /* the link to the explorer says the same, and why it fails */
      }
    }, COUNT_REST_MS);
  }

  // All that the record says.

  problemList() {
    if (!this.problems?.length) return null;
    return el(
      "section",
      { class: "block" },
      el("h2", {}, `Problems: ${count(this.problems.length)}`),
      table({
        caption: "What is wrong with this record",
        hideCaption: true,
        rows: this.problems,
        columns: [
          {
            label: "Move",
            number: true,
            cell: (row) =>
              row.ply === null ? "–" : el("a", { href: address(`/games/${this.id}`, { ply: row.ply }) }, row.ply),
          },
          { label: "Kind", cell: (row) => row.kind.replaceAll("_", " ") },
          { label: "More", cell: (row) => row.message && name(row.message, 300) },
          { label: "Byte", number: true, wide: true, cell: (row) => count(row.offset) },
        ],
      }),
    );
  }

  bookmarkList() {
    if (!this.bookmarks?.length) return null;
    return el(
      "section",
      { class: "block" },
      el("h2", {}, "Bookmarks"),
      el(
        "p",
        { class: "row wrap" },
        this.bookmarks.map(({ number, ply }) =>
          el("a", { class: "button small", href: address(`/games/${this.id}`, { ply }) }, `${number}: move ${ply}`),
        ),
      ),
    );
  }

  copies() {
    const part = folded("Copies of this game", false, (host) =>
      fill(
        host,
        () => ask(`games/${this.id}/copies`),
        ({ rows }) => {
          const others = rows.filter((row) => (row.id ?? row.game_id) !== this.id);
          if (!others.length) return empty("No other game in this database is a copy of it.");
          return el(
            "ul",
            {},
            others.map((row) => {
              const id = row.id ?? row.game_id;
              return el(
                "li",
                {},
                el("a", { href: address(`/games/${id}`) }, `Game ${id}`),
                " ",
                name(row.players, 100),
                row.date && [", ", name(row.date, 40)],
                " · ",
                el("a", { href: address("/duplicates", { a: this.id, b: id }) }, "side by side"),
              );
            }),
          );
        },
      ),
    );
    return part.node;
  }

  allFacts() {
    const facts = Object.entries(this.game).filter(([, value]) => value !== null && value !== "");
    const part = folded("All facts and properties", false, (host) =>
      replace(
        host,
        el(
          "div",
          { class: "two-columns" },
          table({
            caption: "What was understood",
            rows: facts,
            columns: [
              { label: "Column", head: true, cell: ([key]) => key },
              { label: "Value", cell: ([, value]) => name(String(value), 400) },
            ],
          }),
          this.properties?.length
            ? table({
                caption: "Other properties, as written",
                rows: this.properties,
                columns: [
                  { label: "Property", head: true, cell: (row) => row.ident },
                  { label: "Value", cell: (row) => name(row.value, 400) },
                ],
              })
            : null,
        ),
      ),
    );
    return part.node;
  }

  record() {
    const { game } = this;
    const link = address(`/api/v1/games/${this.id}/record`);
    const part = folded("The record as it was found", false, (host) =>
      fill(
        host,
        async () => {
          const response = await fetch(link);
          if (!response.ok)
            throw Object.assign(new Error("The text of this record was not stored."), { status: response.status });
          return decoded(response);
        },
        (text) => [
          el(
            "p",
            { class: "quiet" },
            el("bdi", { class: "name", dir: "auto" }, `${game.source}${game.member ? `!${game.member}` : ""}`),
            `, byte ${count(game.offset)}, ${bytes(game.length)}, hash `,
            el("code", {}, game.record_hash),
          ),
          el("p", {}, el("a", { class: "button small", href: link, download: "" }, "Download")),
          el(
            "pre",
            { tabindex: "0", id: freshId("record"), "aria-label": "Text of the record", role: "region" },
            text.slice(0, MAX_RECORD),
          ),
          text.length > MAX_RECORD
            ? el("p", { class: "note" }, `The first ${count(MAX_RECORD)} characters; the download has all.`)
            : null,
        ],
      ),
    );
    return part.node;
  }
}
