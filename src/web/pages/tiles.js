// Tiles of crossword games: those that nobody has seen, and racks.

import { el, field } from "./dom.js";
import { plural } from "./format.js";

/// The tiles that lie neither on the board nor on a known rack.
/// \param text  "AAAA BB [CH]": a word for each kind; null where the set is not known
export function unseenTiles(text) {
  if (text === null || text === undefined) return null;
  const kinds = text.split(" ").filter(Boolean).map((word) => word.match(/\[[^\]]*\]|./gu));
  const total = kinds.reduce((sum, tiles) => sum + tiles.length, 0);
  const label = (tile) => (tile === "?" ? "blank" : tile.replace(/[[\]]/g, ""));
  return el(
    "table",
    { class: "tiles", role: "table" }, // its rows flow as words do, which hides what they are
    el("caption", {}, `Unseen: ${plural(total, "tile")}`),
    el(
      "tbody",
      { role: "rowgroup" },
      kinds.map((tiles) =>
        el(
          "tr",
          { role: "row" },
          el("th", { scope: "row", role: "rowheader" }, label(tiles[0])),
          el("td", { role: "cell" }, tiles.length),
        ),
      ),
    ),
  );
}

/// A form for the rack of the player to move.
/// \param position  CGP; its second field holds the racks, that of the player to move first
/// \param onchange  (position): the same with another rack
export function rackForm(position, onchange) {
  const fields = position.split(" ");
  const [own, ...others] = (fields[1] ?? "/").split("/");
  const input = el("input", { type: "text", value: own, size: "9", maxlength: "60", spellcheck: "false" });
  return el(
    "form",
    {
      class: "rack row",
      onsubmit: (event) => {
        event.preventDefault();
        const rack = input.value.trim();
        onchange([fields[0], [rack, ...others].join("/"), ...fields.slice(2)].join(" "));
      },
    },
    field("Rack of the player to move", input, "At least these tiles; ? is a blank. Empty: any rack."),
    el("button", {}, "Set"),
  );
}
