// Builds elements. Text of records reaches the page only as text nodes and attribute values:
// there is no way here to give HTML as text.

/// An element. `attributes`: strings and numbers are set, true sets the bare attribute, null and
/// false leave it out; `onclick` and the like take functions; `css` sets single style properties
/// through the CSSOM, which the content policy allows.
export function el(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return build(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      node.addEventListener(name.slice(2), value);
    } else if (name === "css") {
      for (const [property, text] of Object.entries(value)) node.style.setProperty(property, text);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(node, children);
  return node;
}

/// Adds children: nodes, texts, numbers, lists of them; null and false are nothing.
export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child instanceof Node ? child : String(child));
  }
}

export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/// A text of a record in its own direction: right-to-left marks in it do not reach its neighbours.
export function name(text, most = 120) {
  const letters = [...String(text ?? "")];
  if (letters.length === 0) return el("span", { class: "unknown" }, "not known");
  const cut = letters.length > most;
  const shown = cut ? letters.slice(0, most).join("") + "…" : letters.join("");
  return el("bdi", { dir: "auto", class: "name", title: cut ? letters.slice(0, 1000).join("") : null }, shown);
}

export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

/// Text that only screen readers read.
export function spoken(text) {
  return el("span", { class: "spoken" }, text);
}

let ids = 0;
export function freshId(stem) {
  return `${stem}-${++ids}`;
}

/// A label and its field.
export function field(label, input, hint = null) {
  if (!input.id) input.id = freshId("field");
  return el(
    "div",
    { class: "field" },
    el("label", { for: input.id }, label),
    input,
    hint && el("small", { class: "hint" }, hint),
  );
}

/// A drop-down list. `choices`: [value, label] pairs or values.
export function select(choices, value, onchange, attributes = {}) {
  const node = el(
    "select",
    attributes,
    choices.map((choice) => {
      const [key, label] = Array.isArray(choice) ? choice : [choice, choice];
      return el("option", { value: key, selected: String(key) === String(value ?? "") }, label);
    }),
  );
  if (onchange) node.addEventListener("change", () => onchange(node.value));
  return node;
}

export function checkbox(label, checked, onchange) {
  const input = el("input", { type: "checkbox", checked });
  input.addEventListener("change", () => onchange(input.checked));
  return el("label", { class: "check" }, input, " ", label);
}

/// Speaks to screen readers without moving the focus.
const speaker = el("div", { class: "spoken", role: "status", "aria-live": "polite" });
export function speak(text) {
  if (!speaker.isConnected) document.body.append(speaker);
  if (speaker.textContent !== text) speaker.textContent = text;
}
