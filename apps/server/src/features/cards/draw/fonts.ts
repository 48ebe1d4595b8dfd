import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";
import type { Locale } from "@toibako/contract/locales.ts";

export type Weight = 400 | 700;

/** The part of a font's name that says which characters it has. */
type Region = "JP" | "SC" | "TC" | "KR" | ScriptFont;
type ScriptFont = "Thai" | "Devanagari" | "Arabic";

/** The fonts for a text. */
export interface Face {
  /** The font families, in the order in which a glyph is searched for. */
  families: string;
  weight: Weight;
  /** OpenType features in the syntax of CSS. */
  features: string;
}

/** Texts of at most this many UTF-16 code units get the spacing of a heading. */
const headingLength = 40;
const require = createRequire(import.meta.url);
const styles = { 400: "400Regular", 700: "700Bold" } as const;
const registered = new Set<string>();

/** Registers a font once. Files are memory-mapped: registering takes 6 to 9 ms and no memory. */
function registerFamily(region: Region | "Emoji", weight: Weight): string {
  const name = `Card ${region} ${weight}`;
  if (!registered.has(name)) {
    const style = styles[weight];
    const [folder, family] = region === "Emoji" ? ["noto-", "Noto"] : ["noto-sans-", "NotoSans"];
    const file = `${folder}${region.toLowerCase()}/${style}/${family}${region}_${style}.ttf`;
    const path = require.resolve(`@expo-google-fonts/${file}`);
    if (!GlobalFonts.registerFromPath(path, name)) throw new Error(`${path} is not a font`);
    registered.add(name);
  }
  return `"${name}"`;
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const han = /\p{Script=Han}/u;
/** Scripts with a font of their own, which is registered with the first text that has such letters. */
const scripts: Record<ScriptFont, RegExp> = {
  Thai: /\p{Script=Thai}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Arabic: /\p{Script=Arabic}/u,
};
/** An emoji in its text presentation. */
const plainEmoji = /\ufe0e/;

/** The region whose shapes of Han characters a language uses; undefined if the script of the text decides. */
const regionOfLocale: Record<Locale, Region | undefined> = {
  ja: "JP",
  en: undefined,
  "zh-CN": "SC",
  "zh-TW": "TC",
  ko: "KR",
  dt: undefined,
  th: undefined,
};

function chooseRegions(text: string, locale: Locale): Set<Region> {
  const regions = new Set<Region>();
  const localeRegion = regionOfLocale[locale];
  if (localeRegion) regions.add(localeRegion);
  else if (han.test(text) && !kana.test(text)) regions.add(hangul.test(text) ? "KR" : "SC");
  else regions.add("JP");
  for (const [font, script] of Object.entries(scripts) as [ScriptFont, RegExp][]) {
    if (script.test(text)) regions.add(font);
  }
  if (kana.test(text)) regions.add("JP");
  if (hangul.test(text)) regions.add("KR");
  // This font is the fallback for Han characters, because it has the most of them.
  if (han.test(text)) regions.add("SC");
  return regions;
}

/** Chooses the fonts for a text on a card of this language. */
export function chooseFace(text: string, locale: Locale, weight: Weight): Face {
  const regions: (Region | "Emoji")[] = [...chooseRegions(text, locale)];
  if (plainEmoji.test(text)) regions.push("Emoji");
  return {
    families: regions.map((region) => registerFamily(region, weight)).join(", "),
    weight,
    // Proportional kana suit short headings; in longer texts, punctuation would be too tight.
    features: regions[0] === "JP" && text.length <= headingLength ? '"palt"' : "normal",
  };
}
