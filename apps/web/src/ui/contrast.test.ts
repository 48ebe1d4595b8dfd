import { globSync, readFileSync } from "node:fs";
import { cardThemes } from "@toibako/contract/cards.ts";
import { papers } from "@toibako/contract/papers.ts";
import { describe, expect, test } from "vitest";

const stationery = readFileSync(new URL("../stationery.css", import.meta.url), "utf8");
const css = readFileSync(new URL("../styles.css", import.meta.url), "utf8") + stationery;

type Mode = "light" | "dark";

/** Returns the colour of a token in a mode, such as `#5ebaba`. */
function readColor(token: string, mode: Mode, source = css): string {
  const value = source.match(new RegExp(`--${token}:\\s*([^;]+);`))?.[1] ?? "";
  const [light, dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
  const color = mode === "light" ? light : dark;
  if (!color) throw new Error(`the styles have no colour --${token}`);
  return color;
}

/** Relative luminance as WCAG 2.2 defines it. */
function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function computeContrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [computeLuminance(first), computeLuminance(second)].sort(
    (a, b) => b - a,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

/** Each text colour with every background it is set on. */
const texts: Record<string, string[]> = {
  ink: ["bg", "surface", "surface-2", "brand-soft"],
  "ink-2": ["bg", "surface", "surface-2", "brand-soft"],
  "ink-on-paper": ["paper", "flap", "brand-soft"],
  brand: ["bg", "surface", "surface-2", "paper", "brand-soft"],
  "on-brand": ["brand-fill"],
  like: ["surface", "bg", "like-soft"],
  "on-badge": ["badge"],
  danger: ["surface", "bg", "surface-2", "danger-soft"],
  surface: ["danger", "brand"],
  ok: ["surface", "bg", "ok-soft"],
  "warn-ink": ["warn-bg", "surface"],
  "warn-bg": ["warn-ink"],
};

/** Borders and marks by which a control is recognized. */
const marks: Record<string, string[]> = {
  "line-strong": ["surface", "bg"],
  brand: ["surface", "bg", "brand-soft"],
  danger: ["danger-soft"],
};

describe.each(["light", "dark"] as const)("SHELL-24 in %s mode", (mode) => {
  const listPairs = (table: Record<string, string[]>) =>
    Object.entries(table).flatMap(([front, backs]) => backs.map((back) => [front, back] as const));

  test.each(listPairs(texts))("the contrast of text %s on %s is at least 4.5:1", (front, back) => {
    expect(computeContrast(readColor(front, mode), readColor(back, mode))).toBeGreaterThanOrEqual(
      4.5,
    );
  });

  test.each(listPairs(marks))("the contrast of mark %s on %s is at least 3:1", (front, back) => {
    expect(computeContrast(readColor(front, mode), readColor(back, mode))).toBeGreaterThanOrEqual(
      3,
    );
  });
});

describe.each(cardThemes)("SHELL-24 in theme %s", (theme) => {
  const [, block = ""] = stationery.split(`[data-card-theme="${theme}"] {`);
  const pairs = (["light", "dark"] as const).flatMap((mode) =>
    ["ink-on-paper", "ink-2-on-paper"].flatMap((text) =>
      ["paper", "flap"].map((back) => [text, back, mode] as const),
    ),
  );

  test.each(pairs)("the contrast of text %s on %s is at least 4.5:1 in %s mode", (...pair) => {
    const [text, back, mode] = pair;
    expect(
      computeContrast(readColor(text, mode, block), readColor(back, mode, block)),
    ).toBeGreaterThanOrEqual(4.5);
  });
});

const textsOnPaper = (["light", "dark"] as const).flatMap((mode) =>
  ["ink", "ink-2", "brand", "like", "danger"].map((text) => [text, mode] as const),
);

describe.each(papers)("SHELL-24 on paper %s", (paper) => {
  const [, block = ""] = stationery.split(`[data-paper="${paper}"] {`);

  test.each(textsOnPaper)("the contrast of text %s is at least 4.5:1 in %s mode", (text, mode) => {
    expect(
      computeContrast(readColor(text, mode), readColor("sheet", mode, block)),
    ).toBeGreaterThanOrEqual(4.5);
  });
});

// No text is on the stripes of air, and the lines of ruled paper are thin.
describe.each(["grid", "dots", "checks"])("SHELL-24 on the print of paper %s", (paper) => {
  const [, block = ""] = stationery.split(`[data-paper="${paper}"] {`);

  test.each(textsOnPaper)("the contrast of text %s is at least 4.5:1 in %s mode", (text, mode) => {
    expect(
      computeContrast(readColor(text, mode), readColor("sheet-print", mode, block)),
    ).toBeGreaterThanOrEqual(4.5);
  });
});

test("SHELL-24 the brand colour is #5EBABA", () => {
  expect(readColor("brand-400", "light")).toBe("#5ebaba");
  expect(readColor("brand-400", "dark")).toBe("#5ebaba");
});

test("SHELL-24 no component of ui/ uses the plain brand colour for text", () => {
  const folder = new URL(".", import.meta.url).pathname;
  const offendingFiles = globSync("**/*.tsx", { cwd: folder }).filter((file) => {
    const source = readFileSync(folder + file, "utf8");
    // The loader's ring is decorative; the text beside it has the ink colour.
    return file !== "feedback/loader.tsx" && /\btext-brand-(400|fill)\b/.test(source);
  });
  expect(offendingFiles).toEqual([]);
});
