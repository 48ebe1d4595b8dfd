import { readFileSync } from "node:fs";
import { cardFormats, cardThemes } from "@toibako/contract/cards.ts";
import { describe, expect, test } from "vitest";
import { drawCard } from "./draw.ts";
import { themes } from "./themes.ts";

const stationery = readFileSync(
  new URL("../../../../../web/src/stationery.css", import.meta.url),
  "utf8",
);

/** Returns the relative luminance of a colour, as WCAG defines it. */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function computeContrast(color: string, other: string): number {
  const [low = 0, high = 0] = [computeLuminance(color), computeLuminance(other)].sort(
    (a, b) => a - b,
  );
  return (high + 0.05) / (low + 0.05);
}

describe.each(cardThemes)("theme %s", (name) => {
  const theme = themes[name];
  const { paper, surface, background, backgroundMotif, paperMotif = paper } = theme;

  test.each([
    ["the text of the question", theme.inkOnPaper, [paper, paperMotif], 7],
    ["the text of an answer or name", theme.ink, [paper, paperMotif, surface], 7],
    ["the text of a handle", theme.secondaryInk, [paper, surface], 4.5],
    ["the text of a round label", theme.brand, [surface], 4.5],
    ["the text of the button", theme.onBrand, [theme.brandFill], 4.5],
    ["the text below the envelope", theme.inkOnBackground, [background, backgroundMotif], 4.5],
  ])("SHARE-01 %s has enough contrast", (_, textColor, backgrounds, minContrast) => {
    for (const color of backgrounds)
      expect(computeContrast(textColor, color)).toBeGreaterThanOrEqual(minContrast);
  });

  test("SHARE-01 has the colours of the pages", () => {
    const [, block = ""] = stationery.split(`[data-card-theme="${name}"] {`);
    const readLight = (token: string) =>
      new RegExp(`--${token}: (?:light-dark\\()?(#\\w+)`).exec(block)?.[1];
    const { flap, inkOnPaper, wax, onWax } = theme;
    expect({ paper, flap, inkOnPaper, wax, onWax }).toEqual({
      paper: readLight("paper"),
      flap: readLight("flap"),
      inkOnPaper: readLight("ink-on-paper"),
      wax: readLight("wax"),
      onWax: readLight("on-wax"),
    });
  });

  test("SHARE-01 the motif has little contrast with its background", () => {
    expect(computeContrast(paper, paperMotif)).toBeLessThan(1.5);
    expect(computeContrast(background, backgroundMotif)).toBeLessThan(1.6);
  });
});

test("SHARE-01 the wax has the shape of the pages' wax", () => {
  const drawing = readFileSync(new URL("./wax.ts", import.meta.url), "utf8");
  const [, shape = "?"] = /--wax-shape: url\(.*? d='(.*?)'/.exec(stationery) ?? [];
  expect(drawing).toContain(shape);
});

test.each(cardFormats)("SHARE-01 a %s card looks different in each theme", (format) => {
  const card = { kind: "question", locale: "ja", text: "好きな色は？", format } as const;
  const drawn = cardThemes.map((theme) => drawCard({ ...card, theme }).toString("base64"));
  expect(new Set(drawn).size).toBe(cardThemes.length);
  expect(drawCard(card).toString("base64")).toBe(drawn[0]);
});

test("SHARE-01 an answer card looks different in another theme", () => {
  const card = { kind: "answer", locale: "ja", text: "好きな色は？", answer_text: "青" } as const;
  expect(drawCard({ ...card, theme: "night" }).equals(drawCard(card))).toBe(false);
});
