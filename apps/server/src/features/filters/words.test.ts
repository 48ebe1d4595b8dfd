import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { afterAll, expect, test } from "vitest";
import { readProductTexts } from "./corpus/texts.ts";
import { prepareText } from "./normalize.ts";
import { loadWordLists, parseWordList, type WordLists } from "./words.ts";

const folder = mkdtempSync(join(tmpdir(), "toibako-words-"));
afterAll(() => rmSync(folder, { recursive: true }));

const builtIn = loadWordLists();

function find(lists: WordLists, locale: Locale, text: string): string | undefined {
  const prepared = prepareText(text);
  return lists[locale].map(({ matcher }) => matcher.find(prepared)).find(Boolean);
}

test("BOX-20 parses stars, harmless phrases and comments", () => {
  expect(parseWordList(["# remark", "", " word ", "open*", "*end", "!fine"])).toEqual([
    { word: "word", canEndLongerWord: false, canStartLongerWord: false, isHarmless: false },
    { word: "open", canEndLongerWord: false, canStartLongerWord: true, isHarmless: false },
    { word: "end", canEndLongerWord: true, canStartLongerWord: false, isHarmless: false },
    { word: "fine", canEndLongerWord: false, canStartLongerWord: false, isHarmless: true },
  ]);
});

test("BOX-17 an operator can add words, remove one, or remove all", () => {
  writeFileSync(join(folder, "en.txt"), "# ours\r\nbroccoli\r\n-bitch\r\n");
  writeFileSync(join(folder, "dt.txt"), "-*\nBrokkoli\n");
  const lists = loadWordLists(folder);
  expect(find(lists, "en", "I like broccoli")).toBe("broccoli");
  expect(find(lists, "en", "bitch")).toBeUndefined();
  expect(find(lists, "en", "kys")).toBe("kys");
  expect(find(lists, "dt", "Brokkoli")).toBe("Brokkoli");
  expect(find(lists, "dt", "Arschloch")).toBeUndefined();
  expect(find(lists, "ja", "死ね")).toBe("死ね");
});

test("ADMIN-09 added lines come last, and only languages whose entries changed get a new matcher", () => {
  const added = { en: "broccoli\n-bitch", "zh-TW": "!新的詞" };
  const lists = loadWordLists(undefined, added, builtIn);
  expect(find(lists, "en", "I like broccoli")).toBe("broccoli");
  expect(find(lists, "en", "bitch")).toBeUndefined();
  const isReused = (locale: Locale) => lists[locale][0] === builtIn[locale][0];
  // The two Chinese lists share their harmless phrases.
  expect(locales.filter((locale) => !isReused(locale))).toEqual(["en", "zh-CN", "zh-TW"]);
});

test.each(locales)("BOX-17 finds each word of the %s list", (locale) => {
  const lists = builtIn[locale];
  expect(lists[0]?.locale).toBe(locale);
  expect(lists[0]?.entries.filter(({ isHarmless }) => !isHarmless).length).toBeGreaterThan(80);
  for (const { word, isHarmless } of lists[0]?.entries ?? []) {
    if (!isHarmless) expect([word, find(builtIn, locale, word)]).not.toContain(undefined);
  }
});

const harmlessTexts: Record<Locale, string[]> = {
  ja: [
    "必死ねえ、休んだら？",
    "死ねって言われてつらいです",
    "推しが尊すぎて死ねます",
    "パチンコとスロットどっちが好き？",
    "太郎くんに聞きたいんだけど",
    "気にしねえよ！",
    "まちがいじゃないですか",
    "楽しんでくださいね",
    "お願い、じつは猫派って言って",
    "彼氏ねだるの上手そう",
    "本土人気の土人形",
    "それは五万個（ごまんこ）くらい？",
  ],
  en: [
    "My pen is lost in Scunthorpe",
    "Is Dick Van Dyke your favourite actor?",
    "Let's hit the road, as such",
    "What would you kill for? I'd kill for pizza",
    "How do you assess a classic cocktail?",
    "Where's your sky-blue bag from?",
  ],
  "zh-CN": [
    "过去死过的角色有哪些",
    "快点死心吧哈哈",
    "支援交通建设",
    "十字路口交汇处",
    "天猫双十一你买了什么",
  ],
  "zh-TW": ["過去死掉的角色", "體操你喜歡嗎", "高中出去玩", "預約炮仗花季", "一起看奶貓"],
  ko: [
    "다시 발견한 노래",
    "출시 발표 봤어?",
    "시발점이 어디야",
    "영화 뭐 보지",
    "일찍 자지 마",
    "팔등신 모델",
    "이 책 읽어 보지 않을래?",
  ],
  dt: [
    "Stirb langsam oder Rambo?",
    "Hast du Hund oder Katze?",
    "Ich finde dich toll",
    "Nutzt du MongoDB?",
    "Er spielt Analyst",
  ],
  th: ["แกงกะหรี่หรือแกงเขียวหวาน", "เสือกับสิงโตชอบอะไร", "เชี่ยวชาญเรื่องอะไร", "สัดส่วนเท่าไหร่ดี", "พ่องูแม่งู"],
};

test.each(locales)("BOX-17 finds nothing in ordinary texts in %s", (locale) => {
  for (const text of harmlessTexts[locale]) {
    expect([text, find(builtIn, locale, text)]).toEqual([text, undefined]);
  }
});

const harmfulTexts: Record<Locale, string[]> = {
  ja: ["死 ね", "タヒね", "ぶっ☆ころ☆す", "ﾊﾟﾝﾂ何色", "スマホだけで稼げます！", "K Y S"],
  en: ["k.y.s", "Ｋill yourself", "b1tch", "fück yоu", "Send nudes?", "t.me/easy"],
  "zh-CN": ["去*死", "你个傻 逼", "加我微信", "殺你全家"],
  "zh-TW": ["去 死", "幹！你！娘", "加我LINE", "傻逼"],
  ko: ["시 발", "ㅅㅂ", "개 새 끼", "나가 죽어", "오픈채팅 들어와"],
  dt: ["Arsch-loch", "W1chser", "H u r e n s o h n", "Bring dich um!", "schick nudes"],
  th: ["ค ว ย", "ไปตายซะ", "อีดอก", "ขอดูนม", "แอดไลน์มานะ"],
};

test.each(locales)("BOX-20 finds disguised harmful texts in %s", (locale) => {
  for (const text of harmfulTexts[locale]) {
    expect([text, find(builtIn, locale, text)]).not.toContain(undefined);
  }
});

test.each(locales)(
  "BOX-17 no list holds what people write about the site itself in %s",
  (locale) => {
    const texts = readProductTexts(locale);
    expect(new Set(texts).size).toBeGreaterThanOrEqual(40);
    expect(texts.filter((text) => find(builtIn, locale, text) !== undefined)).toEqual([]);
  },
);
