// The main tasks of each page, clicked through for every game.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import {
  answerOf,
  assertAccessible,
  clickPoint,
  pointOnScreen,
  screenshot,
  settled,
  withPage,
} from "./harness.mjs";

const GAMES = ["go", "othello", "gomoku", "hex", "twixt", "shogi", "crossword"];
const SIZES = { twixt: "&size=12", hex: "&size=11" };
const query = (page) => new URL(page.url()).searchParams;
const text = (page, selector) => page.locator(selector).first().innerText();

/// A test with a page of its own, on which no error may come up.
function onPage(name, browser, address, body, options = {}) {
  test(name, () => withPage(browser, address(), options, body));
}

export function tasksTests(browser, { address }) {
  const on = (name, body, options) => onPage(name, browser, address, body, options);
  for (const game of GAMES) {
    on(`explore ${game}: a move from the table, undo, Back, a typed move`, (page) => exploreByTable(page, game));
    on(`${game}: a game from the list, stepped through`, (page) => stepThrough(page, game));
  }
  for (const game of ["go", "othello", "gomoku", "hex", "twixt"]) {
    on(`explore ${game}: a move on the board, by pointer and by keyboard`, (page) => exploreOnBoard(page, game));
  }
  on("explore shogi: a piece and its target, promotion, letters", exploreShogi);
  on("explore crossword: a position is pasted", exploreCrossword);
  on("explore crossword: a rack is set, unseen tiles are counted", exploreRack);
  on("explore go: the board turned, by pointer and by keyboard", exploreTurned);
  for (const game of ["hex", "twixt", "shogi"]) {
    on(`explore ${game}: the board from the other side`, (page) => exploreFlipped(page, game));
  }
  on("pattern: painted on a turned board", patternTurned);
  on("pictures and boards as text", takePictures);
  on("games: records as a file, and why not", exportRecords, { expected: /status of 400/ });
  on("explore: a filter is set, shown as a chip and removed", exploreFiltered);
  on("explore: an impossible move is refused and said", exploreImpossible, { expected: /status of 4\d\d/ });
  on("explore: the wheel steps a move a notch, unless switched off", exploreWheel);
  on("explore: tree, copy, and the game of a sample", exploreTree);
  on("pattern: painted, region dragged, edges, found, in the address", paintPattern);
  on("pattern: from the keyboard, and from a text", patternByKeys);
  on("games: sorted, divided, paged, downloaded", listGames);
  on("games: Back from a game finds its place in the list again", backToList);
  on("games: none matches, and why is said", listNone);
  on("game: keys, slider, autoplay, jump to a stone", viewByKeys);
  on("game: variations, comments, evaluations", viewVariations);
  on("game: record, facts, problems, copies", viewFacts, { expected: /status of 404/ });
  on("players: list, one player, opponents, ratings", players);
  on("statistics: keys, chart and table from one answer", statistics);
  on("duplicates: clusters, side by side", duplicates);
  on("players: a name longer than filters take", playerOfLongName);
  on("lists: sources, problems, rejects", lists);
  on("SQL: example, own statement, mistake", sql, { expected: /status of 4\d\d/ });
  on("home: search for a player, an event, a position", home);
  on("theme and keys", themeAndKeys);
}

async function exploreByTable(page, game) {
  await page.visit(
    game === "crossword"
      ? `/explore?game=crossword&position=${encodeURIComponent(await firstOf(page, game))}`
      : `/explore?game=${game}${SIZES[game] ?? ""}`,
  );
  const first = page.locator(".moves tbody .move a").first();
  const label = await first.innerText();
  const games = await text(page, ".status");
  await first.click();
  await settled(page);
  assert.equal(query(page).get("play")?.split(",").length, 1);
  assert.notEqual(await text(page, ".status"), games);
  await page.getByRole("button", { name: "Back one move" }).click();
  await settled(page);
  assert.equal(query(page).get("ply"), "0");
  assert.equal(await text(page, ".status"), games);
  await page.goBack();
  await page.goBack();
  await settled(page);
  assert.equal(query(page).get("play"), null);
  await page.getByLabel("Move or position").fill(label);
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.waitForFunction(() => location.search.includes("play="));
  await settled(page);
  assert.equal(await page.locator(".line-text a").count(), 1);
}

/// The first position of the first game of a kind.
async function firstOf(page, game) {
  await page.visit("/help");
  const { rows } = await answerOf(page, `games?game=${game}&limit=1`);
  return `@${rows[0].id}:0`;
}

async function exploreOnBoard(page, game) {
  await page.visit(`/explore?game=${game}${SIZES[game] ?? ""}`);
  const { rows } = await answerOf(page, `explore?game=${game}&position=moves:${SIZES[game] ?? ""}`);
  const [column, row] = rows[0].points.at(-1);
  const { x, y } = await pointOnScreen(page, column, row);
  await page.mouse.move(x, y);
  assert.match(await text(page, ".board-hint"), /%/);
  assert.equal(await page.locator("tr.lit").count(), 1);
  await page.mouse.click(x, y);
  await page.waitForFunction(() => location.search.includes("play="));
  await settled(page);
  assert.equal(query(page).get("play"), rows[0].move);
  const before = page.url();
  await page.locator(".board-surface").focus();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
  assert.notEqual(await text(page, "[role=status]"), "");
  if (game === "othello") return; // its moves must turn a disc
  await page.keyboard.press("Enter");
  await page.waitForFunction((old) => location.href !== old, before);
  await settled(page);
  assert.equal(query(page).get("play").split(",").length, 2);
  await screenshot(page, `task-explore-${game}`);
}

async function exploreShogi(page) {
  await page.visit("/explore?game=shogi");
  const { names } = await answerOf(page, "position?position=moves:&game=shogi");
  const click = async (square) => {
    const at = names.indexOf(square);
    await clickPoint(page, at % 9, Math.floor(at / 9));
  };
  await click("7g");
  await click("7f");
  await page.waitForFunction(() => location.search.includes("7g7f"));
  await settled(page);
  for (const move of ["3c3d"]) {
    await click(move.slice(0, 2));
    await click(move.slice(2));
    await page.waitForFunction((played) => location.search.includes(played), move);
    await settled(page);
  }
  await click("8h");
  await click("2b");
  await page.getByRole("button", { name: "Promote", exact: true }).click();
  await page.waitForFunction(() => decodeURIComponent(location.search).includes("8h2b+"));
  await settled(page);
  const kanji = await page.locator(".board-frame").innerHTML();
  await page.getByLabel("Pieces").selectOption("latin");
  await page.waitForFunction((old) => document.querySelector(".board-frame").innerHTML !== old, kanji);
  await settled(page);
  await screenshot(page, "task-explore-shogi-letters");
  // After the exchange a bishop is in hand.
  await page.getByLabel("Move or position").fill("3a2b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.search.includes("3a2b"));
  await settled(page);
  await page.getByRole("button", { name: "B", exact: true }).click();
  await click("5e");
  await page.waitForFunction(() => decodeURIComponent(location.search).includes("B*5e"));
  await settled(page);
  await assertAccessible(page, "explore shogi");
}

async function exploreCrossword(page) {
  await page.visit("/explore?game=crossword");
  await page.getByLabel("Move or position").fill("15/15/15/15/15/15/15/6ZA7/15/15/15/15/15/15/15 / 0/0 0");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.search.includes("position="));
  await settled(page);
  assert.match(await text(page, ".status"), /in \d+ games?/);
  await clickPoint(page, 7, 7);
  assert.notEqual(await page.getByLabel("Move or position").inputValue(), "");
}

async function exploreRack(page) {
  await page.visit(`/explore?game=crossword&position=${Array(15).fill(15).join("/")}`);
  const all = await text(page, ".status");
  assert.match(await text(page, ".tiles caption"), /Unseen: 100 tiles/);
  assert.equal(await page.locator(".tiles tr").count(), 27);
  await page.getByLabel("Rack of the player to move").fill("DIIIILU");
  await page.getByRole("button", { name: "Set" }).click();
  await page.waitForFunction(() => location.search.includes("DIIIILU"));
  await settled(page);
  assert.match(await text(page, ".status"), /in 1 game/);
  assert.match(await text(page, ".tiles caption"), /Unseen: 93 tiles/);
  await screenshot(page, "task-explore-rack");
  await assertAccessible(page, "rack");
  await page.getByLabel("Rack of the player to move").fill("");
  await page.getByRole("button", { name: "Set" }).click();
  await page.waitForFunction(() => !location.search.includes("DIIIILU"));
  await settled(page);
  assert.equal((await text(page, ".status")).split(";")[0], all.split(";")[0]);
  const { rows } = await answerOf(page, "games?game=crossword&limit=1");
  await page.visit(`/games/${rows[0].id}`);
  assert.match(await text(page, ".tiles caption"), /Unseen: \d+ tiles/);
}

/// Presses a key of the page and waits for the board to be drawn anew.
async function turnBoard(page, turn) {
  const before = await page.locator(".board-frame").innerHTML();
  await turn();
  await page.waitForFunction((old) => document.querySelector(".board-frame").innerHTML !== old, before);
  await settled(page);
}

async function exploreTurned(page) {
  await page.visit("/explore?game=go&size=19&play=cd");
  const upright = await pointOnScreen(page, 2, 3);
  await turnBoard(page, () => page.getByLabel("View of the board").selectOption("turned right"));
  const turned = await pointOnScreen(page, 2, 3);
  assert.ok(turned.x > upright.x + 50);
  await page.mouse.move(turned.x, turned.y);
  assert.match(await text(page, ".board-hint"), /^C16/);
  await clickPoint(page, 16, 3);
  await page.waitForFunction(() => location.search.includes("play=cd,qd"));
  await settled(page);
  // The arrows go where they point: right on the screen is up on this board.
  await page.locator(".board-surface").focus();
  await page.keyboard.press("ArrowRight");
  const from = await text(page, ".board-hint");
  await page.keyboard.press("ArrowRight");
  const [a, b] = [from, await text(page, ".board-hint")].map((hint) => /^([A-T])(\d+)/.exec(hint));
  assert.equal(a[1], b[1]);
  assert.equal(Number(b[2]), Number(a[2]) + 1);
  await screenshot(page, "task-explore-turned");
  await assertAccessible(page, "turned board");
  await page.locator("h1").click();
  await turnBoard(page, () => page.keyboard.press("f"));
  assert.equal(await page.getByLabel("View of the board").inputValue(), "turned left");
  await page.visit("/games/26?ply=20");
  assert.equal(await page.getByLabel("View of the board").inputValue(), "turned left");
  await screenshot(page, "task-game-turned");
  await turnBoard(page, () => page.getByLabel("View of the board").selectOption("mirrored, left and right"));
  await screenshot(page, "task-game-mirrored");
}

async function exploreFlipped(page, game) {
  await page.visit(`/explore?game=${game}${SIZES[game] ?? ""}`);
  const [before, last] = [await pointOnScreen(page, 0, 0), await pointOnScreen(page, 8, 8)];
  await turnBoard(page, () => page.keyboard.press("f"));
  const [after, end] = [await pointOnScreen(page, 0, 0), await pointOnScreen(page, 8, 8)];
  assert.ok(before.x < last.x && before.y < last.y && after.x > end.x && after.y > end.y);
  const { rows } = await answerOf(page, `explore?game=${game}&position=moves:${SIZES[game] ?? ""}`);
  if (game !== "shogi") {
    await clickPoint(page, ...rows[0].points.at(-1));
  } else {
    for (const point of rows[0].points) await clickPoint(page, ...point);
  }
  await page.waitForFunction((move) => location.search.includes(`play=${move}`), rows[0].move);
  await settled(page);
  await screenshot(page, `task-flipped-${game}`);
}

async function patternTurned(page) {
  await page.visit("/pattern?game=go");
  await turnBoard(page, () => page.keyboard.press("f"));
  await page.getByRole("radio", { name: "Moves 1, 2, …" }).click();
  await clickPoint(page, 3, 3);
  await page.waitForFunction(() => location.search.includes("board="));
  await settled(page);
  assert.match(query(page).get("board"), /^19\/19\/19\/3\{1B?\}15\//);
  await screenshot(page, "task-pattern-turned");
  await page.getByRole("button", { name: "Picture (PNG)" }).click();
  await page.locator(".board-tools .failure").waitFor();
  await page.visit("/pattern?game=go&pattern=-------/|7/|7/|7/|3W3");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Picture (PNG)" }).click();
  assert.equal((await coming).suggestedFilename(), "go-pattern.png");
  await (await coming).saveAs(path.join(process.env.LUDEX_BROWSER_OUT, "go-pattern.png"));
}

async function takePictures(page) {
  const pngOf = async (name) => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Picture (PNG)" }).click();
    const download = await coming;
    assert.match(download.suggestedFilename(), name);
    const file = path.join(process.env.LUDEX_BROWSER_OUT, download.suggestedFilename());
    await download.saveAs(file);
    const bytes = fs.readFileSync(file);
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(bytes.readUInt32BE(16) >= 1000, "width");
    return bytes;
  };
  await page.visit("/games/26?ply=40");
  const upright = await pngOf(/^game-26-move-40\.png$/);
  await turnBoard(page, () => page.keyboard.press("f"));
  assert.ok(!upright.equals(await pngOf(/^game-26-move-40\.png$/)));
  await page.getByRole("heading", { name: "Board as text" }).click();
  await page.locator(".board-text pre").waitFor();
  const board = await text(page, ".board-text pre");
  assert.match(board, /A B C D E F G H J/);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((old) => document.querySelector(".board-text pre").innerText !== old, board);
  await assertAccessible(page, "board as text");
  await turnBoard(page, () => page.getByLabel("View of the board").selectOption("turned right"));
  fs.writeFileSync(path.join(process.env.LUDEX_BROWSER_OUT, "turned.png"), await pngOf(/\.png$/));
  await page.visit("/explore?game=shogi");
  await pngOf(/^shogi-next-moves\.png$/);
  await page.getByRole("heading", { name: "Board as text" }).click();
  await page.locator(".board-text pre").waitFor();
  assert.match(await text(page, ".board-text pre"), /v香/);
}

async function exportRecords(page) {
  await page.visit("/games?game=hex");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "SGF", exact: true }).click();
  const download = await coming;
  assert.equal(download.suggestedFilename(), "games.sgf");
  const records = fs.readFileSync(await download.path(), "utf8");
  assert.equal(records.match(/\(;/g).length, 3);
  await settled(page);
  await page.visit("/games");
  await page.getByRole("link", { name: "as found" }).click();
  await page.locator(".failure").waitFor();
  assert.match(await text(page, ".failure"), /several formats/);
}

async function playerOfLongName(page) {
  await page.visit(`/players/${"x".repeat(400)}`);
  assert.match(await text(page, ".note"), /longer than 300 letters/);
  assert.match(await text(page, ".games-host .empty"), /./);
}

async function exploreFiltered(page) {
  await page.visit("/explore?game=go");
  const all = await text(page, ".status");
  await page.getByLabel("Games of this player").fill("Lee");
  await page.waitForFunction(() => document.querySelector("datalist option"));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await settled(page);
  assert.equal(query(page).get("player"), "Lee");
  assert.notEqual(await text(page, ".status"), all);
  await page.getByText("All filters").click();
  await page.getByLabel("From", { exact: true }).fill("2010");
  await page.getByRole("button", { name: "Apply" }).click();
  await settled(page);
  assert.equal(query(page).get("from"), "2010");
  await assertAccessible(page, "filter form");
  await page.getByLabel("Remove the filter Player Lee").click();
  await settled(page);
  assert.equal(query(page).get("player"), null);
  assert.equal(query(page).get("from"), "2010");
}

async function exploreImpossible(page) {
  await page.visit("/explore?game=go&play=dd");
  await clickPoint(page, 3, 3);
  await page.locator(".move-input .failure").waitFor();
  assert.equal(query(page).get("play"), "dd");
}

async function exploreWheel(page) {
  await page.visit("/explore?game=go&play=dd,pd");
  const { x, y } = await pointOnScreen(page, 9, 9);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await page.waitForFunction(() => location.search.includes("ply=1"));
  await settled(page);
  await page.getByText("More").click();
  await page.getByLabel("the wheel steps over boards").uncheck();
  await page.keyboard.press("Escape");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await page.waitForTimeout(300);
  assert.equal(query(page).get("ply"), "1");
}

async function exploreTree(page) {
  await page.visit("/explore?game=go");
  await page.getByRole("heading", { name: "Tree" }).click();
  await settled(page);
  assert.equal(query(page).get("depth"), "2");
  await page.getByLabel("Moves to look ahead").selectOption("3");
  await settled(page);
  assert.ok((await page.locator(".tree ul ul li").count()) > 3);
  await page.locator(".tree ul a").first().click();
  await settled(page);
  assert.equal(query(page).get("play").split(",").length, 2);
  assert.match(await text(page, ".block .command code"), /^ludex /);
  await page.locator(".moves tbody tr td.number a").first().click();
  await settled(page);
  assert.match(page.url(), /\/games\/\d+\?ply=2/);
}

async function paintPattern(page) {
  await page.visit("/pattern?game=go");
  await page.getByRole("radio", { name: "Black" }).click();
  await clickPoint(page, 3, 3);
  await page.getByRole("radio", { name: "Anything" }).click();
  await clickPoint(page, 6, 6);
  await page.getByRole("radio", { name: "Region" }).click();
  const from = await pointOnScreen(page, 0, 0);
  const to = await pointOnScreen(page, 6, 6);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => /in \d+ games?/.test(document.querySelector(".status").textContent));
  await settled(page);
  assert.equal(query(page).get("region"), "0,0,6,6");
  assert.equal(query(page).get("edges"), "nw");
  const found = await text(page, ".status");
  assert.ok((await page.locator(".continuation").count()) > 0);
  assert.equal(await page.getByLabel("Pattern as text").inputValue(), "-------/|7/|7/|7/|3B3/|7/|7/|6*");
  await screenshot(page, "task-pattern");
  await page.reload();
  await settled(page);
  await page.waitForFunction((old) => document.querySelector(".status").textContent === old, found);
  await page.getByLabel("top").uncheck();
  await page.waitForFunction(() => location.search.includes("edges=w"));
  await settled(page);
  await page.getByLabel("colors exchanged too").check();
  await settled(page);
  assert.equal(query(page).get("swap-colors"), "1");
  await page.locator(".games tbody a").first().click();
  await settled(page);
  assert.match(page.url(), /\/games\/\d+/);
}

async function patternByKeys(page) {
  await page.visit("/pattern?game=go&size=9");
  await page.keyboard.press("2");
  await page.locator(".board-surface").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.search.includes("board="));
  await page.getByLabel("Pattern as text").fill("3/1B1/3");
  await page.getByRole("button", { name: "Search" }).click();
  await settled(page);
  assert.equal(query(page).get("pattern"), "3/1B1/3");
  await page.waitForFunction(() => /in \d/.test(document.querySelector(".status").textContent));
}

async function listGames(page) {
  await page.visit("/games");
  const heading = await text(page, "h1");
  assert.match(heading, /^Games: \d+$/);
  await page.locator(".games").getByRole("link", { name: "Moves" }).click();
  await settled(page);
  assert.equal(query(page).get("sort"), "-moves");
  assert.equal(
    await page
      .locator('th[aria-sort="descending"]')
      .innerText()
      .then((label) => label.trim()),
    "Moves ▼",
  );
  const { rows } = await answerOf(page, "games?sort=-moves&limit=1");
  assert.equal(await text(page, ".games tbody a"), String(rows[0].id));
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await settled(page);
  assert.equal(query(page).get("offset"), "50");
  await page.locator("aside").getByRole("link", { name: "Hex" }).click();
  await settled(page);
  assert.equal(query(page).get("game"), "hex");
  assert.equal(query(page).get("offset"), null);
  assert.equal(await text(page, "h1"), "Games: 3");
  const csv = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  const lines = await page.evaluate(async (address) => (await (await fetch(address)).text()).trim().split("\n"), csv);
  assert.equal(lines.length, 4);
  assert.match(lines[0], /^id,game,/);
  assert.match(await text(page, ".command code"), /^ludex find .*--game hex/);
  await page.locator(".games tbody tr").first().locator("td").nth(1).click();
  await settled(page);
  assert.match(page.url(), /\/games\/\d+$/);
}

async function backToList(page) {
  await page.visit("/games");
  await page.locator(".games tbody tr").nth(40).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 300);
  await page.locator(".games tbody tr").nth(40).locator("a").click();
  await settled(page);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.goBack();
  await settled(page);
  await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 5, before);
}

async function listNone(page) {
  await page.visit("/games?player=nobody+at+all");
  assert.match(await text(page, ".games-host .empty"), /^No game matches\./);
  await page.visit("/games?player=Sheng&from=1800");
  assert.match(await text(page, ".games-host .empty"), /^No game matches\. 1 game without a date left out\./);
}

async function stepThrough(page, game) {
  await page.visit(`/games?game=${game}&kind=game`);
  await page.locator(".games tbody a").first().click();
  await settled(page);
  const start = await page.locator(".board-frame").innerHTML();
  await page.getByRole("button", { name: "Forward", exact: true }).click();
  await page.waitForFunction((old) => document.querySelector(".board-frame").innerHTML !== old, start);
  assert.equal(query(page).get("ply"), "1");
  await page.getByRole("button", { name: "End", exact: true }).click();
  await settled(page);
  const last = Number(query(page).get("ply"));
  assert.ok(last >= 4);
  assert.equal(await text(page, ".move-list [aria-current] .n"), String(last));
  await page.getByRole("button", { name: "Start" }).click();
  await settled(page);
  assert.equal(query(page).get("ply"), null);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.search.includes("ply=1"));
  await page.waitForFunction(() => /This position: \d+ game/.test(document.querySelector("main").textContent));
  await page.getByRole("link", { name: "Explore this position" }).click();
  await settled(page);
  assert.match(await text(page, ".status"), /in \d+ games?/);
  await page.goBack();
  await settled(page);
  assert.equal(query(page).get("ply"), "1");
}

async function viewByKeys(page) {
  await page.visit("/games/26");
  const ply = () => Number(query(page).get("ply") ?? 0);
  for (const [key, expected] of [
    ["ArrowRight", 1],
    ["PageDown", 11],
    ["PageUp", 1],
    ["End", 280],
    ["ArrowLeft", 279],
    ["Home", 0],
  ]) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (wanted) => Number(new URLSearchParams(location.search).get("ply") ?? 0) === wanted,
      expected,
    );
  }
  await page.locator("input[type=range]").fill("60");
  assert.equal(ply(), 60);
  await settled(page);
  const { rows } = await answerOf(page, "games/26/moves");
  const [column, row] = rows[5].points.at(-1);
  await page.keyboard.down("Shift");
  await clickPoint(page, column, row);
  await page.keyboard.up("Shift");
  await page.waitForFunction(() => location.search.includes("ply=6"));
  await page.getByLabel("Time for each move").selectOption("400");
  await page.locator("h1").click();
  await page.keyboard.press(" ");
  await page.waitForFunction(() => Number(new URLSearchParams(location.search).get("ply")) >= 8);
  await page.keyboard.press(" ");
  await settled(page);
  const stopped = ply();
  await page.waitForTimeout(900);
  assert.equal(ply(), stopped);
  await page.getByLabel("Numbers on the last moves").selectOption("5");
  await settled(page);
  await screenshot(page, "task-game-numbered");
}

async function viewVariations(page) {
  await page.visit("/games/50");
  assert.match(await text(page, ".words"), /A first try/);
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.match(await text(page, ".words"), /Centre/);
  const first = query(page).get("ply");
  await page.keyboard.press("ArrowDown");
  await settled(page);
  assert.notEqual(query(page).get("ply"), first);
  assert.match(await text(page, ".words"), /Another try/);
  assert.ok((await page.locator(".variation .variation").count()) === 1);
  assert.ok((await page.locator("svg.chart path.line").count()) === 1);
  await page.locator(".variation .variation a").last().click();
  await settled(page);
  await page.keyboard.press("Home");
  await settled(page);
  await screenshot(page, "task-game-variations");
}

async function viewFacts(page) {
  await page.visit("/games/26");
  await page.getByRole("heading", { name: "The record as it was found" }).click();
  await page.locator("pre").waitFor();
  assert.match(await text(page, "pre"), /^\(;/);
  await page.getByRole("heading", { name: "All facts and properties" }).click();
  await page.getByText("record_hash").first().waitFor();
  await page.getByRole("heading", { name: "Copies of this game" }).click();
  await settled(page);
  await page.locator("h1 a").first().click();
  await settled(page);
  assert.equal(decodeURIComponent(new URL(page.url()).pathname), "/players/Lee Sedol");
}

async function players(page) {
  await page.visit("/players?game=go");
  await page.getByRole("link", { name: "AlphaGo" }).first().click();
  await settled(page);
  assert.equal(await text(page, "h1"), "AlphaGo");
  assert.match(await text(page, "main"), /Games: 10/);
  assert.ok((await page.locator("svg.chart").count()) >= 1);
  await page.getByRole("link", { name: "Fan Hui" }).first().click();
  await settled(page);
  assert.equal(await text(page, "h1"), "Fan Hui");
  await page.visit("/players");
  await page.getByLabel("List", { exact: true }).selectOption("ratings");
  await settled(page);
  assert.match(await text(page, "table"), /±/);
}

async function statistics(page) {
  await page.visit("/stats?game=go");
  const bars = await page.locator("svg.chart g").count();
  assert.equal((await page.locator("tbody tr").count()) - bars <= 1, true);
  await page.visit("/stats?game=go&by=player");
  assert.match(await text(page, ".block .note"), /^The chart shows 15 of \d+ rows\.$/);
  await page.getByLabel("Count games by").selectOption("event");
  await settled(page);
  assert.equal(query(page).get("by"), "event");
  await page.getByLabel("and by").selectOption("result");
  await settled(page);
  assert.equal(query(page).get("by"), "event,result");
  await page.locator("tbody a").first().click();
  await settled(page);
  assert.match(page.url(), /\/games\?event=/);
}

async function duplicates(page) {
  await page.visit("/duplicates");
  await page.getByRole("link", { name: "side by side" }).first().click();
  await settled(page);
  assert.equal(await page.locator(".board-frame svg").count(), 2);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await settled(page);
  assert.ok((await page.locator("tr.differs").count()) >= 1);
}

async function lists(page) {
  await page.visit("/sources");
  assert.match(await text(page, "main"), /famous-games\.sgf/);
  await page.visit("/problems");
  assert.match(await text(page, "h1"), /^Problems: \d+$/);
  assert.match(await text(page, "main"), /occupied point/);
  await page.locator("tbody a").first().click();
  await settled(page);
  assert.match(page.url(), /\/games\/\d+/);
  await page.visit("/rejects");
  assert.match(await text(page, "main"), /Rejects|No record was rejected/);
}

async function sql(page) {
  await page.visit("/sql");
  await page.getByRole("link", { name: "Longest games" }).click();
  await settled(page);
  assert.equal(await page.locator("tbody tr").count(), 20);
  await page.locator("textarea").fill("SELECT count(*) AS n FROM games");
  await page.getByRole("button", { name: "Run" }).click();
  await settled(page);
  assert.equal(await text(page, "tbody td"), "53");
  await page.locator("textarea").fill("DELETE FROM games");
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator(".failure").waitFor();
}

async function home(page) {
  await page.visit("/");
  await page.getByLabel("Player, event, words or a position").fill("Cho");
  await page.getByRole("button", { name: "Search" }).click();
  await settled(page);
  assert.equal(query(page).get("player"), "Cho");
  await page.visit("/");
  await page.getByLabel("Player, event, words or a position").fill("moves:dd pp");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(new URL(page.url()).pathname, "/explore");
  assert.match(await text(page, ".status"), /in \d+ games?/);
}

async function themeAndKeys(page) {
  await page.visit("/explore?game=go");
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.getByText("More").click();
  await assertAccessible(page, "menu");
  await page.getByLabel("Theme").selectOption("dark");
  await settled(page);
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), light);
  await page.reload();
  await settled(page);
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), light);
  await page.keyboard.press("?");
  await page.locator("dialog").waitFor();
  await assertAccessible(page, "keys");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
}
