// What can be done with a board beside playing on it: see it from another side, take a picture of
// it, read it as text.

import { channel } from "./api.js";
import { failureText, fill, folded } from "./blocks.js";
import { setView, turnPicture, viewOf, viewsOf } from "./board_view.js";
import { button, el, freshId, replace, select, speak } from "./dom.js";
import { address, settings, theme } from "./state.js";

const MIN_PIXELS = 1000; // of the width of a picture

/// A picture of the server's as the reader sees the board, as a PNG.
async function toPng(text) {
  const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  turnPicture(picture);
  const [, , width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
  const scale = Math.max(2, MIN_PIXELS / width);
  picture.setAttribute("width", Math.round(width * scale));
  picture.setAttribute("height", Math.round(height * scale));
  const drawn = new XMLSerializer().serializeToString(picture);
  const source = URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = el("canvas", { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((png) => (png ? resolve(png) : reject(new Error("The picture is too large."))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(source);
  }
}

function save(blob, name) {
  const link = URL.createObjectURL(blob);
  el("a", { href: link, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(link), 10000);
}

export class BoardTools {
  /// \param picture  () -> the text of an SVG document, or a promise of it
  /// \param name     () -> what a picture's file is called, without its ending
  constructor({ picture, name }) {
    this.picture = picture;
    this.name = name;
    this.asking = channel();
    this.row = el("div", { class: "row wrap" });
    this.trouble = el("div", {});
    this.text = folded("Board as text", false, (host) => this.loadText(host));
    this.text.node.classList.add("board-text");
    this.element = el("div", { class: "board-tools" }, this.row, this.trouble);
  }

  /// \param position    CGP, to be shown as text; none: there is no such
  /// \param svgAddress  of the picture by itself, if it has one
  show({ game, position = null, svgAddress = null }) {
    this.position = position;
    if (game !== this.game) {
      this.game = game;
      this.draw();
    }
    if (this.choice) this.choice.value = viewOf(game);
    this.link.hidden = !svgAddress;
    if (svgAddress) this.link.setAttribute("href", svgAddress);
    if (!position) return;
    if (!this.text.node.parentNode) this.element.append(this.text.node);
    this.text.reload();
  }

  draw() {
    const views = viewsOf(this.game);
    this.choice =
      views.length > 1
        ? select(views, viewOf(this.game), (view) => setView(this.game, view), {
            "aria-label": "View of the board",
            title: "Key f",
          })
        : null;
    this.link = el("a", { class: "button small", target: "_blank" }, "Picture (SVG)");
    const png = button("Picture (PNG)", () => this.savePng(png), { class: "small" });
    replace(this.row, this.choice, this.link, png);
  }

  async savePng(node) {
    node.disabled = true;
    replace(this.trouble);
    try {
      save(await toPng(await this.picture()), `${this.name()}.png`);
      speak("Picture saved");
    } catch (error) {
      replace(this.trouble, failureText(error));
    }
    node.disabled = false;
  }

  loadText(host) {
    const { position } = this;
    if (!position) return;
    fill(
      host,
      () =>
        this.asking("position", {
          position,
          text: 1,
          ...(this.game === "shogi" ? { pieces: settings.get("pieces", "japanese") } : {}),
        }),
      ({ text }) =>
        el("pre", { tabindex: "0", id: freshId("board-text"), role: "region", "aria-label": "Board as text" }, text),
    );
  }
}

/// The picture of a position of a game, with names and result.
export function gamePicture(id, parameters) {
  return address(`/api/v1/games/${id}/board.svg`, { theme: theme(), ...parameters });
}
