// Runs all tests of the pages in one browser. run.py says what it needs.

import path from "node:path";
import { after, before } from "node:test";
import { behaviourTests } from "./behaviour_test.mjs";
import { launch, makeDatabases, serve } from "./harness.mjs";
import { openapiTest } from "./openapi_test.mjs";
import { pagesTests } from "./pages_test.mjs";
import { tasksTests } from "./tasks_test.mjs";

let browser = null;
const servers = {};
const LONG_FOLDER = "a_name_that_no_line_can_be_broken_at_".repeat(4); // the pages show where a record lies

before(async () => {
  const { samples, hostile } = makeDatabases(path.join(process.env.LUDEX_BROWSER_OUT, LONG_FOLDER));
  servers.samples = await serve(samples);
  servers.hostile = await serve(hostile);
  servers.below = await serve(samples, "--base-path", "/deep/er");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const server of Object.values(servers)) await server.stop();
});

const places = {
  address: () => servers.samples.address,
  hostile: () => servers.hostile.address,
  below: () => servers.below.address,
};
/// The browser. One that has ended, by what one test did or by itself, is replaced: the other tests say what is theirs.
const current = async () => {
  if (!browser.isConnected()) browser = await launch();
  return browser;
};
openapiTest(places);
tasksTests(current, places);
behaviourTests(current, places);
pagesTests(current, places);
