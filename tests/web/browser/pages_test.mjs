// Every page at two widths in two themes: no error, nothing that WCAG 2.2 AA forbids, a picture.

import { test } from "node:test";
import { assertAccessible, COLOR_RULES, screenshot, settled, withPage } from "./harness.mjs";

const PAGES = {
  home: "/",
  explore_go: "/explore?game=go&play=dd,pd",
  explore_shogi: "/explore?game=shogi",
  explore_hex: "/explore?game=hex&size=11",
  explore_twixt: "/explore?game=twixt&size=12",
  explore_othello: "/explore?game=othello",
  explore_crossword: "/explore?game=crossword",
  explore_none: "/explore?game=go&play=aa",
  explore_tree: "/explore?game=go&depth=3",
  explore_wrong: "/explore?game=go&play=zz9",
  pattern:
    "/pattern?game=go&board=19/19/19/3B15/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19&region=0,0,6,6&edges=nw&swap-colors=1",
  pattern_new: "/pattern?game=shogi",
  games: "/games",
  games_filtered: "/games?player=cho&from=1990",
  games_none: "/games?player=nobody&from=1990",
  game_go: "/games/26?ply=60",
  game_shogi: "/games/30?ply=20",
  game_hex: "/games/37?ply=9",
  game_twixt: "/games/46?ply=8",
  game_othello: "/games/44?ply=30",
  game_gomoku: "/games/35?ply=12",
  game_crossword: "/games/49?ply=2",
  game_variations: "/games/50?ply=3",
  players: "/players",
  ratings: "/players?list=ratings&game=go",
  player: "/players/Lee%20Sedol?game=go",
  stats_year: "/stats",
  stats_player: "/stats?by=player",
  stats_two: "/stats?by=year,result&game=go",
  duplicates: "/duplicates",
  side_by_side: "/duplicates?a=28&b=51",
  sources: "/sources",
  problems: "/problems",
  rejects: "/rejects",
  sql: "/sql?sql=SELECT+id,players,moves+FROM+games+LIMIT+5",
  help: "/help",
  missing: "/nothing",
  missing_game: "/games/999999",
};
const EXPECTED = /status of 4\d\d/; // the browser's own words about answers that say what is wrong

const WINDOWS = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];

export function pagesTests(browser, { address }) {
  for (const [name, place] of Object.entries(PAGES)) {
    const expected = /none|wrong|missing/.test(name) ? EXPECTED : null;
    test(`page ${name}`, () => withPage(browser, address(), { expected }, (page) => lookAt(page, name, place)));
  }
}

async function lookAt(page, name, place) {
  await page.visit(place);
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      await settled(page);
      await screenshot(page, `${name}-${size.width}-${theme}`);
      const rules = theme === "light" ? undefined : COLOR_RULES; // themes differ in colors alone
      await assertAccessible(page, `${name}, ${size.width} px, ${theme}`, rules);
    }
  }
}
