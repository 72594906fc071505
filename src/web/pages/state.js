// The address is the state. Pages read it, and change it through go(); Back and Forward work.

const base = document.querySelector('meta[name="ludex-base"]')?.content ?? "";
let listener = () => {};

/// "a=1&b=2" of names and values; characters that addresses may hold stay readable.
export function queryText(parameters) {
  return [...parameters].map(([key, value]) => `${encode(key)}=${encode(value)}`).join("&");
}

function encode(text) {
  return encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/%(2C|3A|2F|40|7C|3D)/g, (c) => decodeURIComponent(c));
}

/// The full address of a page or of an answer of the server.
export function address(path, parameters = []) {
  const entries =
    parameters instanceof URLSearchParams || Array.isArray(parameters)
      ? [...parameters]
      : Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  const query = queryText(entries);
  return base + path + (query ? `?${query}` : "");
}

/// A copy of a query with some names set: null removes one, a list sets it several times.
export function changed(query, changes) {
  const result = new URLSearchParams(query);
  for (const [key, value] of Object.entries(changes)) {
    result.delete(key);
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== "" && one !== false) {
        result.append(key, one === true ? "1" : String(one));
      }
    }
  }
  return result;
}

/// What the address says: the path below the base, decoded piece by piece, and the query.
export function here() {
  const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length) : location.pathname;
  const pieces = path.split("/").filter(Boolean).map(decoded);
  return { path, pieces, query: new URLSearchParams(location.search) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/// Goes to an address of this site; `replace` leaves no step for Back.
export function go(target, { replace = false } = {}) {
  if (target === location.pathname + location.search) return;
  if (replace) {
    history.replaceState(history.state, "", target);
  } else {
    history.replaceState({ scroll: scrollY }, "");
    history.pushState(null, "", target);
  }
  listener();
}

let moves = 0; // what the reader did that may scroll

/// Scrolls to where the reader was when the page was left; it grows while its answers come in, however long they take.
export function restoreScroll(tries = 20, moved = moves) {
  const wanted = history.state?.scroll ?? 0;
  scrollTo(0, wanted);
  const left = document.querySelector('[aria-busy="true"], .waiting') ? tries : tries - 1;
  if (scrollY >= wanted || left < 0) return;
  setTimeout(() => moved === moves && history.state?.scroll === wanted && restoreScroll(left, moved), 60);
}

/// Calls `f` whenever the address changed; links of the pages no longer load a document.
export function listen(f) {
  listener = f;
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => listener());
  for (const event of ["wheel", "touchmove", "keydown", "pointerdown"])
    addEventListener(event, () => ++moves, { capture: true, passive: true });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    const link = event.target.closest?.("a[href]");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const path = link.pathname.slice(base.length);
    if (!link.pathname.startsWith(base) || /^\/(api|assets)\//.test(path) || link.getAttribute("href").startsWith("#"))
      return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

/// A choice of the reader's that stays in this browser.
export const settings = {
  get(key, otherwise = null) {
    try {
      return localStorage.getItem(`ludex.${key}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`ludex.${key}`, value);
    } catch {
      /* private window: the choice lasts until the page is closed */
    }
    dispatchEvent(new CustomEvent("ludex-setting", { detail: { key, value } }));
  },
};

/// The theme in force, as the pictures of boards name it.
export function theme() {
  const chosen = settings.get("theme", "auto");
  if (chosen !== "auto") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
