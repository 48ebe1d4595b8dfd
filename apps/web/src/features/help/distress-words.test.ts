import { readFileSync } from "node:fs";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { createPhraseMatcher } from "./queries/distress-words.ts";

const readList = (locale: Locale) =>
  readFileSync(new URL(`../../locales/${locale}/distress.txt`, import.meta.url), "utf8");

const distressTexts: Record<Locale, string[]> = {
  ja: ["もう死にたいです", "生きるのに 疲れた", "消えて\nしまいたい", "ﾘｽｶしてる"],
  en: ["I wanna die.", "I don’t want to live", "Thinking of SUICIDE", "I self-harmed"],
  "zh-CN": ["我不想活了", "想过自杀"],
  "zh-TW": ["我不想活了", "想過自殺"],
  ko: ["죽고 싶어요", "죽고싶어"],
  dt: ["Ich will sterben", "Suizidgedanken", "ich möchte nicht mehr leben"],
  th: ["ฉันอยากตาย", "คิดฆ่าตัวตาย"],
};
const harmlessTexts: Record<Locale, string[]> = {
  ja: ["死ぬほど好き", "消しゴム", "生きがいは？", "死にたくない"],
  en: ["I want to diet", "What would you die for?", "self-hardening clay"],
  "zh-CN": ["想死你了", "笑死我了"],
  "zh-TW": ["想死你了", "笑死我了"],
  ko: ["죽이는 맛", "살고 싶은 도시는?"],
  dt: ["Welche Sprachen sterben?", "Umbringend komisch"],
  th: ["อยากกินอะไร", "ตายแล้ว ลืมกุญแจ"],
};

test.each(locales)(
  "FEEL-10 in the locale %s, texts about distress are found, and similar harmless texts are not",
  (locale) => {
    const matcher = createPhraseMatcher(readList(locale));
    for (const text of distressTexts[locale]) expect(matcher.matches(text), text).toBe(true);
    for (const text of harmlessTexts[locale]) expect(matcher.matches(text), text).toBe(false);
  },
);
