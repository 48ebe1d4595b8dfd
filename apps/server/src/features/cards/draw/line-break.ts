/**
 * How much a line break disturbs reading: 0 after punctuation, 1 at a space or after the particle that ends a phrase,
 * 2 between other words, 3 inside a phrase.
 */
export type BreakLevel = 0 | 1 | 2 | 3;

/** A part of a text inside which no line ends, with its trailing spaces. */
export interface Piece {
  text: string;
  /** The level of a break after this piece. */
  level: BreakLevel;
}

const wordSegmenter = new Intl.Segmenter("ja", { granularity: "word" });

const smallKana = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯ";
const marks = "ーｰ々〻ゝゞヽヾﾞﾟๆฯ";
const stops = ",.:;!?、。，．：；！？‼⁇⁈⁉・･｡､…‥";
// Matches characters that no line may start with: closing brackets and quotes, combining marks, small kana,
// repetition and sound marks, stops, dashes, units, and characters that forbid a break.
const forbiddenStart = new RegExp(
  `^[\\p{Pe}\\p{Pf}\\p{M}${smallKana}${marks}${stops}–—―～〜%％‰°℃′″\\u00a0\\u202f\\u2060\\u200d]`,
  "u",
);
// Matches characters that no line may end with: opening brackets and quotes, currency and number signs, and
// characters that forbid a break.
const forbiddenEnd = /[\p{Ps}\p{Pi}\p{Sc}#＃"'\u00a0\u202f\u2060\u200d]$/u;
// White space except no-break spaces.
const space = /^[^\S\u00a0\u202f]/u;
const spaceEnd = /[^\S\u00a0\u202f]$/u;
const stopEnd = new RegExp(`[${stops}～〜—]$`, "u");

// Scripts that are written without spaces. Not Hangul: Korean lines break at spaces.
const unspacedScripts =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uffef" +
  "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
// An emoji can end with a variation selector, a keycap, or the end of a flag's tag sequence (U+E007F).
const emoji = "\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{EMod}";
const unspacedStart = new RegExp(`^[${unspacedScripts}${emoji}]`, "u");
const unspacedEnd = new RegExp(`[${unspacedScripts}${emoji}\\ufe0f\\u20e3\\u{e007f}]\\p{M}*$`, "u");
const emojiStart = new RegExp(`^[${emoji}]`, "u");
const emojiEnd = new RegExp(`[${emoji}\\ufe0f\\u20e3\\u{e007f}]$`, "u");
const hyphenEnd = /\p{L}[-‐–/]$/u;

const hiraganaOnly = /^\p{Script=Hiragana}+$/u;
const hanStart = /^\p{Script=Han}/u;
const katakanaStart = /^[\p{Script=Katakana}ー]/u;
const hanEnd = /\p{Script=Han}$/u;
const katakanaEnd = /[\p{Script=Katakana}ー]$/u;
const numberOrLatinEnd = /[\p{N}\p{Script=Latin}]$/u;
const particleEnd = /[はがをにへともて]$/u;
// The prefixes お and ご, which stay with the word after them.
const honorific = /(?:^|[^\p{Script=Hiragana}])[おご]$/u;

// Hiragana words of one or two characters belong to the word before them, except the `independentWords`. Longer
// hiragana words don't, except the `attachedWords`.
const independentWords = new Set(
  "いま また もう まだ なに なん どこ だれ いつ この その あの どの どう これ それ あれ どれ ここ そこ もし ぜひ つい やや".split(
    " ",
  ),
);
const attachedWords = new Set(
  "ながら けれど けど くらい ぐらい ください でしょう ました ません ましょ かった なかっ すぎる すぎて たち だけど ところ".split(
    " ",
  ),
);
// These characters stay with the word before them.
const chineseParticles = /^(?:[的了着过過吗嗎呢吧啊呀嘛们們地得]|[个個])$/u;

function belongsToWordBefore(word: string): boolean {
  return word.length <= 2 ? !independentWords.has(word) : attachedWords.has(word);
}

function findJapaneseLevel(before: string, after: string): BreakLevel {
  if (hiraganaOnly.test(after) && belongsToWordBefore(after)) return 3;
  if (honorific.test(before)) return 3;
  if (hanStart.test(after) && (hanEnd.test(before) || numberOrLatinEnd.test(before))) return 3;
  if (katakanaStart.test(after) && katakanaEnd.test(before)) return 3;
  return particleEnd.test(before) ? 1 : 2;
}

/** Returns the level of a break where the script of at least one side has no spaces. */
function findLevelWithoutSpace(before: string, after: string, isJapanese: boolean): BreakLevel {
  // An emoji belongs to the words before it.
  if (emojiStart.test(after)) return emojiEnd.test(before) ? 2 : 3;
  if (stopEnd.test(before)) return 0;
  if (isJapanese) return findJapaneseLevel(before, after);
  return chineseParticles.test(after) ? 3 : 2;
}

/** Returns the level of a break between two segments; undefined if no line may end there. */
function findBreakLevel(
  before: string,
  after: string,
  isJapanese: boolean,
): BreakLevel | undefined {
  if (space.test(after) || forbiddenStart.test(after)) return undefined;
  if (spaceEnd.test(before)) return stopEnd.test(before.trimEnd()) ? 0 : 1;
  // A straight quote may open or close, so there is no break beside it without a space.
  if (forbiddenEnd.test(before) || /^["']/.test(after)) return undefined;
  if (unspacedEnd.test(before) || unspacedStart.test(after)) {
    return findLevelWithoutSpace(before, after, isJapanese);
  }
  return hyphenEnd.test(before) && !/^\p{N}/u.test(after) ? 2 : undefined;
}

/**
 * Splits a paragraph into pieces between which a line may end, by the Japanese and Chinese rules for
 * characters that may not start or end a line, and at spaces in other languages. It is lazy, because callers stop
 * reading very long texts early.
 */
export function* breakText(paragraph: string): Generator<Piece> {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(paragraph);
  let piece = "";
  // Tests only the end of the piece: testing all of it would take quadratic time in a run of punctuation.
  const getTail = () => piece.slice(-8);
  for (const { segment } of wordSegmenter.segment(paragraph)) {
    const level = piece === "" ? undefined : findBreakLevel(getTail(), segment, isJapanese);
    if (level !== undefined) {
      yield { text: piece, level };
      piece = "";
    }
    piece += segment;
  }
  if (piece !== "") yield { text: piece, level: 0 };
}

/** Whether no line may start with this character. */
export function isForbiddenLineStart(text: string): boolean {
  return forbiddenStart.test(text);
}
