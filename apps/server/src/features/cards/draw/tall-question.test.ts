import { createCanvas, loadImage } from "@napi-rs/canvas";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { type Card, tallSize } from "./card.ts";
import { drawCard } from "./draw.ts";
import { tallSheet } from "./envelope.ts";

const { width, height, margin } = tallSize;
const empty: Card = { kind: "question", locale: "ja", text: "", format: "tall" };

async function decode(png: Buffer) {
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(await loadImage(png), 0, 0);
  return context;
}

type Area = [left: number, top: number, width: number, height: number];

/** Returns the largest difference of a colour channel between two cards inside an area. */
async function measureDifference(card: Card, other: Card, area: Area): Promise<number> {
  const first = (await decode(drawCard(card))).getImageData(...area).data;
  const second = (await decode(drawCard(other))).getImageData(...area).data;
  return first.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (second[index] ?? 0))),
    0,
  );
}

// Colours at edges may differ slightly, because each card has its own palette.
const tolerance = 16;
const { left, right, bottom } = tallSheet;
const emptyAreas: [position: string, area: Area][] = [
  ["in the top margin", [0, 0, width, margin]],
  ["in the bottom margin", [0, height - margin, width, margin]],
  ["at the left of the sheet", [0, 0, left, height]],
  ["at the right of the sheet", [right, 0, width - right, height]],
  ["under the sheet's edge", [0, bottom, width, 16]],
];

const texts: [name: string, text: string][] = [
  ["5,000 letters", "w".repeat(5000)],
  ["5,000 kanji", "鬱".repeat(5000)],
  ["300 Thai sentences", "กำลังทำอะไรอยู่".repeat(300)],
  ["160 sentences of Arabic and other scripts", "ما هو الشيء؟ 😂 English 日本語 ".repeat(160)],
  ["2,500 lines", "あ\n".repeat(2500)],
];

test.each(texts)(
  "SHARE-01 a question of %s stays inside the sheet of a tall card",
  async (_, text) => {
    const account = "a".repeat(500);
    const card = {
      ...empty,
      text,
      displaying_name: text,
      account,
      link: `toibako.example/${account}`,
    };
    for (const [, area] of emptyAreas)
      expect(await measureDifference(card, empty, area)).toBeLessThan(tolerance);
  },
);

test.each(texts)(
  "FEEL-04 an answer of %s stays inside the sheet of a tall card",
  async (_, text) => {
    const bare: Card = { ...empty, kind: "answer", text: "?", answer_text: "!", account: "yui" };
    for (const [, area] of emptyAreas)
      expect(await measureDifference({ ...bare, answer_text: text }, bare, area)).toBeLessThan(
        tolerance,
      );
  },
);

test("FEEL-04 a tall card shows the answer", () => {
  const card: Card = {
    ...empty,
    kind: "answer",
    text: "好きな色は？",
    answer_text: "青",
    account: "yui",
  };
  expect(drawCard(card).readUInt32BE(20)).toBe(1920);
  expect(drawCard(card).equals(drawCard({ ...card, answer_text: "緑" }))).toBe(false);
});

test.each(emptyAreas)("SHARE-01 a card with a stamp is empty %s", async (_, area) => {
  for (const theme of ["mint", "night"] as const) {
    const bare = { ...empty, theme };
    const card: Card = { ...bare, stamp_id: "date", account: "yui", link: "toibako.example/yui" };
    expect(await measureDifference(card, bare, area)).toBeLessThan(tolerance);
  }
});

test.each(locales)("SHARE-01 a tall card in %s is 1080×1920 with a small file", (locale) => {
  const png = drawCard({ ...empty, locale, text: "質問 question 질문 คำถาม", account: "yui" });
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1920]);
  expect(png.length).toBeLessThan(120 * 1024);
});

test("SHARE-01 a tall card shows its receiver and their address", () => {
  const card = { ...empty, text: "好きな色は？", account: "yui", link: "toibako.example/yui" };
  const drawn = drawCard(card);
  expect(drawn.equals(drawCard({ ...card, account: "haru" }))).toBe(false);
  expect(drawn.equals(drawCard({ ...card, displaying_name: "ゆい" }))).toBe(false);
  expect(drawn.equals(drawCard({ ...card, link: "toibako.example/haru" }))).toBe(false);
});

test("SHARE-01 profiles and the site have no tall cards", () => {
  for (const kind of ["profile", "site"] as const) {
    expect(drawCard({ ...empty, kind }).readUInt32BE(16)).toBe(1200);
  }
});
