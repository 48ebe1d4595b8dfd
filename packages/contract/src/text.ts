import { cutLongRuns, hasLongRun, normalizeUnicode } from "./mark-runs.ts";

/** Limits in characters as a person counts them: a family emoji is one. */
export const textLimits = {
  /**
   * `bodyLimit` in the server's `platform/http/server.ts` must have room for a question and for an answer:
   * each character may have 16 code units of 3 bytes, which makes 240,000 bytes.
   */
  question: 5000,
  answer: 5000,
  displaying_name: 30,
  self_introduction: 300,
  inbox_preview: 103,
} as const;

/** Code units allowed per character, on average; the longest emoji take 15. */
const unitsPerCharacter = 16;

/**
 * The maximum code units that a schema allows for a text of `limit` characters. It is a quarter more
 * than `readTypedText` accepts, so that a text that is only slightly too long reaches the handler,
 * which names the reason when it refuses the text.
 */
export function getLooseLength(limit: number): number {
  return limit * (unitsPerCharacter + 4);
}

/** The maximum code units of a question or an answer in the schemas. */
export const maxBodyLength = getLooseLength(Math.max(textLimits.question, textLimits.answer));

/** Maximum code units of one character. A letter with 30 marks has 62 if each takes two units. */
const maxUnitsPerCharacter = 64;

const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Counts user-perceived characters. If the text has more than `max`, it returns `max + 1`. */
export function countCharacters(text: string, max: number = Number.POSITIVE_INFINITY): number {
  if (isPlainAscii(text)) return Math.min(text.length, max + 1);
  let count = 0;
  for (const _ of graphemeSegmenter.segment(text)) {
    count++;
    if (count > max) break;
  }
  return count;
}

/**
 * Whether a text is plain ASCII, which needs no segmentation: each character counts once. "\r" is
 * excluded, because "\r\n" counts as one character.
 */
function isPlainAscii(text: string): boolean {
  return /^[\x20-\x7e\n]*$/.test(text);
}

/** Cuts to `limit` user-perceived characters and adds an ellipsis; shorter text stays untouched. */
export function truncateText(text: string, limit: number, ellipsis = "…"): string {
  if (text.length <= limit) return text;
  let kept = "";
  let count = 0;
  for (const { segment } of graphemeSegmenter.segment(text)) {
    if (count++ === limit) return `${kept}${ellipsis}`;
    kept += segment;
  }
  return text;
}

// Control characters other than the line feed, direction marks, bidi overrides and isolates, the
// byte-order mark, annotation marks, noncharacters such as U+FFFE, and lone surrogates.
const forbiddenCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|\p{Noncharacter_Code_Point}|\p{Surrogate}/gu;

// What XML 1.0 doesn't allow, and the noncharacters that it only discourages. All of it is in `forbiddenCharacters` too.
const notInXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML doesn't allow control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Noncharacter_Code_Point}|\p{Surrogate}/gu;

/** Removes characters that XML doesn't allow, from texts that may have been stored before `readTypedText` removed them. */
export function removeNotInXml(text: string): string {
  return text.replace(notInXml, "");
}

function removeForbidden(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(forbiddenCharacters, "");
}

/**
 * Normalises to NFC with "\n" as line break, removes control characters and cuts runs of marks to 30.
 * Use it for a text that was checked before or can't be refused. For a text that a person enters use `readTypedText`,
 * which refuses long runs.
 */
export function normalizeText(text: string): string {
  // Composed last, because a removed character may have separated a letter from its accent.
  const composed = normalizeUnicode(removeForbidden(text), "NFC");
  // Cut again, because normalising splits some marks into two.
  return cutLongRuns(composed).trim();
}

/** Cuts an external text that can't be refused to `limit` characters. */
export function cutText(text: string, limit: number): string {
  return truncateText(normalizeText(text.slice(0, limit * unitsPerCharacter)), limit);
}

/** Replaces line breaks and other white space by single spaces, for names, which have one line. */
export function replaceLineBreaks(text: string): string {
  return text.replace(/\s+/g, " ");
}

/**
 * Whether a text has no visible character. Two of the characters that are tested are drawn as empty space although Unicode
 * doesn't count them as white space: U+2800, a Braille cell without dots, and U+1D159, a note of sheet music without a head.
 */
export function isBlank(text: string): boolean {
  return !/[^\s\u2800\u{1d159}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

export type TextProblem = "invalid_text_required" | "invalid_text_maxlength" | "invalid_text_marks";

export type TextReading =
  | { text: string; problem?: undefined }
  | { text?: undefined; problem: TextProblem };

/**
 * Normalises a text that a person has entered, or returns why it is refused. Its length in code units and its runs of marks
 * are limited before it is normalised and counted. An optional text without a visible character is empty. Used by
 * both the browser and the server.
 */
export function readTypedText(
  typed: string,
  limit: number,
  { isOptional = false } = {},
): TextReading {
  const max = limit * unitsPerCharacter;
  if (typed.length > max) {
    const isTooLong = countCharacters(typed.slice(0, max), limit) > limit;
    return { problem: isTooLong ? "invalid_text_maxlength" : "invalid_text_marks" };
  }
  const cleaned = removeForbidden(typed);
  if (hasLongRun(cleaned)) return { problem: "invalid_text_marks" };
  const text = cleaned.normalize("NFC").trim();
  // Checked again, because normalising splits some marks into two.
  if (hasLongRun(text)) return { problem: "invalid_text_marks" };
  if (isBlank(text)) return isOptional ? { text: "" } : { problem: "invalid_text_required" };
  const problem = findLengthProblem(text, limit);
  return problem ? { problem } : { text };
}

function findLengthProblem(text: string, limit: number): TextProblem | undefined {
  if (isPlainAscii(text)) return text.length > limit ? "invalid_text_maxlength" : undefined;
  let count = 0;
  for (const { segment } of graphemeSegmenter.segment(text)) {
    if (++count > limit) return "invalid_text_maxlength";
    // Joiners and sequences of Hangul or Indic letters can make one character very long, as marks can.
    if (segment.length > maxUnitsPerCharacter) return "invalid_text_marks";
  }
  return undefined;
}

/** Validates the text of a question, an answer or an option. */
export function checkText(text: string, limit: number): TextProblem | undefined {
  return readTypedText(text, limit).problem;
}

export interface TypedAnswer {
  text: string;
  /** The index of the chosen option. */
  chosen_option: number | null;
}

/** Returns the text of an answer, or the option that it chooses if it has no text. */
export function getAnswerText(
  text: string,
  options: readonly string[] | null,
  chosen_option: number | null,
): string {
  return text || (chosen_option === null ? "" : (options?.[chosen_option] ?? ""));
}

/** Validates an answer; with a chosen option the text is optional. */
export function checkAnswer(
  { text, chosen_option }: TypedAnswer,
  hasOptions: boolean,
): TextProblem | "option_needed" | undefined {
  if (hasOptions && chosen_option === null) return "option_needed";
  return readTypedText(text, textLimits.answer, { isOptional: hasOptions }).problem;
}

/** Formats the count of a badge: nothing below 1, "10+" above 10. */
export function formatBadge(count: number): string | undefined {
  if (count < 1) return undefined;
  return count > 10 ? "10+" : String(count);
}
