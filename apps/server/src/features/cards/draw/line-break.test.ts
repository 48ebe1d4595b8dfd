import { describe, expect, test } from "vitest";
import { type Box, fitText, type Measure } from "./layout.ts";
import { breakText } from "./line-break.ts";

// A wide character or an emoji has one em; other graphemes, including flags and keycaps, have half an em.
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const measure: Measure = (text) => {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += /^[\u3000-\u9fff\uac00-\ud7af\uff00-\uff60\p{Extended_Pictographic}]/u.test(segment)
      ? 1
      : 0.5;
  }
  return width;
};

/** Creates a box for this many lines. The font size is 1, so the width is in em. */
function createBox(width: number, lines = 100, isBalanced = true): Box {
  return { width, height: lines, sizes: [1], lineHeight: 1, isBalanced };
}

function breakLines(text: string, width: number): string[] {
  return fitText(text, createBox(width), measure).lines;
}

function breakPieces(text: string): string[] {
  return Array.from(breakText(text), (piece) => piece.text);
}

const japanese =
  "あっ、「ちょっとまって（ほんとうに）」ってメッセージ…！？それは、ヴァイオリンのレッスン・コーチが言ったことですか？「えー」とか、人々とか、ギターとか。";
const chinese = "她说：“如果（真的）可以去《任何地方》——你会选择哪里？”我回答：「不知道！」";

describe("Japanese and Chinese", () => {
  test.each([japanese, chinese])(
    "SHARE-01 no line starts or ends with a forbidden character",
    (text) => {
      for (let width = 12; width <= 40; width++) {
        const lines = breakLines(text, width);
        expect(lines.join("")).toBe(text);
        for (const line of lines) {
          expect(line).not.toMatch(
            /^[、。，．！？：；・…ー々」』）》”ぁぃぅぇぉっゃゅょァィゥェォッャュョ—]/u,
          );
          expect(line).not.toMatch(/[「『（《“]$/u);
        }
      }
    },
  );

  test("SHARE-01 lines end at the ends of phrases", () => {
    const width = 13;
    expect(breakLines("最近いちばん笑ったことはなんですか？", width)).toEqual([
      "最近いちばん笑ったことは",
      "なんですか？",
    ]);
  });

  test("SHARE-01 the lines of a heading have similar lengths", () => {
    const lines = breakLines("如果可以去世界上的任何一个地方旅行你会选择哪里？", 22).map(measure);
    expect(lines).toHaveLength(2);
    expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(2);
  });

  test("SHARE-01 a run of punctuation that is wider than a line is split", () => {
    for (const line of breakLines("！".repeat(50), 8)) expect(measure(line)).toBeLessThanOrEqual(8);
  });
});

describe("Thai and Korean", () => {
  test("SHARE-01 Thai words are not split", () => {
    const words = ["ช่วง", "นี้", "มี", "เรื่อง", "อะไร", "ที่", "ทำให้", "คุณ", "หัวเราะ", "มาก", "ที่สุด"];
    expect(breakPieces(words.join(""))).toEqual(words);
    const longestFirst = words.toSorted((a, b) => b.length - a.length);
    for (let width = 4; width <= 12; width++) {
      for (const line of breakLines(words.join(""), width)) {
        const withoutWords = longestFirst.reduce((text, word) => text.replace(word, ""), line);
        expect(withoutWords).toBe("");
      }
    }
  });

  test("SHARE-01 the Thai repetition mark stays with its word", () => {
    for (const piece of breakPieces("เร็ว ๆ นี้ ต่าง ๆ")) expect(piece).not.toMatch(/^ๆ/);
  });

  test("SHARE-01 Korean lines break at spaces only", () => {
    const text = "요즘 가장 크게 웃었던 일은 무엇인가요? (정말) 궁금해요!";
    expect(breakPieces(text).map((piece) => piece.trim())).toEqual(text.split(" "));
  });
});

describe("Latin", () => {
  test("SHARE-01 punctuation stays with its word, and a hyphen may end a line", () => {
    expect(breakPieces(`It's (really) a "well-known" place: $3.50, 24/7.`)).toEqual([
      "It's ",
      "(really) ",
      "a ",
      `"well-`,
      `known" `,
      "place: ",
      "$3.50, ",
      "24/7.",
    ]);
  });

  test("SHARE-01 a word that is wider than a line is split with hyphens", () => {
    const word = "Donaudampfschifffahrtsgesellschaftskapitän";
    const lines = breakLines(`Der ${word} fragt`, 8);
    expect(lines.join("")).toContain("Donaudampfschif-ffahrtsgesellsc-haftskapitän");
    for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(8);
  });

  test("SHARE-01 a run of signs that is wider than a line is split without hyphens", () => {
    for (const text of [`Wow${"!".repeat(40)}`, `So${"?!".repeat(30)}`, `Hm${"…".repeat(30)}`]) {
      const joined = breakLines(text, 6).join("");
      expect(joined).toBe(text);
    }
  });

  test("SHARE-01 an address that is wider than a line is split without hyphens", () => {
    expect(breakLines("toibako.example/yui_cafe", 6).join("")).toBe("toibako.example/yui_cafe");
  });

  test.each([
    [10, 1, "Die …"],
    [11, 1, "Die Geschwindigkeit …"],
    [8, 2, "Die …"],
  ])("FEEL-04 an ellipsis replaces whole words: %i em, %i lines", (width, lines, cut) => {
    const box = { ...createBox(width, lines), ellipsis: " …" };
    const fitted = fitText("Die Geschwindigkeit einer Straßenbahn, von hier aus", box, measure);
    expect(fitted.lines.join(" ")).toBe(cut);
  });

  test("SHARE-01 a smaller font size is preferred to splitting a word", () => {
    const sizes = [4, 2, 1];
    const fitted = fitText("Straßenbahn", { ...createBox(14), sizes }, measure);
    expect(fitted).toEqual({ size: 2, lines: ["Straßenbahn"], isCut: false });
  });
});

describe("emoji", () => {
  const family = "👨‍👩‍👧‍👦";

  test("SHARE-01 joined emoji, flags, skin tones and keycaps are never split", () => {
    const wholeEmoji = [family, "🇯🇵", "👍🏽", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️"];
    for (let width = 1; width <= 7; width++) {
      const lines = breakLines(wholeEmoji.join("").repeat(5), width);
      for (const line of lines) {
        const withoutEmoji = wholeEmoji.reduce((text, emoji) => text.replaceAll(emoji, ""), line);
        expect(withoutEmoji).toBe("");
      }
    }
  });

  test("SHARE-01 an emoji that fits stays with the word before it", () => {
    expect(breakLines(`みんなで行く${family}どこがいい？`, 8)[0]).toBe(`みんなで行く${family}`);
  });
});

describe("long text", () => {
  test("SHARE-01 a text that is too long is cut with an ellipsis inside the box", () => {
    for (const text of [japanese.repeat(20), "long words ".repeat(500), "ช่วงนี้มีเรื่อง".repeat(300)]) {
      const fitted = fitText(text, { ...createBox(40, 8), sizes: [4, 3, 2] }, measure);
      expect(fitted.size).toBe(2);
      expect(fitted.isCut).toBe(true);
      expect(fitted.lines).toHaveLength(4);
      expect(fitted.lines.at(-1)).toMatch(/[^\p{P}\s]…$/u);
      for (const line of fitted.lines) expect(measure(line)).toBeLessThanOrEqual(20);
    }
  });

  test("SHARE-01 a text that fits is not cut, and a line break is kept without blank lines and indents", () => {
    const fitted = fitText("ひとつめ\n\n ふたつめ", createBox(10, 2), measure);
    expect(fitted).toEqual({ size: 1, lines: ["ひとつめ", "ふたつめ"], isCut: false });
  });

  test.each([
    ["letters", "w".repeat(5000)],
    ["kanji", "字".repeat(5000)],
    ["stops", "！".repeat(5000)],
    ["families", "👨‍👩‍👧‍👦".repeat(5000)],
    ["lines", "あ\n".repeat(5000)],
  ])("SHARE-01 of 5,000 %s only the part that fits the box is measured", (_, text) => {
    let calls = 0;
    const measureAndCount: Measure = (words) => {
      calls++;
      return measure(words);
    };
    const fitted = fitText(
      text,
      { ...createBox(960, 272), sizes: [76, 54, 32], lineHeight: 1.4 },
      measureAndCount,
    );
    expect(fitted.isCut).toBe(true);
    expect(calls).toBeLessThan(2500);
  });
});
