import { createCanvas, loadImage, type SKRSContext2D } from "@napi-rs/canvas";
import { locales } from "@toibako/contract/locales.ts";
import { describe, expect, test } from "vitest";
import { type Card, cardSize } from "./card.ts";
import { drawCard } from "./draw.ts";
import { sheet } from "./envelope.ts";

const yui = { displaying_name: "ゆい", account: "yui_cafe" };
const kinds = ["question", "answer", "profile", "site"] as const;

async function decode(png: Buffer): Promise<SKRSContext2D> {
  const context = createCanvas(cardSize.width, cardSize.height).getContext("2d");
  context.drawImage(await loadImage(png), 0, 0);
  return context;
}

/** The area of the text on a question card: x, y, width, height. */
const textArea = [120, 220, 960, 272] as const;

/** Returns the colours of an area, as hexadecimal BGR. */
function readColors(
  context: SKRSContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
): Set<string> {
  const { data } = context.getImageData(x, y, width, height);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  return new Set(Array.from(new Set(pixels), (pixel) => (pixel & 0xffffff).toString(16)));
}

function readChunkNames(png: Buffer): string[] {
  const names: string[] = [];
  for (let offset = 8; offset < png.length; offset += png.readUInt32BE(offset) + 12) {
    names.push(png.toString("latin1", offset + 4, offset + 8));
  }
  return names;
}

function createQuestionCard(text: string, locale: Card["locale"] = "ja"): Card {
  return { kind: "question", text, locale };
}

async function readQuestionPixels(card: Card): Promise<Buffer> {
  const context = await decode(drawCard(card));
  return Buffer.from(context.getImageData(...textArea).data);
}

const longTexts: [name: string, text: string][] = [
  ["5,000 letters", "w".repeat(5000)],
  ["5,000 kanji", "鬱".repeat(5000)],
  ["5,000 emoji", "😂👨‍👩‍👧‍👦".repeat(2500)],
  ["4,800 marks on one letter", `Z${"\u0301\u0323\u0335".repeat(1600)}algo`],
  ["700 letters with six marks", "e\u0301\u0302\u0303\u0304\u0305\u0306".repeat(700)],
  ["160 Arabic sentences", "ما هو الشيء الذي جعلك تضحك؟ 😂 ".repeat(160)],
  ["2,500 lines", "あ\n".repeat(2500)],
  ["2,500 emoji that are joined into one", `👨${"\u200d👩".repeat(2500)}`],
  ["5,000 wide signs", "﷽".repeat(5000)],
];

describe("drawCard", () => {
  test.each(kinds)(
    "SHARE-01 the %s card is 1200×630 with a small file in every language",
    (kind) => {
      for (const locale of locales) {
        const png = drawCard({ kind, locale, text: "質問 question 질문 คำถาม", ...yui });
        expect(png.readUInt32BE(16)).toBe(1200);
        expect(png.readUInt32BE(20)).toBe(630);
        expect(png.length).toBeLessThan(60 * 1024);
      }
    },
  );

  test.each(kinds)("PRIV-06 the %s card contains pixels only", (kind) => {
    const png = drawCard({
      kind,
      locale: "ja",
      text: "好きな色は？",
      answer_text: "青です",
      ...yui,
    });
    expect(readChunkNames(png)).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    expect(png.includes("yui_cafe")).toBe(false);
  });

  test.each(longTexts)("SHARE-01 %s stay inside the sheet of a card", async (_, text) => {
    for (const kind of kinds) {
      const card: Card = { kind, locale: "ja", text, answer_text: text, displaying_name: text };
      const context = await decode(drawCard({ ...card, account: "a".repeat(500) }));
      const { left, top, right, bottom } = sheet;
      // The theme's background #5ebaba, as BGR.
      const background = new Set(["baba5e"]);
      expect(readColors(context, 0, 0, cardSize.width, top)).toEqual(background);
      expect(readColors(context, 0, bottom, cardSize.width, cardSize.height - bottom)).toEqual(
        background,
      );
      expect(readColors(context, 0, 0, left, cardSize.height)).toEqual(background);
      expect(readColors(context, right, 0, cardSize.width - right, cardSize.height)).toEqual(
        background,
      );
      // The margins of the sheet are empty as well: they are white (the rim) or #d9f0ef (the paper).
      const paper = new Set(["ffffff", "eff0d9"]);
      for (const x of [left + 30, right - 40]) {
        for (const color of readColors(context, x, 200, 10, 70)) expect(paper).toContain(color);
      }
    }
  });

  test("SHARE-01 emoji are in colour", async () => {
    const plain = await decode(drawCard(createQuestionCard("わらった")));
    const smiling = await decode(drawCard(createQuestionCard("わらった😂")));
    const yellow = "4dccff";
    expect(readColors(smiling, ...textArea)).toContain(yellow);
    expect(readColors(plain, ...textArea)).not.toContain(yellow);
  });

  test.each([
    ["ja", "漢", "字"],
    ["zh-CN", "们", "这"],
    ["zh-TW", "們", "這"],
    ["ko", "한", "글"],
    ["th", "ก", "ข"],
    ["dt", "ß", "ü"],
    ["ja", "们", "这"],
    ["en", "한", "ก"],
    ["ja", "क", "ख"],
    ["en", "ع", "ب"],
    ["ja", "☕\ufe0e", "⚡\ufe0e"],
    ["en", "😀\ufe0e", "🐶\ufe0e"],
  ] as const)(
    "SHARE-01 a card in %s has glyphs for %s and %s",
    async (locale, firstCharacter, secondCharacter) => {
      const missing = await readQuestionPixels(createQuestionCard("\u{10fffd}", locale));
      const first = await readQuestionPixels(createQuestionCard(firstCharacter, locale));
      const second = await readQuestionPixels(createQuestionCard(secondCharacter, locale));
      expect(first.equals(second)).toBe(false);
      expect(first.equals(missing)).toBe(false);
      expect(second.equals(missing)).toBe(false);
    },
  );

  test("SHARE-01 Han characters have the shape of the receiver's region", async () => {
    const shapes = await Promise.all(
      (["ja", "zh-CN", "zh-TW"] as const).map((locale) =>
        readQuestionPixels(createQuestionCard("直骨", locale)),
      ),
    );
    expect(new Set(shapes.map((pixels) => pixels.toString("base64"))).size).toBe(3);
  });

  test("SHARE-01 an answer card shows question, answer and answerer", () => {
    const card: Card = {
      kind: "answer",
      locale: "ja",
      text: "好きな色は？",
      answer_text: "青",
      ...yui,
    };
    const drawn = drawCard(card);
    expect(drawn.equals(drawCard({ ...card, text: "好きな本は？" }))).toBe(false);
    expect(drawn.equals(drawCard({ ...card, answer_text: "赤" }))).toBe(false);
    expect(drawn.equals(drawCard({ ...card, displaying_name: "はる" }))).toBe(false);
    expect(drawn.equals(drawCard({ ...card, account: "haru" }))).toBe(false);
  });

  test("SHARE-01 a card looks the same when it is drawn after other cards", () => {
    const card = createQuestionCard("好きな色は？");
    const first = drawCard(card);
    drawCard(createQuestionCard("ما هو الشيء؟ 😂", "th"));
    expect(drawCard(card).equals(first)).toBe(true);
  });
});
