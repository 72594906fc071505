// Parts of pages that load on their own: what was there stays, dimmed, until the answer is here.

import { isAborted } from "./api.js";
import { button, el, replace } from "./dom.js";

/// Puts what `show` makes of the answer into `host`. A failure is said in its place, with a button
/// to try again.
export async function fill(host, question, show) {
  host.setAttribute("aria-busy", "true");
  try {
    const answer = await question();
    replace(host, show(answer));
  } catch (error) {
    if (isAborted(error)) return;
    replace(
      host,
      failureText(error, () => fill(host, question, show)),
    );
    if (!(error?.status >= 0)) throw error;
  }
  host.removeAttribute("aria-busy");
}

export function failureText(error, again) {
  const stopped = error.status === 504;
  return el(
    "div",
    { class: "failure", role: "alert" },
    el(
      "p",
      {},
      stopped ? "The question was stopped: it took too long. " : null,
      el("bdi", { dir: "auto" }, error.message),
    ),
    again && button("Try again", again),
  );
}

export function section(title, ...children) {
  return el("section", { class: "block" }, el("h2", {}, title), ...children);
}

/// A part that loads when it is opened, and each time the page changes while it is open.
export function folded(title, open, load, ontoggle = null) {
  const host = el("div", {});
  const node = el("details", { class: "block", open }, el("summary", {}, el("h2", {}, title)), host);
  let known = open; // browsers report the first state, too
  node.addEventListener("toggle", () => {
    if (node.open === known) return;
    known = node.open;
    if (node.open) load(host);
    ontoggle?.(node.open);
  });
  return { node, host, reload: () => node.open && load(host) };
}

export function empty(text) {
  return el("p", { class: "empty" }, text);
}

/// The notes that came with an answer, and the equal command.
export function notes(answer) {
  return (answer.notes ?? []).map((note) => el("p", { class: "note" }, el("bdi", { dir: "auto" }, note)));
}

export function command(text) {
  if (!text) return null;
  const code = el("code", {}, text);
  return el(
    "div",
    { class: "command" },
    el("span", { class: "label" }, "The same on the command line"),
    el(
      "div",
      { class: "row" },
      code,
      copier("Copy", () => text),
    ),
  );
}

/// A button that copies a text and says so.
export function copier(label, text) {
  const node = button(
    label,
    async () => {
      const value = text();
      try {
        await navigator.clipboard.writeText(value);
        node.textContent = "Copied";
      } catch {
        prompt("Copy this text:", value);
      }
      setTimeout(() => {
        node.textContent = label;
      }, 1500);
    },
    { class: "small" },
  );
  return node;
}
