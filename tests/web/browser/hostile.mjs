// Records whose texts try to be more than text.

export const SCRIPT = "<script>window.hacked=1</script>";
export const HANDLER = "<img src=x onerror=window.hacked=1>";
export const DRAWING =
  "<svg xmlns='http://www.w3.org/2000/svg' onload='window.hacked=1'><script>window.hacked=1</script></svg>";
export const TURNED = "evil\u202Egnp.exe\u202C \u2067right\u2069 \u200F";
export const LONG = "Long".repeat(2500);
const QUOTES = `"><b id=hacked>&amp;' javascript:alert(1)`;

const escaped = (text) => text.replace(/[\\\]]/g, (c) => `\\${c}`);

export function hostileArchive() {
  const games = [
    { PB: SCRIPT, PW: HANDLER, EV: DRAWING, C: DRAWING },
    { PB: TURNED, PW: LONG, EV: TURNED, C: SCRIPT },
    { PB: QUOTES, PW: "\u0645\u0631\u062D\u0628\u0627", EV: LONG, PC: QUOTES, C: QUOTES },
    {
      PB: "Nul\u0001\u0007\u001b[31m",
      PW: "a".repeat(300),
      EV: "javascript:alert(1)",
      GN: HANDLER,
      C: HANDLER,
      RE: SCRIPT,
      KM: DRAWING,
      XX: SCRIPT,
    },
    { PB: "..%2f..%2fetc/passwd?#", PW: "%00", EV: "\u{1F600}".repeat(40), C: "x".repeat(50000) },
  ];
  return games
    .map(
      (properties, index) =>
        `(;GM[1]FF[4]CA[UTF-8]SZ[9]DT[200${index}]${Object.entries(properties)
          .filter(([key]) => key !== "C")
          .map(([key, value]) => `${key}[${escaped(value)}]`)
          .join("")}` +
        `;B[ee]C[${escaped(properties.C)}]LB[dd:${escaped(SCRIPT).replaceAll(":", "\\:")}]N[${escaped(HANDLER)}];W[gc];B[cc])\n`,
    )
    .join("");
}
