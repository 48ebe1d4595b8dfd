/**
 * What it costs the reader when a line ends here: 0 after a stop, 1 at a space or after the particle
 * that closes a phrase, 2 between other words, 3 inside a phrase.
 */
export type BreakCost = 0 | 1 | 2 | 3;

/** A stretch that stays on one line, its trailing spaces included, and the cost of a break after it. */
export interface Piece {
  text: string;
  cost: BreakCost;
}

const words = new Intl.Segmenter("ja", { granularity: "word" });

const smallKana = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯ";
const marks = "ーｰ々〻ゝゞヽヾﾞﾟๆฯ";
const stops = ",.:;!?、。，．：；！？‼⁇⁈⁉・･｡､…‥";
const noStart = new RegExp(
  `^[\\p{Pe}\\p{Pf}\\p{M}${smallKana}${marks}${stops}–—―～〜%％‰°℃′″\\u00a0\\u202f\\u2060\\u200d]`,
  "u",
);
const noEnd = /[\p{Ps}\p{Pi}\p{Sc}#＃"'\u00a0\u202f\u2060\u200d]$/u;
const space = /^[^\S\u00a0\u202f]/u;
const spaceEnd = /[^\S\u00a0\u202f]$/u;
const stopEnd = new RegExp(`[${stops}～〜—]$`, "u");

// Scripts that are written without spaces; Hangul is not among them: Korean breaks at its spaces.
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uffef" +
  "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const emoji = "\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{EMod}";
const freeStart = new RegExp(`^[${unspaced}${emoji}]`, "u");
const freeEnd = new RegExp(`[${unspaced}${emoji}\\ufe0f\\u20e3\\u{e007f}]\\p{M}*$`, "u");
const emojiStart = new RegExp(`^[${emoji}]`, "u");
const emojiEnd = new RegExp(`[${emoji}\\ufe0f\\u20e3\\u{e007f}]$`, "u");
const hyphenEnd = /\p{L}[-‐–/]$/u;

const hiraganaOnly = /^\p{Script=Hiragana}+$/u;
const hanStart = /^\p{Script=Han}/u;
const katakanaStart = /^[\p{Script=Katakana}ー]/u;
const hanEnd = /\p{Script=Han}$/u;
const katakanaEnd = /[\p{Script=Katakana}ー]$/u;
const numberEnd = /[\p{N}\p{Script=Latin}]$/u;
const particleEnd = /[はがをにへともて]$/u;
const honorific = /(?:^|[^\p{Script=Hiragana}])[おご]$/u;

// Short words in hiragana lean on the word before them, but for these; long ones don't, but for those.
const startingWords = new Set(
  "いま また もう まだ なに なん どこ だれ いつ この その あの どの どう これ それ あれ どれ ここ そこ もし ぜひ つい やや".split(
    " ",
  ),
);
const leaningWords = new Set(
  "ながら けれど けど くらい ぐらい ください でしょう ました ません ましょ かった なかっ すぎる すぎて たち だけど ところ".split(
    " ",
  ),
);
const chineseParticles = /^(?:[的了着过過吗嗎呢吧啊呀嘛们們地得]|[个個])$/u;

function leans(word: string): boolean {
  return word.length <= 2 ? !startingWords.has(word) : leaningWords.has(word);
}

function costInJapanese(before: string, after: string): BreakCost {
  if (hiraganaOnly.test(after) && leans(after)) return 3;
  if (honorific.test(before)) return 3;
  if (hanStart.test(after) && (hanEnd.test(before) || numberEnd.test(before))) return 3;
  if (katakanaStart.test(after) && katakanaEnd.test(before)) return 3;
  return particleEnd.test(before) ? 1 : 2;
}

/** The cost where at least one side is written without spaces. */
function costWithoutSpace(before: string, after: string, japanese: boolean): BreakCost {
  // An emoji belongs to the words before it.
  if (emojiStart.test(after)) return emojiEnd.test(before) ? 2 : 3;
  if (stopEnd.test(before)) return 0;
  if (japanese) return costInJapanese(before, after);
  return chineseParticles.test(after) ? 3 : 2;
}

/** The cost of a break between two stretches, or undefined where no line may end. */
function costBetween(before: string, after: string, japanese: boolean): BreakCost | undefined {
  if (space.test(after) || noStart.test(after)) return undefined;
  if (spaceEnd.test(before)) return stopEnd.test(before.trimEnd()) ? 0 : 1;
  // A straight quote may open or close; without a space it stays where it is.
  if (noEnd.test(before) || /^["']/.test(after)) return undefined;
  if (freeEnd.test(before) || freeStart.test(after)) {
    return costWithoutSpace(before, after, japanese);
  }
  return hyphenEnd.test(before) && !/^\p{N}/u.test(after) ? 2 : undefined;
}

/**
 * Divides one paragraph into the pieces between which a line may end: words, with the Japanese and
 * Chinese rules for what may not begin or end a line, and spaces alone where a language has them.
 * Lazy, so that the reader of a very long text can stop.
 */
export function* breakText(paragraph: string): Generator<Piece> {
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(paragraph);
  let piece = "";
  // A few characters tell; without this a long row of stops would be read again at each of them.
  const tail = () => piece.slice(-8);
  for (const { segment } of words.segment(paragraph)) {
    const cost = piece === "" ? undefined : costBetween(tail(), segment, japanese);
    if (cost !== undefined) {
      yield { text: piece, cost };
      piece = "";
    }
    piece += segment;
  }
  if (piece !== "") yield { text: piece, cost: 0 };
}

/** True where a line may not begin with this character. */
export function mayNotStart(text: string): boolean {
  return noStart.test(text);
}
