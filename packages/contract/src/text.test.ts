import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { badgeLabel, checkPost, countCharacters, normalizeText, truncate } from "./text.ts";

const family = "👨‍👩‍👧‍👦";

// Ordinary text, mixed with what steers, joins, combines or is broken.
const typed = fc
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
      ),
      fc.constantFrom("\u0000", "\u001b", "\u2066", "\ud83d", "\udc68", family, " ", "\u2028"),
    ),
  )
  .map((parts) => parts.join(""));

const steering = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

describe("ASK-04 what is stored of a typed text", () => {
  test("is NFC, trimmed, without control, override or broken characters", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const stored = normalizeText(text);
        expect(stored).toBe(stored.normalize("NFC"));
        expect(stored).toBe(stored.trim());
        expect(stored.isWellFormed()).toBe(true);
        expect(stored.match(steering)).toBeNull();
      }),
    );
  });

  test("stays as it is when it is stored again", () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
      }),
    );
  });

  test.each([
    ["line breaks of every system", "a\r\nb\rc\n\nd", "a\nb\nc\n\nd"],
    ["half of a letter", "e\u0301", "é"],
    ["an accent behind a direction mark", "e\u200e\u0301", "é"],
    ["a right-to-left override", "abc\u202egpj.exe", "abcgpj.exe"],
    ["the joiners of a family", ` ${family} `, family],
    ["a tab and a bell", "a\tb\u0007c", "abc"],
  ])("keeps the right things of %s", (_, text, stored) => {
    expect(normalizeText(text)).toBe(stored);
  });
});

describe("ASK-03 text is counted as a person counts", () => {
  test.each([
    ["a family", family, 1],
    ["a flag", "🇯🇵", 1],
    ["a skin tone", "👍🏽", 1],
    ["a Thai syllable", "กำ", 1],
    ["Japanese", "こんにちは", 5],
    ["an accent apart", "e\u0301", 1],
    ["ASCII with line breaks", "ab\ncd", 5],
    ["nothing", "", 0],
  ])("%s", (_, text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test("the short way for ASCII counts like the long way", () => {
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
      expect(checkPost(text)).toBe("invalid_text_required");
    },
  );

  test("may be as long as the limit and no longer", () => {
    expect(checkPost(family.repeat(5000))).toBeUndefined();
    expect(checkPost(`  ${"あ".repeat(5000)}\n`)).toBeUndefined();
    expect(checkPost("あ".repeat(5001))).toBe("invalid_text_maxlength");
    expect(checkPost("abcd", 3)).toBe("invalid_text_maxlength");
  });
});

describe("BOX-02 SHELL-29 a preview", () => {
  test("of 103 characters is cut with an ellipsis, whole characters only", () => {
    expect(truncate(family.repeat(103), 103)).toBe(family.repeat(103));
    expect(truncate(family.repeat(104), 103)).toBe(`${family.repeat(103)}…`);
  });

  test("never has more characters than the limit and the ellipsis", () => {
    fc.assert(
      fc.property(typed, fc.nat(20), (text, limit) => {
        const cut = truncate(text, limit);
        if (cut === text) expect(countCharacters(text)).toBeLessThanOrEqual(limit);
        else expect(text.startsWith(cut.slice(0, -1)) && cut.endsWith("…")).toBe(true);
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
  expect(badgeLabel(count)).toBe(label);
});
