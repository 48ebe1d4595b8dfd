import lookalikes from "./lookalikes.json" with { type: "json" };

/**
 * A text as it is compared: letters and digits alone. The arrays are as long as `letters` and say
 * of each UTF-16 unit how it stands to the one before it in the original.
 */
export interface MatchingForm {
  letters: string;
  /** What was left out before the unit. */
  gaps: Uint8Array;
  kinds: Uint8Array;
}

export const GAP = { none: 0, signs: 1, space: 2 } as const;

export const KIND = {
  /** Neither letter nor digit: left out. */
  sign: 1,
  /** Also left out, and wider than a sign. */
  space: 2,
  /** Belongs to the unit before it. */
  mark: 3,
  digit: 4,
  /** Letters of scripts that put a space around each word. */
  spaced: 5,
  /** Hangul, Thai and their like: a word has endings, or stands among others without a space. */
  joined: 6,
  /** Han and kana: spaces mean nothing. */
  dense: 7,
} as const;

/** A text made ready once for all that looks through it. */
export interface Reading {
  text: string;
  /** As it is written, and, where that differs, with disguised and drawn out letters read plainly. */
  forms: MatchingForm[];
}

export function readText(text: string): Reading {
  const folded = fold(text);
  const undone = undisguise(folded);
  return { text, forms: [...new Set([folded, undone])].map(strip) };
}

/** The form as it is written, without guesses about disguise. */
export function normalize(text: string): MatchingForm {
  return strip(fold(text));
}

const INVISIBLE = /[[\p{Default_Ignorable_Code_Point}\p{Cc}ー]--\s]/gv;
// Accents and strokes, but not the voiced marks of kana or the vowels of Thai.
const ACCENTS = /[[\p{Script=Inherited}&&\p{M}]--[\u3099\u309a]]/gv;
const FOLDED = new RegExp(`[${Object.keys(lookalikes).join("")}]`, "g");

/** One spelling for each letter; signs and spaces stay. */
function fold(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("゛", "\u3099")
    .replaceAll("゜", "\u309a")
    .toLowerCase()
    .normalize("NFKD")
    .toLowerCase()
    .replace(INVISIBLE, "")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .replace(/[\u3099\u309a]/g, "")
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(FOLDED, (letter) => lookalikes[letter as keyof typeof lookalikes])
    .replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu, enclosedLetter);
}

/** The letters of coloured circles and squares, and of flags, which Unicode leaves unfolded. */
function enclosedLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const first = [0x1f1e6, 0x1f170, 0x1f150].find((start) => code >= start) ?? code;
  return String.fromCharCode(97 + code - first);
}

const DIGIT_LETTERS: Record<string, string> = {
  ...{ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b" },
  ...{ "@": "a", $: "s", "!": "i" },
};

/** Reads "5h1t" as "shit", "fuuuck" as "fuck". It guesses, so it only adds to the plain reading. */
function undisguise(folded: string): string {
  return folded
    .replace(/[0-9a-z$][0-9a-z@$!]*[0-9a-z$]/g, (token) =>
      /[a-z]/.test(token)
        ? token.replace(/[013457-8@$!]/g, (sign) => DIGIT_LETTERS[sign] ?? sign)
        : token,
    )
    .replace(/(\p{L})\1{2,}/gu, "$1");
}

function strip(folded: string): MatchingForm {
  const kept: string[] = [];
  const gaps = new Uint8Array(folded.length);
  const kinds = new Uint8Array(folded.length);
  let length = 0;
  let gap: number = GAP.none;
  for (const letter of folded) {
    const kind = kindOf(letter);
    if (kind === KIND.sign || kind === KIND.space) {
      gap = Math.max(gap, kind === KIND.space ? GAP.space : GAP.signs);
      continue;
    }
    gaps[length] = gap;
    kinds[length] = kind;
    if (letter.length === 2) kinds[length + 1] = KIND.mark;
    length += letter.length;
    gap = GAP.none;
    kept.push(letter);
  }
  const letters = kept.join("");
  return { letters, gaps: gaps.subarray(0, length), kinds: kinds.subarray(0, length) };
}

// Found once per letter: the classes of Unicode are slow to ask.
const known = new Uint8Array(0x30000);

function kindOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code >= known.length) return KIND.sign;
  const kind = known[code] || classify(letter);
  known[code] = kind;
  return kind;
}

const KINDS: [RegExp, number][] = [
  [/\s/, KIND.space],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, KIND.dense],
  [/\p{M}/u, KIND.mark],
  [/\p{N}/u, KIND.digit],
  [/[\p{L}--[\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]/v, KIND.spaced],
  [/\p{L}/u, KIND.joined],
];

function classify(letter: string): number {
  return KINDS.find(([pattern]) => pattern.test(letter))?.[1] ?? KIND.sign;
}
