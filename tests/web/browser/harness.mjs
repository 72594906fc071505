// A server on a database of samples, a browser, and what every page must keep to.

import axe from "axe-core";
import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { hostileArchive } from "./hostile.mjs";

const {
  LUDEX_PROGRAM: program,
  LUDEX_TEST_DATA: data,
  LUDEX_BROWSER: browserPath,
  LUDEX_BROWSER_OUT: out,
} = process.env;
const MAX_WAIT_MS = 60000;
const QUIET_MS = 100;
const RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
export const COLOR_RULES = ["color-contrast", "link-in-text-block"];
const CROSSWORD =
  "#player1 ann Ann Lee\n#player2 bob Bob Ray\n>ann: DIIIILU -IIILU +0 0\n>bob: AAENRSZ 8G ZA +22 22\n#note a start\n>ann: ?CDEIRW 9E CRoWDIE +79 79\n>bob: AENNRST - +0 22\n";
const COMMENTED =
  "(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[2003-05]C[A first try](;B[ee]N[Centre]V[1.5];W[gc]V[-2]C[Which side?]LB[ce:a];B[cc]V[3])(;B[cc]C[Another try];W[gg](;B[gc])(;B[cg];W[gc])))\n";

/// Databases that the tests ask: all games, and one of hostile records.
export function makeDatabases(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const write = (name, text) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const index = (name, ...sources) => {
    const database = path.join(folder, name);
    fs.rmSync(database, { force: true });
    execFileSync(program, ["index", database, "--variations", ...sources], { stdio: "ignore" });
    return database;
  };
  const copies = ["famous-games.sgf", "singles/mimura-cho-u-13x13.sgf"].map((name) => path.join(data, "sample", name));
  return {
    samples: index(
      "games.db",
      path.join(data, "sample"),
      path.join(data, "boards"),
      write("night.gcg", CROSSWORD),
      write("try.sgf", COMMENTED),
      write("copy.sgf", fs.readFileSync(copies[1])),
      write("broken.sgf", "(;GM[1]SZ[9]PB[Eve];B[ee];W[ee])\n(;\x00"),
    ),
    hostile: index("hostile.db", write("hostile.sgf", hostileArchive())),
  };
}

/// Starts `ludex serve`; gives its address and a way to stop it.
export async function serve(database, ...options) {
  const server = spawn(program, ["serve", database, "--listen", "127.0.0.1:0", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const address = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk;
      const match = /http:\/\/127\.0\.0\.1:\d+[^\s]*/.exec(text);
      if (match) resolve(match[0].replace(/\/$/, ""));
    };
    server.stdout.on("data", read);
    server.stderr.on("data", read);
    server.on("exit", () => reject(new Error(`ludex serve ended: ${text}`)));
  });
  return {
    address,
    stop: () =>
      new Promise((resolve) => {
        server.removeAllListeners("exit");
        server.on("exit", resolve);
        server.kill("SIGTERM");
      }),
  };
}

export const launch = () =>
  chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });

/// A page on which every error counts: console, exceptions, the content policy, other hosts.
/// \param expected  console messages that a test provokes
async function openPage(
  browser,
  origin,
  { width = 1280, height = 900, theme = "light", touch = false, expected = null } = {},
) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: touch });
  const page = await context.newPage();
  const troubles = [];
  page.on(
    "console",
    (message) =>
      message.type() === "error" && !expected?.test(message.text()) && troubles.push(`console: ${message.text()}`),
  );
  page.on("pageerror", (error) => troubles.push(`exception: ${error.stack}`));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on(
    "request",
    (request) =>
      !request.url().startsWith(origin) &&
      !/^(data|blob):/.test(request.url()) &&
      troubles.push(`another host: ${request.url()}`),
  );
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
    ),
  );
  page.troubles = troubles;
  page.open = new Set();
  page.on("request", (request) => {
    if (request.isNavigationRequest()) page.open.clear(); // the browser need not report those that a new document ends
    page.open.add(request);
  });
  for (const event of ["requestfinished", "requestfailed"]) page.on(event, (request) => page.open.delete(request));
  page.setDefaultTimeout(MAX_WAIT_MS);
  page.visit = async (address) => {
    await page.goto(origin + address);
    await settled(page);
  };
  return page;
}

/// Waits until the page shows answers: for a while nothing on it is busy and no question is open.
export async function settled(page) {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (let quiet = 0; quiet < 4; ) {
    assert.ok(Date.now() < deadline, `still busy: ${page.url()} ${[...page.open].map((request) => request.url())}`);
    await page.waitForTimeout(QUIET_MS / 4);
    const shown = await page
      .evaluate(
        () =>
          Boolean(document.querySelector("main")?.firstElementChild) &&
          !document.querySelector('main[aria-busy="true"], [aria-busy="true"], .waiting'),
      )
      .catch(() => false);
    quiet = shown && page.open.size === 0 ? quiet + 1 : 0;
  }
}

function assertNoTrouble(page) {
  assert.deepEqual(page.troubles, []);
}

/// What WCAG 2.2 AA forbids, found by axe; and a page that scrolls sideways.
/// \param rules  tags or rules of axe
export async function assertAccessible(page, where, rules = RULES) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate((runOnly) => window.axe.run({ runOnly }), rules);
  const lines = found.violations.flatMap((rule) =>
    rule.nodes.map(
      (node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary?.replaceAll("\n", " ").slice(0, 300)}`,
    ),
  );
  assert.deepEqual(lines, [], where);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(over <= 0, `${where}: ${over} px wider than the window`);
}

export async function screenshot(page, name) {
  await page.screenshot({ path: path.join(out, `${name}.png`) });
}

/// Where a point of the board lies in the window.
export async function pointOnScreen(page, column, row, board = ".board-frame svg") {
  const handle = page.locator(board).first();
  await handle.scrollIntoViewIfNeeded();
  return handle.evaluate(
    (svg, [c, r]) => {
      const number = (key, otherwise) => Number(svg.dataset[key] ?? otherwise);
      const step = number("step");
      const point = new DOMPoint(
        number("x") + c * step + r * number("rowShift", 0),
        number("y") + r * number("rowStep", step),
      ).matrixTransform((svg.querySelector(".overlay") ?? svg).getScreenCTM()); // it is turned with the board
      return { x: point.x, y: point.y };
    },
    [column, row],
  );
}

export async function clickPoint(page, column, row, options = {}) {
  const { x, y } = await pointOnScreen(page, column, row);
  await page.mouse.click(x, y, options);
}

/// Runs a test on a page of its own and closes it, also where the test fails: no later test is slowed down by it.
export async function withPage(browser, origin, options, body) {
  const page = await openPage(await browser(), origin, options);
  try {
    await body(page);
    assertNoTrouble(page);
  } catch (error) {
    if (page.troubles.length) error.message += `\nand the page said: ${page.troubles.join("\n").slice(0, 2000)}`;
    throw error;
  } finally {
    await page
      .context()
      .close()
      .catch(() => {}); // the browser has ended
  }
}

/// The answer of the server to a question, as a page would ask it.
export async function answerOf(page, path) {
  return page.evaluate(async (address) => (await fetch(address)).json(), `/api/v1/${path}`);
}
