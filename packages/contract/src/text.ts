/** Limits in characters as a person counts them: a family emoji is one. */
export const textLimits = {
  post: 5000,
  displaying_name: 30,
  self_introduction: 300,
  inbox_preview: 103,
} as const;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Counts user-perceived characters. */
export function countCharacters(text: string): number {
  // Plain ASCII needs no segmentation; "\r\n" alone would count once, and trimming removed it.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}

/** Cuts to `limit` user-perceived characters and adds an ellipsis; shorter text stays untouched. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = "";
  let count = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (count++ === limit) return `${kept}…`;
    kept += segment;
  }
  return text;
}

// Control characters but the line feed, bidi overrides and isolates, lone surrogates, byte-order mark.
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** What is stored of a typed text: NFC, line breaks kept as "\n", nothing invisible that steers. */
export function normalizeText(text: string): string {
  // Composed last: what stood between a letter and its accent may just have gone.
  return text.replace(/\r\n?/g, "\n").replace(forbidden, "").normalize("NFC").trim();
}

/** Whether there is anything to see: fillers, joiners, the empty Braille cell alone are nothing. */
export function isBlank(text: string): boolean {
  return !/[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text);
}

export type TextProblem = "invalid_text_required" | "invalid_text_maxlength";

/** The rule for question and answer texts, the same on both sides of the wire. */
export function checkPost(text: string, limit: number = textLimits.post): TextProblem | undefined {
  const normalized = normalizeText(text);
  if (isBlank(normalized)) return "invalid_text_required";
  return countCharacters(normalized) > limit ? "invalid_text_maxlength" : undefined;
}

export interface TypedAnswer {
  text: string;
  /** Which of the options is picked, from 0. */
  chosen_option: number | null;
}

/** The same for an answer; who picks one of the options needs no words. */
export function checkAnswer(
  { text, chosen_option }: TypedAnswer,
  has_options: boolean,
): TextProblem | "option_needed" | undefined {
  if (has_options && chosen_option === null) return "option_needed";
  if (has_options && isBlank(normalizeText(text))) return undefined;
  return checkPost(text);
}

/** A count as a badge shows it: nothing below 1, "10+" above 10. */
export function badgeLabel(count: number): string | undefined {
  if (count < 1) return undefined;
  return count > 10 ? "10+" : String(count);
}
