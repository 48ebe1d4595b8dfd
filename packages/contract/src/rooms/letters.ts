// Small letters above others belong to no script. Of the white letters in black circles and squares, which Unicode
// doesn't convert either, four are emoji.
const latinLetter =
  /\p{Script=Latin}|[\u0363-\u036f\u1dd3-\u1df4]|[[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]--\p{Emoji}]/v;
// Some emoji are letters without the selector that makes them emoji, for example Ⓜ️ and ℹ️.
const emoji = /\p{RGI_Emoji}/gv;
const letterOfFlag = /[\u{1f1e6}-\u{1f1ff}]/u;
// Signs of units that Japanese keyboards offer. Only after a number, so that they spell nothing else.
const measures = /(?<=[\p{Nd}\p{No}] ?)[℃℉㎎㎏㎜㎝㎞㎟㎠㎡㎢㎣㎤㎥㎦㏄㎖㎗㎘ℓ]/gu;

/**
 * Whether a text has a Latin letter, as it is typed or in Unicode's compatible spelling: also full-width, circled,
 * mathematical, accented and small ones. Digits, signs, emoji, measures such as 25℃ and the letters of other scripts
 * are none.
 */
export function hasLatinLetter(text: string): boolean {
  const letters = text.replace(emoji, "").replace(measures, "");
  if (latinLetter.test(letters) || latinLetter.test(letters.normalize("NFKC"))) return true;
  return letterOfFlag.test(letters);
}
