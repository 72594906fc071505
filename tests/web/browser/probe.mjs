// Whether a browser works on this machine at all, asked without any page of Ludex: it starts, reads an
// address of 127.0.0.1 and draws text. Ends with status 1, and says why, where it does not.

import http from "node:http";
import { launch } from "./harness.mjs";

const PAGE = `<!doctype html><title>probe</title><link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
<body style="font: 15px system-ui, 'Noto Sans', sans-serif"><h1>Text, 文字 ▲</h1><code style="font-family: ui-monospace, monospace">a1</code>
<select><option>one</select><input placeholder="some" list="all"><datalist id="all"><option>one</datalist><button title="two">二</button>
<svg><text y="20">碁</text></svg>`;

async function probe(address) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.hover("button");
    await page.screenshot();
    await page.waitForTimeout(500); // it may end after the page is there
    if ((await page.title()) !== "probe") throw new Error("it shows another page");
  } finally {
    await browser.close().catch(() => {});
  }
}

const server = http.createServer((_, response) =>
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(PAGE),
);
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
try {
  await probe(`http://127.0.0.1:${server.address().port}/`);
  process.exit(0);
} catch (error) {
  console.log(error.message);
  process.exit(1);
}
