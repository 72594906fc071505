// The filters of every question: chips for those that are set, a form for all of them.

import { channel, isAborted } from "./api.js";
import { button, el, field, freshId, replace, select } from "./dom.js";
import { GAMES } from "./format.js";
import { address, changed, go } from "./state.js";

const COMPLETION_REST_MS = 150;

/// Groups of filters: [name, label, options]. `flag`: set or not; `choices`: a list; `complete`:
/// names are offered while one types; `hint`: how values look.
const GROUPS = [
  [
    "Players",
    [
      ["player", "Player", { complete: "player", hint: "part of a name; =Name: all of it" }],
      ["opponent", "Opponent of that player", { complete: "player" }],
      ["black", "Black (first)", { complete: "player" }],
      ["white", "White (second)", { complete: "player" }],
      ["outcome", "For the player", { choices: ["win", "loss", "draw"] }],
      ["rank", "Rank", { hint: "9p, 5d..9p" }],
      ["black-rank", "Rank of Black", { hint: "9p, ..1k" }],
      ["white-rank", "Rank of White", {}],
      ["rating", "Rating", { hint: "2500.." }],
      ["black-rating", "Rating of Black", { hint: "2400..2600" }],
      ["white-rating", "Rating of White", {}],
      ["both", "rank and rating of both", { flag: true }],
      ["computer", "Computers", { choices: ["none", "one", "both"] }],
    ],
  ],
  [
    "When and where",
    [
      ["from", "From", { hint: "1996, 1996-05, 1996-05-06" }],
      ["to", "To", {}],
      ["date", "Date", { hint: "a year, month or day" }],
      ["date-exact", "certainly played then", { flag: true }],
      ["event", "Event", { complete: "event" }],
      ["place", "Place", { complete: "place" }],
      ["round", "Round", {}],
    ],
  ],
  [
    "The game",
    [
      ["game", "Game", { choices: Object.entries(GAMES).map(([key, { label }]) => [key, label]) }],
      ["size", "Board", { hint: "19, 13x9" }],
      ["result", "Result", { hint: "B, W, draw, B+R, W+3.5, B+0.5..5" }],
      [
        "win-by",
        "Won by",
        {
          choices: [
            "resign",
            "score",
            "time",
            "forfeit",
            "illegal",
            "declaration",
            "mate",
            "connection",
            "repetition",
            "impasse",
            "max_moves",
          ],
        },
      ],
      ["komi", "Komi", { hint: "6.5, 5.5..7.5" }],
      ["handicap", "Handicap", { hint: "2, 2..9, none" }],
      ["rules", "Rules", {}],
      ["min-moves", "Moves at least", { number: true }],
      ["max-moves", "Moves at most", { number: true }],
      ["kind", "Kind", { choices: ["game", "problem", "position"] }],
      ["lexicon", "Word list", {}],
      ["unique", "one of each cluster of copies", { flag: true }],
    ],
  ],
  [
    "Text and record",
    [
      ["text", "Words", { hint: 'in players, event, comment; "quoted": side by side' }],
      ["game-name", "Name of the game", {}],
      ["annotator", "Annotator", {}],
      ["source", "Source", { hint: "file the record was read from" }],
      ["prop", "Property", { hint: "RU=Japanese" }],
      ["game-id", "Id on its site", {}],
      ["id", "Ids here", { hint: "17,20" }],
      ["where", "SQL", { hint: "komi < 0 OR moves > 400" }],
    ],
  ],
  [
    "Positions and patterns",
    [
      [
        "mover",
        "To move",
        {
          choices: [
            ["B", "Black"],
            ["W", "White"],
          ],
        },
      ],
      ["from-ply", "After move", { number: true }],
      ["to-ply", "Before or at move", { number: true }],
      ["final", "at the end of the game", { flag: true }],
      [
        "orientation",
        "Orientation",
        {
          choices: [
            ["any", "any: turned and mirrored too"],
            ["exact", "exact"],
            ["mirror", "mirror: left and right"],
          ],
        },
      ],
      ["swap-colors", "colors exchanged too", { flag: true }],
      ["hands", "Hands (shogi)", { hint: "BPP/" }],
      ["links", "Links (Twixt)", { hint: "A1-B3" }],
      ["exact", "racks and scores equal (crossword)", { flag: true }],
      ["loose", "racks unknown, other opcodes too (crossword)", { flag: true }],
      ["blank-as-letter", "blanks as their letters (crossword)", { flag: true }],
      ["variations", "in variations too", { flag: true }],
    ],
  ],
];

const ALL = GROUPS.flatMap(([, filters]) => filters);
export const LABELS = new Map(ALL.map(([name, label]) => [name, label]));
const FLAGS = new Set(ALL.filter(([, , options]) => options.flag).map(([name]) => name));
const POSITIONAL = ["position", "pattern", "at", "region"];

/// The filters that a query of a page sets, as pairs for a question to the server.
export function filterPairs(query, { without = [], positions = true } = {}) {
  return [...query].filter(
    ([key, value]) =>
      value !== "" && !without.includes(key) && (LABELS.has(key) || (positions && POSITIONAL.includes(key))),
  );
}

/// Offers names of the database while one types.
export function completing(input, kind) {
  const list = el("datalist", { id: freshId("names") });
  input.setAttribute("list", list.id);
  input.setAttribute("autocomplete", "off");
  const asking = channel();
  let timer = null;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.length < 1) return;
    timer = setTimeout(async () => {
      try {
        const { rows } = await asking("players", {
          prefix: input.value.replace(/^=/, ""),
          limit: 12,
          ...(kind === "player" ? {} : { kind }),
        });
        replace(
          list,
          rows.map((row) => el("option", { value: exactly(row.name) }, `${row.name} (${row.games})`)),
        );
      } catch (error) {
        if (!isAborted(error)) replace(list);
      }
    }, COMPLETION_REST_MS);
  });
  return list;
}

const MAX_EXACT = 300; // letters: addresses may not be longer than some thousand bytes

/// The value of a filter that means all of a name; of very long ones their beginning, as a part.
export function exactly(text) {
  const letters = [...String(text)];
  return letters.length > MAX_EXACT ? letters.slice(0, MAX_EXACT).join("") : `=${text}`;
}

/// What is said where exactly() cuts a name; null where it does not.
export function cutNote(text) {
  if (exactly(text).startsWith("=")) return null;
  return `This name is longer than ${MAX_EXACT} letters: the filter matches all players whose names contain its first ${MAX_EXACT} letters.`;
}

/// The page of a player. Of a very long name one letter more than exactly() takes: the page cuts it.
export function playerAddress(player) {
  const letters = [...String(player)].slice(0, MAX_EXACT + 1);
  return address(`/players/${encodeURIComponent(letters.join(""))}`);
}

function inputFor([name, , options], value) {
  if (options.choices) return select([["", "any"], ...options.choices], value, null, { name });
  return el("input", {
    name,
    value,
    type: options.number ? "number" : "text",
    min: options.number ? "0" : null,
    maxlength: "2000",
    autocapitalize: "none",
    spellcheck: "false",
  });
}

function fieldFor(filter, query) {
  const [name, label, options] = filter;
  if (options.flag) {
    return el(
      "label",
      { class: "check" },
      el("input", { type: "checkbox", name, value: "1", checked: query.get(name) === "1" }),
      " ",
      label,
    );
  }
  const input = inputFor(filter, query.get(name) ?? "");
  const parts = field(label, input, options.hint);
  if (options.complete) parts.append(completing(input, options.complete));
  return parts;
}

let formIsOpen = false;

/// A filter that is set, with a link that removes it.
function chip(key, value, query, to) {
  const rest = query.getAll(key).filter((one) => one !== value);
  const text = FLAGS.has(key) ? LABELS.get(key) : [`${LABELS.get(key) ?? key}: `, el("bdi", { dir: "auto" }, value)];
  return el(
    "span",
    { class: "chip" },
    el("span", { class: "chip-text" }, text),
    el(
      "a",
      {
        href: to({ [key]: rest }),
        class: "remove",
        "aria-label": `Remove the filter ${LABELS.get(key) ?? key} ${value}`,
      },
      "×",
    ),
  );
}

/// Chips and the form. Changing a filter goes to the same page with it.
/// \param without  names that the page has controls of its own for
/// \param reset    names that start again when a filter changes, as the page of a list
export function filterBar({ path, query, without = [], reset = ["offset"] }) {
  const to = (changes) =>
    address(path, changed(query, { ...Object.fromEntries(reset.map((key) => [key, null])), ...changes }));
  const set = [...query].filter(([key]) => LABELS.has(key) && !without.includes(key));
  const extra = query
    .getAll("position")
    .slice(without.includes("position") ? 1 : 0)
    .map((value) => ["position", value]);
  const patterns = without.includes("pattern") ? [] : query.getAll("pattern").map((value) => ["pattern", value]);
  const chips = [...set, ...extra, ...patterns].map(([key, value]) => chip(key, value, query, to));
  const quick = quickFilter(query, to, without);
  const details = el(
    "details",
    { class: "filters", open: formIsOpen },
    el("summary", {}, "All filters"),
    el("div", {}),
  );
  const build = () => {
    formIsOpen = details.open;
    if (details.open && !details.lastChild.firstChild) details.lastChild.append(filterForm(query, to, without));
  };
  details.addEventListener("toggle", build);
  build();
  return el(
    "div",
    { class: "filter-bar" },
    quick,
    chips,
    chips.length > 1 &&
      el(
        "a",
        {
          class: "clear",
          href: to(
            Object.fromEntries(
              [...set, ...extra, ...patterns].map(([key]) => [
                key,
                key === "position" && without.includes("position") ? query.getAll(key).slice(0, 1) : null,
              ]),
            ),
          ),
        },
        "Clear filters",
      ),
    details,
  );
}

/// One player's games are the filter that people want most: its field is always in view.
function quickFilter(query, to, without) {
  if (without.includes("player")) return null;
  const input = el("input", {
    type: "search",
    name: "player",
    placeholder: "Player",
    "aria-label": "Games of this player",
    maxlength: "2000",
    class: "quick",
  });
  const submit = (event) => {
    event.preventDefault();
    if (input.value.trim()) go(to({ player: [...query.getAll("player"), input.value.trim()] }));
  };
  return el(
    "form",
    { class: "row", role: "search", onsubmit: submit },
    input,
    completing(input, "player"),
    el("button", {}, "Add"),
  );
}

function filterForm(query, to, without) {
  const form = el(
    "form",
    { class: "filter-form" },
    GROUPS.map(([title, filters]) => {
      const shown = filters.filter(([name]) => !without.includes(name));
      return shown.length
        ? el(
            "fieldset",
            {},
            el("legend", {}, title),
            shown.map((filter) => fieldFor(filter, query)),
          )
        : null;
    }),
    el(
      "div",
      { class: "row wrap" },
      el("button", { class: "primary" }, "Apply"),
      button("Close", () => {
        form.closest("details").open = false;
      }),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const changes = {};
    for (const [name] of ALL.filter(([key]) => !without.includes(key))) {
      const several = query.getAll(name);
      const value = String(data.get(name) ?? "").trim();
      changes[name] = several.length > 1 && value === several[0] ? several : value || null;
    }
    go(to(changes));
  });
  return form;
}

/// What a question about games says when it found none.
export function nothingText(answer, what = "No game matches.") {
  const parts = [what];
  if (answer.undated)
    parts.push(`${answer.undated} ${answer.undated === 1 ? "game" : "games"} without a date left out.`);
  if (answer.silent)
    parts.push(`${answer.silent} ${answer.silent === 1 ? "game" : "games"} left out: no handicap is recorded.`);
  if (answer.copies) parts.push(`${answer.copies} ${answer.copies === 1 ? "copy" : "copies"} left out.`);
  if (answer.root_text)
    parts.push(
      `Comments of moves were not searched in ${answer.root_text} ${answer.root_text === 1 ? "game" : "games"}: they are not in the index.`,
    );
  return parts.join(" ");
}
