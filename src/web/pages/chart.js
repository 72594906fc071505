// Charts in SVG, drawn at the width there is. Each stands beside a table with the same numbers.

import { el, svg } from "./dom.js";
import { count } from "./format.js";

/// Draws again when the width changes. `draw(width)` gives the children of the <svg>.
function drawing(label, height, draw) {
  const picture = svg("svg", { class: "chart", role: "img", "aria-label": label, height });
  const host = el("div", { class: "chart-host" }, picture);
  let width = 0;
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (!now || now === width) return;
    width = now;
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    picture.setAttribute("width", width);
    picture.replaceChildren(...draw(width).flat(Infinity).filter(Boolean));
  }).observe(host);
  return host;
}

/// Round numbers from `low` to `high`, some four of them; whole ones where things are counted.
function ticks(low, high, whole = false) {
  const rough = Math.max((high - low) / 4 || 1, whole ? 1 : 0);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const result = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step)
    result.push(Number(value.toPrecision(12)));
  return result;
}

const MARGIN = { left: 44, right: 10, top: 8, bottom: 22 };

function frame(width, height, low, high, whole) {
  const inner = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const y = (value) => inner.bottom - ((value - low) / (high - low || 1)) * (inner.bottom - inner.top);
  const lines = ticks(low, high, whole).map((value) => [
    svg("line", { x1: inner.left, x2: inner.right, y1: y(value), y2: y(value), class: "grid" }),
    svg("text", { x: inner.left - 6, y: y(value) + 4, class: "tick", "text-anchor": "end" }, count(value)),
  ]);
  return { inner, y, lines };
}

/// Columns of values over labels, parts on top of each other.
/// \param rows  {label, parts: [{value, class}], title, href}
export function columns(label, rows, height = 160) {
  const high = Math.max(1, ...rows.map((row) => sum(row)));
  return drawing(label, height, (width) => {
    const { inner, y, lines } = frame(width, height, 0, high, true);
    const step = (inner.right - inner.left) / Math.max(1, rows.length);
    const every = Math.max(1, Math.ceil(44 / step));
    const bars = rows.map((row, index) => {
      let base = 0;
      const x = inner.left + index * step;
      const parts = row.parts
        .filter((part) => part.value)
        .map((part) => {
          const top = y(base + part.value);
          const rect = svg("rect", {
            x: x + step * 0.1,
            width: Math.max(1, step * 0.8),
            y: top,
            height: Math.max(0.5, y(base) - top),
            class: part.class,
          });
          base += part.value;
          return rect;
        });
      return svg(
        "g",
        {},
        svg("title", {}, row.title ?? `${row.label}: ${count(sum(row))}`),
        parts,
        index % every === 0 &&
          svg("text", { x: x + step / 2, y: height - 6, class: "tick", "text-anchor": "middle" }, row.label),
      );
    });
    return [lines, bars];
  });
}

const sum = (row) => row.parts.reduce((total, part) => total + (part.value ?? 0), 0);

/// Lines over a number axis, each with a band of uncertainty where its points have `low` and `high`.
/// \param series  {label, class, points: [{x, y, low, high, title}]}, sorted by x
/// \param options.onpick  (x): a place on the axis was chosen
/// \param options.at      an x to mark
export function lines(label, series, { height = 180, zero = false, onpick = null, at = null, format = String } = {}) {
  const points = series.flatMap((one) => one.points);
  const ys = points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]);
  const low = Math.min(...ys, ...(zero ? [0] : []));
  const high = Math.max(...ys, ...(zero ? [0] : []), low + 1e-6);
  const first = Math.min(...points.map((point) => point.x));
  const last = Math.max(...points.map((point) => point.x), first + 1e-6);
  const host = drawing(label, height, (width) => {
    const { inner, y, lines: grid } = frame(width, height, low, high);
    const x = (value) => inner.left + 6 + ((value - first) / (last - first)) * (inner.right - inner.left - 12);
    host.xAt = (pixel) => first + ((pixel - inner.left - 6) / (inner.right - inner.left - 12)) * (last - first);
    const wanted = Math.max(2, Math.floor((inner.right - inner.left) / 60));
    const labels = ticks(first, last)
      .filter((value, index, all) => Number.isInteger(value) && index % Math.ceil(all.length / wanted) === 0)
      .map((value) =>
        svg("text", { x: x(value), y: height - 6, class: "tick", "text-anchor": "middle" }, format(value)),
      );
    return [
      grid,
      labels,
      series.map((one) => drawSeries(one, x, y)),
      at !== null && svg("line", { x1: x(at), x2: x(at), y1: inner.top, y2: inner.bottom, class: "now" }),
    ];
  });
  if (onpick) {
    host.classList.add("pick");
    host.addEventListener("click", (event) => onpick(host.xAt(event.clientX - host.getBoundingClientRect().left)));
  }
  return host;
}

function drawSeries({ points, class: kind }, x, y) {
  const path = (list) =>
    list.map((point, index) => `${index ? "L" : "M"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join("");
  const band = points.every((point) => point.low !== undefined)
    ? svg("path", {
        class: `band ${kind}`,
        d: `${path(points.map((p) => ({ x: p.x, y: p.high })))}${path([...points].reverse().map((p) => ({ x: p.x, y: p.low }))).replace("M", "L")}Z`,
      })
    : null;
  const dots =
    points.length <= 60 &&
    points.map((point) =>
      svg(
        "circle",
        { cx: x(point.x), cy: y(point.y), r: 3, class: `dot ${kind}` },
        point.title && svg("title", {}, point.title),
      ),
    );
  return [band, svg("path", { class: `line ${kind}`, d: path(points) }), dots];
}

/// Who won: the first, draws, the second side by side, with the share written where there is room.
/// \param own  the results are those of one player: won, drawn, lost
export function resultBar(row, labels = ["Black", "White"], own = labels[0] === "Won") {
  const black = row.black_wins ?? row.first_wins ?? row.wins ?? row.black ?? 0;
  const white = row.white_wins ?? row.second_wins ?? row.losses ?? row.white ?? 0;
  const draws = row.draws ?? 0;
  const all = black + draws + white;
  if (!all) return el("span", { class: "unknown" }, "–");
  const parts = [
    [own ? "won" : "black", black, labels[0]],
    ["draw", draws, "draws"],
    [own ? "lost" : "white", white, labels[1]],
  ];
  const spokenText = parts
    .filter(([, n]) => n)
    .map(([, n, label]) => `${label} ${Math.round((100 * n) / all)} %`)
    .join(", ");
  return el(
    "span",
    { class: "result-bar", role: "img", "aria-label": spokenText, title: spokenText },
    parts
      .filter(([, n]) => n)
      .map(([kind, n]) =>
        el(
          "span",
          { class: kind, css: { width: `${(100 * n) / all}%` }, "aria-hidden": "true" },
          n / all > 0.18 ? `${Math.round((100 * n) / all)}` : "",
        ),
      ),
  );
}

/// Bars that lie, with their labels on the left; for names, which need room.
export function bars(label, rows) {
  const high = Math.max(1, ...rows.map(sum));
  const line = 24;
  return drawing(label, rows.length * line + 4, (width) => {
    const left = Math.min(240, Math.round(width * 0.38));
    const letters = Math.floor(left / 7.2);
    return rows.map((row, index) => {
      let x = left;
      const parts = row.parts
        .filter((part) => part.value)
        .map((part) => {
          const length = (part.value / high) * (width - left - 50);
          const rect = svg("rect", {
            x,
            y: index * line + 4,
            width: Math.max(1, length),
            height: line - 7,
            class: part.class,
          });
          x += length;
          return rect;
        });
      const text = row.label.length > letters ? `${row.label.slice(0, letters - 1)}…` : row.label;
      return svg(
        "g",
        {},
        svg("title", {}, row.title ?? `${row.label}: ${count(sum(row))}`),
        svg("text", { x: left - 8, y: index * line + 17, class: "tick", "text-anchor": "end" }, text),
        parts,
        svg("text", { x: x + 6, y: index * line + 17, class: "tick" }, count(sum(row))),
      );
    });
  });
}

/// A bar for a share between 0 and 1.
export function shareBar(share) {
  return el(
    "span",
    { class: "share-bar", "aria-hidden": "true" },
    el("span", { css: { width: `${100 * Math.max(0, Math.min(1, share))}%` } }),
  );
}
