// Pictures on buttons. Drawn here: fonts lack them, or make colored emoji of them.

import { svg } from "./dom.js";

const LEFT = "M15 5 8 12l7 7z";
const RIGHT = "M9 5l7 7-7 7z";
const PATHS = {
  first: "M6 5h2.2v14H6zM19 5l-8 7 8 7z",
  back: LEFT,
  forward: RIGHT,
  last: "M15.8 5H18v14h-2.2zM5 5l8 7-8 7z",
  back10: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z",
  forward10: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
};

export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", class: "icon" },
    svg("path", { d: PATHS[name] }),
  );
}
