import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { afterAll, expect, test } from "vitest";
import { readText } from "./normalize.ts";
import { loadWordLists, parseWordList, type WordLists } from "./words.ts";

const folder = mkdtempSync(join(tmpdir(), "toibako-words-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ours = loadWordLists();

function find(lists: WordLists, locale: Locale, text: string): string | undefined {
  const reading = readText(text);
  return lists[locale].map(({ matcher }) => matcher.find(reading)).find(Boolean);
}

test("BOX-20 an entry says how its word may stand", () => {
  expect(parseWordList(["# remark", "", " word ", "open*", "*end", "!fine"])).toEqual([
    { word: "word", open_start: false, open_end: false, harmless: false },
    { word: "open", open_start: false, open_end: true, harmless: false },
    { word: "end", open_start: true, open_end: false, harmless: false },
    { word: "fine", open_start: false, open_end: false, harmless: true },
  ]);
});

test("BOX-17 an operator adds words, takes one away, or all", () => {
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

test.each(locales)("BOX-17 each word of %s is found when somebody writes it", (locale) => {
  const lists = ours[locale];
  expect(lists[0]?.locale).toBe(locale);
  expect(lists[0]?.entries.filter(({ harmless }) => !harmless).length).toBeGreaterThan(80);
  for (const { word, harmless } of lists[0]?.entries ?? []) {
    if (!harmless) expect([word, find(ours, locale, word)]).not.toContain(undefined);
  }
});

const HARMLESS: Record<Locale, string[]> = {
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

test.each(locales)("BOX-17 ordinary texts pass in %s", (locale) => {
  for (const text of HARMLESS[locale]) {
    expect([text, find(ours, locale, text)]).toEqual([text, undefined]);
  }
});

const HARMFUL: Record<Locale, string[]> = {
  ja: ["死 ね", "タヒね", "ぶっ☆ころ☆す", "ﾊﾟﾝﾂ何色", "スマホだけで稼げます！", "K Y S"],
  en: ["k.y.s", "Ｋill yourself", "b1tch", "fück yоu", "Send nudes?", "t.me/easy"],
  "zh-CN": ["去*死", "你个傻 逼", "加我微信", "殺你全家"],
  "zh-TW": ["去 死", "幹！你！娘", "加我LINE", "傻逼"],
  ko: ["시 발", "ㅅㅂ", "개 새 끼", "나가 죽어", "오픈채팅 들어와"],
  dt: ["Arsch-loch", "W1chser", "H u r e n s o h n", "Bring dich um!", "schick nudes"],
  th: ["ค ว ย", "ไปตายซะ", "อีดอก", "ขอดูนม", "แอดไลน์มานะ"],
};

test.each(locales)("BOX-20 harm is found in %s however it is spelled", (locale) => {
  for (const text of HARMFUL[locale]) {
    expect([text, find(ours, locale, text)]).not.toContain(undefined);
  }
});
