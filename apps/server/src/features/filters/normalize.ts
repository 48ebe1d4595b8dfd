import { normalizeUnicode } from "@toibako/contract/mark-runs.ts";
import lookalikes from "./lookalikes.json" with { type: "json" };

/**
 * The letters and digits of a text in one spelling, in which words are searched. The arrays have one element for each
 * UTF-16 unit of `letters`.
 */
export interface MatchingForm {
  letters: string;
  /** The `gapKind` of the characters that were removed before the unit. */
  gaps: Uint8Array;
  /** The `letterKind` of the unit. */
  kinds: Uint8Array;
}

export const gapKind = { none: 0, signs: 1, space: 2 } as const;

export const letterKind = {
  /** Neither letter nor digit. Signs are removed. */
  sign: 1,
  /** Spaces are removed as well. They are another kind than signs, because a space can separate words. */
  space: 2,
  /** Belongs to the unit before it. */
  mark: 3,
  digit: 4,
  /** Letters of scripts with spaces between words. */
  spaced: 5,
  /** Hangul, Thai and similar scripts: words have endings, or no spaces between them. */
  joined: 6,
  /** Han and kana, where spaces have no meaning. */
  dense: 7,
} as const;

/** A text prepared once for all matchers. */
export interface PreparedText {
  text: string;
  /** The form as written and, if different, the form with disguised and repeated letters replaced. */
  forms: MatchingForm[];
}

export function prepareText(text: string): PreparedText {
  const folded = foldLetters(text);
  const undisguised = replaceDisguises(folded);
  return { text, forms: [...new Set([folded, undisguised])].map(removeSigns) };
}

/** Returns the matching form of a text as it is written, without replacing disguised letters. */
export function normalizeForMatching(text: string): MatchingForm {
  return removeSigns(foldLetters(text));
}

// Invisible characters and control characters, except white space, and the mark of a long vowel.
const invisibleLetters = /[[\p{Default_Ignorable_Code_Point}\p{Cc}ー]--\s]/gv;
// Accents and strokes, but not the voiced marks of kana or the vowels of Thai.
const accents = /[[\p{Script=Inherited}&&\p{M}]--[\u3099\u309a]]/gv;
const lookalikeLetters = new RegExp(`[${Object.keys(lookalikes).join("")}]`, "g");

// No word needs more marks on one letter, and each mark costs time in the later steps.
const MAX_MARKS_PER_LETTER = 6;

// NFKD would expand these two ligatures to 18 and 8 characters. They are replaced by a third one, which NFKD keeps.
const phraseLigatures = /[\ufdfa\ufdfb]/g;

/** Gives each letter one spelling; keeps signs and spaces. */
function foldLetters(text: string): string {
  const spelled = text
    .toWellFormed()
    .replace(phraseLigatures, "\ufdfd")
    .replaceAll("゛", "\u3099")
    .replaceAll("゜", "\u309a")
    .toLowerCase();
  const bare = normalizeUnicode(spelled, "NFKD", MAX_MARKS_PER_LETTER)
    .toLowerCase()
    .replace(invisibleLetters, "")
    .replace(accents, "");
  // Removed invisible characters had separated runs of marks, so runs are limited again. Then voiced marks that NFC
  // could not combine with a letter are removed, and katakana become hiragana, whose codes are 0x60 lower.
  return normalizeUnicode(bare, "NFC", MAX_MARKS_PER_LETTER)
    .replace(/[\u3099\u309a]/g, "")
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(lookalikeLetters, replaceLookalike)
    .replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu, readEnclosedLetter);
}

const replaceLookalike = (letter: string) => lookalikes[letter as keyof typeof lookalikes];

/** Gives small letters that look alike one spelling, whatever their script, and removes accents. */
export function foldLookalikes(text: string): string {
  const bare = normalizeUnicode(text, "NFKD", MAX_MARKS_PER_LETTER).replace(accents, "");
  return normalizeUnicode(bare, "NFC", MAX_MARKS_PER_LETTER).replace(
    lookalikeLetters,
    replaceLookalike,
  );
}

/** Converts the letters of coloured circles, squares and flags, which NFKD does not convert. */
function readEnclosedLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = [0x1f1e6, 0x1f170, 0x1f150].find((start) => code >= start) ?? code;
  return String.fromCharCode(97 + code - first);
}

const letterOfSign: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Reads "5h1t" as "shit" and "fuuuck" as "fuck". Only tokens that contain a Latin letter are changed, so numbers stay. It
 * is a guess, so the original is searched as well.
 */
function replaceDisguises(folded: string): string {
  return folded
    .replace(/[0-9a-z$][0-9a-z@$!]*[0-9a-z$]/g, (token) =>
      /[a-z]/.test(token)
        ? token.replace(/[013457-8@$!]/g, (sign) => letterOfSign[sign] ?? sign)
        : token,
    )
    .replace(/(\p{L})\1{2,}/gu, "$1");
}

function removeSigns(folded: string): MatchingForm {
  const keptLetters: string[] = [];
  const keptGaps: number[] = [];
  let gap: number = gapKind.none;
  for (const letter of folded) {
    const kind = findKind(letter);
    if (kind === letterKind.sign || kind === letterKind.space) {
      gap = Math.max(gap, kind === letterKind.space ? gapKind.space : gapKind.signs);
      continue;
    }
    keptLetters.push(letter);
    keptGaps.push(gap);
    gap = gapKind.none;
  }
  return describeLetters(...composeAcrossSigns(keptLetters, keptGaps));
}

// The middle and last letters of Hangul syllables.
const syllableParts = /[\u1161-\u1175\u11a8-\u11c2]/;

/** Composes what removed signs had separated, such as a syllable in brackets and its last letter: "(가)ㄴ". */
function composeAcrossSigns(
  letters: string[],
  gaps: number[],
): [letters: string[], gaps: number[]] {
  const text = letters.join("");
  if (normalizeUnicode(text, "NFC", MAX_MARKS_PER_LETTER) === text) return [letters, gaps];
  const parts: string[] = [];
  const gapsOfParts: number[] = [];
  for (const [index, letter] of letters.entries()) {
    const isFollowing = findKind(letter) === letterKind.mark || syllableParts.test(letter);
    if (isFollowing && parts.length > 0) parts.push(`${parts.pop()}${letter}`);
    else {
      parts.push(letter);
      gapsOfParts.push(gaps[index] ?? gapKind.none);
    }
  }
  const composed = parts.map((part) => normalizeUnicode(part, "NFC", MAX_MARKS_PER_LETTER));
  return [composed, gapsOfParts];
}

/** Joins the parts of a form. The gap of a part stands before its first unit. */
function describeLetters(parts: string[], gapsOfParts: number[]): MatchingForm {
  const letters = parts.join("");
  const gaps = new Uint8Array(letters.length);
  const kinds = new Uint8Array(letters.length);
  let length = 0;
  for (const [index, part] of parts.entries()) {
    gaps[length] = gapsOfParts[index] ?? gapKind.none;
    for (const letter of part) {
      kinds[length] = findKind(letter);
      if (letter.length === 2) kinds[length + 1] = letterKind.mark;
      length += letter.length;
    }
  }
  return { letters, gaps, kinds };
}

// A cache, because testing Unicode classes is slow. Rare Han characters from U+30000 on count as signs.
const kindsByCode = new Uint8Array(0x30000);

function findKind(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code >= kindsByCode.length) return letterKind.sign;
  const kind = kindsByCode[code] || matchKind(letter);
  kindsByCode[code] = kind;
  return kind;
}

const kindPatterns: [pattern: RegExp, kind: number][] = [
  [/\s/, letterKind.space],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, letterKind.dense],
  [/\p{M}/u, letterKind.mark],
  [/\p{N}/u, letterKind.digit],
  [/[\p{L}--[\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]/v, letterKind.spaced],
  [/\p{L}/u, letterKind.joined],
];

function matchKind(letter: string): number {
  return kindPatterns.find(([pattern]) => pattern.test(letter))?.[1] ?? letterKind.sign;
}
