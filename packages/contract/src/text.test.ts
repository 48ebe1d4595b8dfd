import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkAnswer,
  checkText,
  countCharacters,
  cutText,
  formatBadge,
  isBlank,
  normalizeText,
  readTypedText,
  removeNotInXml,
  textLimits,
  truncateText,
} from "./text.ts";

const family = "👨‍👩‍👧‍👦";

// Ordinary text, mixed with control, joining and combining characters and lone surrogates.
const typedText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\r",
        "\n",
        "\r\n",
        "\u202e",
        "\u200d",
        "\ufeff",
        "e",
        "\u0301",
        "か",
        "\u3099",
        "\u0316".repeat(29),
        "\u0344".repeat(16),
      ),
      fc.constantFrom("\ufffe", "\uffff", "\ufdd0", "\u{1fffe}", "\u{10ffff}"),
      fc.constantFrom("\u0000", "\u001b", "\u2066", "\ud83d", "\udc68", family, " ", "\u2028"),
    ),
  )
  .map((parts) => parts.join(""));

const controlCharacters = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Noncharacter_Code_Point}/u;

describe("ASK-04 the stored form of a typed text", () => {
  test("is NFC, trimmed, without control, override or broken characters", () => {
    fc.assert(
      fc.property(typedText, (text) => {
        const stored = normalizeText(text);
        expect(stored).toBe(stored.normalize("NFC"));
        expect(stored).toBe(stored.trim());
        expect(stored.isWellFormed()).toBe(true);
        expect(stored.match(controlCharacters)).toBeNull();
      }),
    );
  });

  test("doesn't change when it is normalised again", () => {
    fc.assert(
      fc.property(typedText, (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      }),
    );
  });

  test.each([
    ["line breaks of every system", "a\r\nb\rc\n\nd", "a\nb\nc\n\nd"],
    ["a letter and its combining accent", "e\u0301", "é"],
    ["an accent behind a direction mark", "e\u200e\u0301", "é"],
    ["a right-to-left override", "abc\u202egpj.exe", "abcgpj.exe"],
    ["the joiners of a family", ` ${family} `, family],
    ["a tab and a bell", "a\tb\u0007c", "abc"],
    ["noncharacters", "a\ufffeb\uffffc\ufdd0d\u{1fffe}e\u{10ffff}f", "abcdef"],
    ["lone surrogates", "a\ud83db\udc68", "ab"],
  ])("normalises %s", (_, text, stored) => {
    expect(normalizeText(text)).toBe(stored);
  });
});

describe("ASK-03 counting user-perceived characters of", () => {
  test.each([
    ["a family", family, 1],
    ["a flag", "🇯🇵", 1],
    ["a skin tone", "👍🏽", 1],
    ["a Thai syllable", "กำ", 1],
    ["Japanese", "こんにちは", 5],
    ["a letter and its combining accent", "e\u0301", 1],
    ["ASCII with line breaks", "ab\ncd", 5],
    ["nothing", "", 0],
  ])("%s", (_, text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test("ASCII text, with the same result as the segmenter", () => {
    const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(countCharacters(text)).toBe([...segmenter.segment(text)].length);
      }),
    );
  });
});

describe("ASK-02 ANS-01 a post", () => {
  test.each(["", "   ", "\r\n\t", "\u200b\u2060", "\u3164", "\u2800\u2800", "\u202e\ufeff"])(
    "of %j is blank",
    (text) => {
      expect(checkText(text, textLimits.question)).toBe("invalid_text_required");
    },
  );

  test("may be as long as the limit and no longer", () => {
    expect(checkText(family.repeat(5000), textLimits.question)).toBeUndefined();
    expect(checkText(`  ${"あ".repeat(5000)}\n`, textLimits.question)).toBeUndefined();
    expect(checkText("あ".repeat(5001), textLimits.question)).toBe("invalid_text_maxlength");
    expect(checkText("abcd", 3)).toBe("invalid_text_maxlength");
  });
});

describe("SAFE-09 a typed text", () => {
  test.each([
    ["a letter and its combining accent", "e\u0301", "é", 1],
    ["a family", family, family, 1],
    ["a flag of a region", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", 1],
    ["Thai", "น้ำแข็งเปล่า", "น้ำแข็งเปล่า", 8],
    ["Vietnamese, taken apart", "Tie\u0302\u0301ng Vie\u0323\u0302t", "Tiếng Việt", 10],
    ["Hebrew with points", "שָׁלוֹם", "שָׁלוֹם".normalize("NFC"), 4],
    ["Devanagari", "हिन्दी में", "हिन्दी में", 4],
    ["Hangul, taken apart", "\u1112\u1161\u11ab", "한", 1],
    ["30 marks on a letter", `x${"\u0308".repeat(30)}`, `ẍ${"\u0308".repeat(29)}`, 1],
    ["letters decorated with many marks for fun", "h̶̡͓͚̾̓͘i̷̢̳͔̽̈́͝", "h̶̡͓͚̾̓͘i̷̢̳͔̽̈́͝".normalize("NFC"), 2],
  ])("with %s is kept, and its user-perceived characters are counted", (_, typed, text, count) => {
    expect(readTypedText(typed, 5000)).toEqual({ text });
    expect(countCharacters(text)).toBe(count);
  });

  test.each([
    ["31 marks", `a${"\u0301".repeat(31)}`],
    [
      "31 marks after a direction mark between them is removed",
      `a${"\u0301".repeat(20)}\u202e${"\u0316".repeat(11)}`,
    ],
    ["marks that composition takes apart into more than 30", `a${"\u0344".repeat(16)}`],
    ["30 emoji joined into one character", "👨\u200d".repeat(30)],
    ["65 Hangul letters joined into one character", "\u1100".repeat(65)],
    ["more marks than the maximum length", "\u0301\u0316".repeat(50_001)],
  ])("with a character that is too long is refused: %s", (_, typed) => {
    expect(readTypedText(typed, 5000)).toEqual({ problem: "invalid_text_marks" });
  });

  test("doesn't change when it is read again", () => {
    fc.assert(
      fc.property(typedText, (text) => {
        const result = readTypedText(text, 5000, { isOptional: true });
        if (result.text === undefined) return;
        expect(readTypedText(result.text, 5000, { isOptional: true })).toEqual(result);
        const normalized = normalizeText(text);
        expect(isBlank(normalized) ? "" : normalized).toBe(result.text);
      }),
    );
  });

  test("from an external source is cut instead of refused", () => {
    expect(cutText(`a${"\u0327".repeat(100)}b`, 30)).toBe(`a${"\u0327".repeat(30)}b`);
    expect(cutText("あ".repeat(31), 30)).toBe(`${"あ".repeat(30)}…`);
    expect(cutText(" e\u0301 ", 30)).toBe("é");
  });

  test("is counted only up to the given maximum", () => {
    expect(countCharacters("あ".repeat(50), 9)).toBe(10);
    expect(countCharacters("a".repeat(50), 9)).toBe(10);
    expect(countCharacters("あ".repeat(9), 9)).toBe(9);
  });
});

describe("ANS-07 an answer to a question with options", () => {
  test("requires a chosen option, and a text is optional", () => {
    expect(checkAnswer({ text: "", chosen_option: null }, true)).toBe("option_needed");
    expect(checkAnswer({ text: "\u200b", chosen_option: 0 }, true)).toBeUndefined();
    expect(checkAnswer({ text: "あ".repeat(5001), chosen_option: 0 }, true)).toBe(
      "invalid_text_maxlength",
    );
    expect(checkAnswer({ text: " ", chosen_option: null }, false)).toBe("invalid_text_required");
  });
});

describe("BOX-02 SHELL-29 a preview", () => {
  test("is cut to 103 whole characters and an ellipsis", () => {
    expect(truncateText(family.repeat(103), 103)).toBe(family.repeat(103));
    expect(truncateText(family.repeat(104), 103)).toBe(`${family.repeat(103)}…`);
  });

  test("never has more characters than the limit and the ellipsis", () => {
    fc.assert(
      fc.property(typedText, fc.nat(20), (text, limit) => {
        const cut = truncateText(text, limit);
        if (cut === text) expect(countCharacters(text)).toBeLessThanOrEqual(limit);
        else {
          expect(text.startsWith(cut.slice(0, -1)) && cut.endsWith("…")).toBe(true);
          expect(countCharacters(cut.slice(0, -1))).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});

test.each([
  [-1, undefined],
  [0, undefined],
  [1, "1"],
  [10, "10"],
  [11, "10+"],
])("SHELL-22 a badge for %i reads %s", (count, label) => {
  expect(formatBadge(count)).toBe(label);
});

test("ASK-04 what XML 1.0 doesn't allow is removed, and everything else is kept", () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const kept = removeNotInXml(text);
      for (const character of kept) {
        const code = character.codePointAt(0) ?? 0;
        const isAllowed =
          [9, 10, 13].includes(code) ||
          (code >= 0x20 && code <= 0xd7ff) ||
          (code >= 0xe000 && code <= 0xfffd) ||
          code >= 0x10000;
        expect(isAllowed).toBe(true);
      }
    }),
  );
  expect(removeNotInXml("a\tb\r\nc👨‍👩‍👧\u202e\ue000")).toBe("a\tb\r\nc👨‍👩‍👧\u202e\ue000");
});

test.each(["\u200b\u2060", "\u3164\u115f", "\u2800 \u00a0", "\u{1d159}", "\ufe0f\u{e0020}"])(
  "SET-07 an optional text of invisible characters only is empty: %j",
  (text) => {
    expect(readTypedText(text, 100, { isOptional: true })).toEqual({ text: "" });
    expect(readTypedText(text, 100)).toEqual({ problem: "invalid_text_required" });
  },
);
