import { describe, expect, test } from "vitest";
import { type Box, fitText, type Measure } from "./layout.ts";
import { breakText } from "./line-break.ts";

// One em for a wide character or an emoji, half for any other; marks above and below take no room.
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

function box(width: number, lines = 100, balanced = true): Box {
  return { width, height: lines, sizes: [1], line_height: 1, balanced };
}

function linesOf(text: string, width: number): string[] {
  return fitText(text, box(width), measure).lines;
}

function pieces(text: string): string[] {
  return Array.from(breakText(text), (piece) => piece.text);
}

const japanese =
  "あっ、「ちょっとまって（ほんとうに）」ってメッセージ…！？それは、ヴァイオリンのレッスン・コーチが言ったことですか？「えー」とか、人々とか、ギターとか。";
const chinese = "她说：“如果（真的）可以去《任何地方》——你会选择哪里？”我回答：「不知道！」";

describe("Japanese and Chinese", () => {
  test.each([japanese, chinese])(
    "SHARE-01 no line begins or ends with a forbidden mark",
    (text) => {
      for (let width = 12; width <= 40; width++) {
        const lines = linesOf(text, width);
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

  test("SHARE-01 a line ends where a phrase ends", () => {
    const width = 13;
    expect(linesOf("最近いちばん笑ったことはなんですか？", width)).toEqual([
      "最近いちばん笑ったことは",
      "なんですか？",
    ]);
  });

  test("SHARE-01 the lines of a heading are even", () => {
    const lines = linesOf("如果可以去世界上的任何一个地方旅行你会选择哪里？", 22).map(measure);
    expect(lines).toHaveLength(2);
    expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(2);
  });

  test("SHARE-01 a row of stops that is wider than a line still stays inside", () => {
    for (const line of linesOf("！".repeat(50), 8)) expect(measure(line)).toBeLessThanOrEqual(8);
  });
});

describe("Thai and Korean", () => {
  test("SHARE-01 Thai words stay whole", () => {
    const words = ["ช่วง", "นี้", "มี", "เรื่อง", "อะไร", "ที่", "ทำให้", "คุณ", "หัวเราะ", "มาก", "ที่สุด"];
    expect(pieces(words.join(""))).toEqual(words);
    const longestFirst = words.toSorted((a, b) => b.length - a.length);
    for (let width = 4; width <= 12; width++) {
      for (const line of linesOf(words.join(""), width)) {
        const rest = longestFirst.reduce((left, word) => left.replace(word, ""), line);
        expect(rest).toBe("");
      }
    }
  });

  test("SHARE-01 the Thai repetition mark stays with its word", () => {
    for (const piece of pieces("เร็ว ๆ นี้ ต่าง ๆ")) expect(piece).not.toMatch(/^ๆ/);
  });

  test("SHARE-01 Korean breaks at its spaces only", () => {
    const text = "요즘 가장 크게 웃었던 일은 무엇인가요? (정말) 궁금해요!";
    expect(pieces(text).map((piece) => piece.trim())).toEqual(text.split(" "));
  });
});

describe("Latin", () => {
  test("SHARE-01 words keep their marks; hyphens and slashes may end a line", () => {
    expect(pieces(`It's (really) a "well-known" place: $3.50, 24/7.`)).toEqual([
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

  test("SHARE-01 a word that is wider than a line is divided", () => {
    const word = "Donaudampfschifffahrtsgesellschaftskapitän";
    const lines = linesOf(`Der ${word} fragt`, 8);
    expect(lines.join("")).toContain(word);
    for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(8);
  });

  test("SHARE-01 a smaller size is taken before a word is divided", () => {
    const sizes = [4, 2, 1];
    const set = fitText("Straßenbahn", { ...box(14), sizes }, measure);
    expect(set).toEqual({ size: 2, lines: ["Straßenbahn"], cut: false });
  });
});

describe("emoji", () => {
  const family = "👨‍👩‍👧‍👦";

  test("SHARE-01 families, flags, tones and keycaps are never divided", () => {
    const whole = [family, "🇯🇵", "👍🏽", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️"];
    for (let width = 1; width <= 7; width++) {
      const lines = linesOf(whole.join("").repeat(5), width);
      for (const line of lines) {
        const rest = whole.reduce((left, emoji) => left.replaceAll(emoji, ""), line);
        expect(rest).toBe("");
      }
    }
  });

  test("SHARE-01 an emoji stays with the word before it where it can", () => {
    expect(linesOf(`みんなで行く${family}どこがいい？`, 8)[0]).toBe(`みんなで行く${family}`);
  });
});

describe("long text", () => {
  test("SHARE-01 what is too long is cut with an ellipsis, inside the box", () => {
    for (const text of [japanese.repeat(20), "long words ".repeat(500), "ช่วงนี้มีเรื่อง".repeat(300)]) {
      const set = fitText(text, { ...box(40, 8), sizes: [4, 3, 2] }, measure);
      expect(set.size).toBe(2);
      expect(set.cut).toBe(true);
      expect(set.lines).toHaveLength(4);
      expect(set.lines.at(-1)).toMatch(/[^\p{P}\s]…$/u);
      for (const line of set.lines) expect(measure(line)).toBeLessThanOrEqual(20);
    }
  });

  test("SHARE-01 a text that fits is not cut, and line breaks are kept", () => {
    const set = fitText("ひとつめ\n\n ふたつめ", box(10, 2), measure);
    expect(set).toEqual({ size: 1, lines: ["ひとつめ", "ふたつめ"], cut: false });
  });

  test.each([
    ["letters", "w".repeat(5000)],
    ["kanji", "字".repeat(5000)],
    ["stops", "！".repeat(5000)],
    ["families", "👨‍👩‍👧‍👦".repeat(5000)],
    ["lines", "あ\n".repeat(2500)],
  ])("SHARE-01 no more of 5,000 %s is measured than can be shown", (_, text) => {
    let calls = 0;
    const counting: Measure = (words) => {
      calls++;
      return measure(words);
    };
    const set = fitText(
      text,
      { ...box(960, 272), sizes: [76, 54, 32], line_height: 1.4 },
      counting,
    );
    expect(set.cut).toBe(true);
    expect(calls).toBeLessThan(2500);
  });
});
