// A board: the picture that the server drew, and on it a cursor for the keyboard, the pointer and
// the finger. One tab stop; the table of moves beside it says the same in words.

import { boardStep, straighten, turnPicture } from "./board_view.js";
import { el, freshId, replace, speak, svg } from "./dom.js";
import { settings } from "./state.js";

const WHEEL_REST_MS = 70;

/// The geometry of a picture: center of the top left point, distance of points, shift of rows.
function geometryOf(picture) {
  const number = (key, otherwise = 0) => Number(picture.dataset[key] ?? otherwise);
  const step = number("step", 1);
  return {
    columns: number("columns"),
    rows: number("rows"),
    x: number("x"),
    y: number("y"),
    step,
    stepY: number("rowStep", step),
    slant: number("rowShift"),
  };
}

/// Several boards may stand on a page: each picture gets ids of its own.
function ownIds(picture) {
  const stem = freshId("board");
  for (const node of picture.querySelectorAll("[id]")) node.id = `${stem}-${node.id}`;
  for (const use of picture.querySelectorAll('[href^="#"]'))
    use.setAttribute("href", `#${stem}-${use.getAttribute("href").slice(1)}`);
}

export class Board {
  /// \param on.play     (column, row, event): a point was chosen. Without it the board has no cursor.
  /// \param on.hover    (column, row) or (null): the pointer is over a point.
  /// \param on.step     (+1 or -1): the wheel was turned by a notch.
  /// \param on.drag     (kind, column, row, event): "start", "move", "end" of a stroke, instead of play.
  /// \param cursor      arrow keys move a cursor on the board; else they are the page's
  /// \param describe    (column, row) -> what is said about a point.
  constructor({ label, on = {}, describe = () => "", hint = true, cursor = Boolean(on.play || on.drag) }) {
    this.on = on;
    this.hasCursor = cursor;
    this.describe = describe;
    this.cursor = null;
    this.marks = [];
    this.frame = el("div", { class: "board-frame" });
    this.hint = hint ? el("p", { class: "board-hint", "aria-hidden": "true" }) : null;
    this.surface = el(
      "div",
      {
        class: "board-surface",
        tabindex: "0",
        role: cursor ? "application" : "group",
        "aria-roledescription": "board",
        "aria-label": label,
      },
      this.frame,
    );
    this.element = el("div", { class: "board-block" }, this.surface, this.hint);
    this.listen();
  }

  /// Shows a picture: text of an SVG document from the server.
  show(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.localName !== "svg") throw new Error("The picture of the board cannot be read.");
    this.picture = document.adoptNode(parsed);
    ownIds(this.picture);
    // What it shows is said by the label, the live region and the table; a title would hang over
    // the points as a tooltip.
    this.picture.querySelector("title")?.remove();
    this.picture.setAttribute("aria-hidden", "true");
    this.geometry = geometryOf(this.picture);
    this.overlay = svg("g", { class: "overlay" });
    const { layer, turn } = turnPicture(this.picture);
    this.turn = turn;
    layer.append(this.overlay);
    replace(this.frame, this.picture);
    if (this.cursor) this.cursor = this.inside(this.cursor.column, this.cursor.row);
    this.drawOverlay();
  }

  /// Rings around points, on top of the picture: [column, row] pairs.
  ring(points) {
    this.marks = points;
    this.drawOverlay();
  }

  centre(column, row) {
    const g = this.geometry;
    return { x: g.x + column * g.step + row * g.slant, y: g.y + row * g.stepY };
  }

  /// Pages draw here what stays under rings and cursor.
  paint(draw) {
    this.painter = draw;
    this.drawOverlay();
  }

  drawOverlay() {
    if (!this.overlay) return;
    const { step } = this.geometry;
    replace(this.overlay);
    this.painter?.(this.overlay, this);
    for (const [column, row] of this.marks) {
      const { x, y } = this.centre(column, row);
      this.overlay.append(svg("circle", { cx: x, cy: y, r: step * 0.46, class: "ring", "stroke-width": step * 0.09 }));
    }
    if (this.cursor) {
      const { x, y } = this.centre(this.cursor.column, this.cursor.row);
      for (const [kind, width] of [
        ["under", 0.14],
        ["over", 0.07],
      ]) {
        this.overlay.append(
          svg("rect", {
            x: x - step / 2,
            y: y - step / 2,
            width: step,
            height: step,
            rx: step * 0.12,
            class: `cursor ${kind}`,
            "stroke-width": step * width,
          }),
        );
      }
    }
    if (this.turn) straighten(this.overlay, this.turn);
  }

  say(text) {
    if (this.hint) this.hint.textContent = text;
  }

  inside(column, row) {
    const { columns, rows } = this.geometry;
    return { column: Math.max(0, Math.min(columns - 1, column)), row: Math.max(0, Math.min(rows - 1, row)) };
  }

  /// The point nearest to a place on the screen; null where it lies outside the board.
  pointAt(event) {
    const matrix = this.overlay?.getScreenCTM(); // it is turned as the board is
    if (!matrix) return null;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const g = this.geometry;
    const row = Math.round((place.y - g.y) / g.stepY);
    const column = Math.round((place.x - g.x - row * g.slant) / g.step);
    return column < 0 || row < 0 || column >= g.columns || row >= g.rows ? null : { column, row };
  }

  moveCursor(column, row) {
    this.cursor = this.inside(column, row);
    this.drawOverlay();
    const text = this.describe(this.cursor.column, this.cursor.row);
    this.say(text);
    speak(text);
    this.on.cursor?.(this.cursor.column, this.cursor.row);
  }

  listen() {
    this.surface.addEventListener("keydown", (event) => this.key(event));
    this.surface.addEventListener("blur", () => {
      this.cursor = null;
      this.drawOverlay();
    });
    this.frame.addEventListener("pointermove", (event) => this.hover(event));
    this.frame.addEventListener("pointerleave", () => {
      this.say("");
      this.on.hover?.(null);
    });
    if (this.on.drag) this.listenToStrokes();
    else this.frame.addEventListener("click", (event) => this.click(event));
    this.surface.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  hover(event) {
    const point = this.pointAt(event);
    if (event.pointerType === "touch") return;
    this.say(point ? this.describe(point.column, point.row) : "");
    this.on.hover?.(point?.column ?? null, point?.row);
  }

  /// A finger covers the points under it: the first tap shows which one it is, the second plays.
  click(event) {
    const point = this.pointAt(event);
    if (!point || !this.on.play) return;
    const same = this.cursor && this.cursor.column === point.column && this.cursor.row === point.row;
    if (event.pointerType === "touch" && this.hasCursor && !same) {
      this.moveCursor(point.column, point.row);
      this.say(`${this.describe(point.column, point.row)} (tap again to play)`);
      return;
    }
    this.on.play(point.column, point.row, event);
  }

  listenToStrokes() {
    let last = null;
    const move = (kind, event) => {
      const point = this.pointAt(event);
      if (kind === "end") {
        if (last) this.on.drag("end", last.column, last.row, event);
        last = null;
      } else if (point && (kind === "start" || (last && (last.column !== point.column || last.row !== point.row)))) {
        last = point;
        this.on.drag(kind, point.column, point.row, event);
      }
    };
    this.frame.classList.add("strokes");
    this.frame.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.frame.setPointerCapture(event.pointerId);
      move("start", event);
    });
    this.frame.addEventListener("pointermove", (event) => last && move("move", event));
    this.frame.addEventListener("pointerup", (event) => move("end", event));
    this.frame.addEventListener("pointercancel", (event) => move("end", event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.hasCursor) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const middle = { column: Math.floor(this.geometry?.columns / 2), row: Math.floor(this.geometry?.rows / 2) };
    if (steps[event.key] && this.geometry) {
      const [dx, dy] = this.turn ? boardStep(this.turn, steps[event.key]) : steps[event.key];
      const from = this.cursor ?? { column: middle.column - dx, row: middle.row - dy };
      this.moveCursor(from.column + dx, from.row + dy);
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      const { column, row } = this.cursor;
      if (this.on.play) this.on.play(column, row, event);
      else for (const kind of ["start", "end"]) this.on.drag(kind, column, row, event);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /// One step a notch, however finely the wheel counts.
  wheel(event) {
    if (!this.on.step || event.ctrlKey || settings.get("wheel", "on") === "off" || !event.deltaY) return;
    event.preventDefault();
    const now = performance.now();
    const turned = event.deltaMode ? event.deltaY * 40 : event.deltaY;
    this.turned =
      Math.sign(turned) === Math.sign(this.turned ?? 0) && now - this.lastTurn < 400 ? this.turned + turned : turned;
    this.lastTurn = now;
    if (Math.abs(this.turned) < 40 || now - (this.lastStep ?? -WHEEL_REST_MS) < WHEEL_REST_MS) return;
    this.lastStep = now;
    this.turned = 0;
    this.on.step(Math.sign(turned));
  }
}
