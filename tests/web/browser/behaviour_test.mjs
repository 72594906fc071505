// What goes wrong outside the page, fingers, hostile records, another base path.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, pointOnScreen, screenshot, settled, withPage } from "./harness.mjs";
import { LONG, SCRIPT } from "./hostile.mjs";

const query = (page) => new URL(page.url()).searchParams;

export function behaviourTests(browser, { address, hostile, below }) {
  const on = (name, body, options = {}, origin = address) =>
    test(name, () => withPage(browser, origin(), options, body));
  on("an older answer that comes late is dropped", lateAnswer);
  on("a busy server is asked again", busyServer, { expected: /503/ });
  on("a stopped question says so and can be asked again", stoppedQuestion, { expected: /504/ });
  on("a server that is gone is said", goneServer, { expected: /ERR_|Failed to load/ });
  on("a finger: the first tap shows the point, the second plays", taps, { width: 360, height: 740, touch: true });
  for (const width of [1280, 360])
    on(`hostile records are text and nothing else, ${width} px`, hostileRecords, { width }, hostile);
  on("below a base path", belowBase, {}, () => new URL(below()).origin);
  on("names of ten thousand letters, turned and quoted ones: pages, links, filters", hostileLinks, {}, hostile);

  async function belowBase(page) {
    const base = new URL(below()).pathname.replace(/\/$/, "");
    assert.equal(base, "/deep/er");
    await page.visit(`${base}/`);
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Explore" }).click();
    await settled(page);
    assert.equal(new URL(page.url()).pathname, `${base}/explore`);
    await page.locator(".moves tbody .move a").first().click();
    await settled(page);
    await page.reload();
    await settled(page);
    assert.equal(await page.locator(".line-text a").count(), 1);
  }
}

async function lateAnswer(page) {
  let first = true;
  await page.route(/api\/v1\/explore.*moves:dd&/, async (route) => {
    const late = first;
    first = false;
    if (late) await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue().catch(() => {});
  });
  await page.visit("/explore?game=go");
  const start = await page.locator(".status").innerText();
  await page.locator(".moves tbody .move a").first().click(); // dd: its answer waits
  await page.waitForFunction(() => location.search.includes("play=dd"));
  await page.goBack();
  await page.waitForTimeout(2000);
  await settled(page);
  assert.equal(query(page).get("play"), null);
  assert.equal(await page.locator(".status").innerText(), start);
}

async function busyServer(page) {
  let refused = 0;
  await page.route(/api\/v1\/sources/, (route) =>
    refused++ < 2
      ? route.fulfill({
          status: 503,
          headers: { "Retry-After": "1" },
          json: { error: { code: "busy", message: "too many questions" } },
        })
      : route.continue(),
  );
  await page.visit("/sources");
  await page.getByText("famous-games.sgf").first().waitFor();
  assert.equal(refused, 3);
}

async function stoppedQuestion(page) {
  let stop = true;
  await page.route(/api\/v1\/stats.*by=year/, (route) =>
    stop
      ? route.fulfill({ status: 504, json: { error: { code: "timeout", message: "stopped after 10 s" } } })
      : route.continue(),
  );
  await page.visit("/stats");
  assert.match(await page.locator(".failure").innerText(), /stopped/);
  await assertAccessible(page, "a stopped question");
  stop = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("tbody tr").first().waitFor();
}

async function goneServer(page) {
  await page.visit("/stats");
  await page.route(/api\/v1\//, (route) => route.abort());
  await page.getByLabel("Count games by").selectOption("event");
  await page.locator(".failure").waitFor();
  assert.match(await page.locator(".failure").innerText(), /does not answer/);
}

async function taps(page) {
  await page.visit("/explore?game=go");
  const { x, y } = await pointOnScreen(page, 15, 3);
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => /tap again/.test(document.querySelector(".board-hint").textContent));
  assert.equal(query(page).get("play"), null);
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => location.search.includes("play="));
  await settled(page);
  assert.equal(query(page).get("play"), "pd");
  const sizes = await page
    .locator(".control")
    .evaluateAll((all) => all.map((one) => Math.min(one.offsetWidth, one.offsetHeight)));
  assert.ok(
    sizes.every((size) => size >= 44),
    `buttons of ${sizes}`,
  );
}

async function assertOnlyText(page, where) {
  const found = await page.evaluate(() => ({
    hacked: window.hacked,
    scripts: document.querySelectorAll("main script, main iframe, main img, main foreignObject, #hacked").length,
    handlers: [...document.querySelectorAll("main *")].filter((one) =>
      [...one.attributes].some((attribute) => /^on/i.test(attribute.name)),
    ).length,
    links: [...document.querySelectorAll("a[href]")].filter((one) => !one.href.startsWith(location.origin)).length,
  }));
  assert.deepEqual(found, { hacked: undefined, scripts: 0, handlers: 0, links: 0 }, where);
}

/// Opens every folded part of a page.
async function openAll(page) {
  const closed = page.locator("main details.block:not([open]) > summary");
  while (await closed.count()) {
    await closed.first().click();
    await settled(page);
  }
}

async function hostileRecords(page) {
  for (const place of [
    "/",
    "/games",
    "/games?sort=-date_from",
    "/players",
    "/explore?game=go&size=9",
    "/stats?by=player",
    "/stats?by=event",
    "/sources",
    "/problems",
    "/duplicates",
    "/pattern?game=go&size=9",
    ...[1, 2, 3, 4, 5].flatMap((id) => [`/games/${id}`, `/games/${id}?ply=1`]),
  ]) {
    await page.visit(place);
    await openAll(page);
    await assertOnlyText(page, place);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${place}: ${over} px wider than the window`);
  }
  await page.visit("/games/1?ply=1");
  assert.ok((await page.locator("h1").innerText()).includes(SCRIPT));
  await screenshot(page, `hostile-game-${page.viewportSize().width}`);
  await page.visit("/games");
  await screenshot(page, `hostile-games-${page.viewportSize().width}`);
}

async function hostileLinks(page) {
  await page.visit("/games/1");
  await page.locator("h1 a").first().click();
  await settled(page);
  assert.equal(await page.locator("h1").innerText(), SCRIPT);
  assert.match(await page.locator("main").innerText(), /Games: 1/);
  await page.visit("/games/2");
  assert.ok((await page.locator("h1").innerText()).length < 400);
  await page.visit(`/games?event=${encodeURIComponent(`=${LONG.slice(0, 1900)}`)}`);
  await assertOnlyText(page, "a long filter");
  await page.visit("/games/2");
  await page.locator("h1 a").nth(1).click();
  await settled(page);
  assert.match(await page.locator("main").innerText(), /longer than 300 letters/);
  assert.match(await page.locator("main").innerText(), /Games: 1/);
  await page.visit("/games/3");
  await page.locator(".facts a").first().click();
  await settled(page);
  await assertOnlyText(page, "a long event");
}
