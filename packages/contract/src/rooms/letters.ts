// Small letters above others belong to no script. Of the white letters in black circles and squares, which Unicode
// doesn't convert either, four are emoji.
const latinLetter =
  /\p{Script=Latin}|[\u0363-\u036f\u1dd3-\u1df4]|[[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]--\p{Emoji}]/v;
const flags = /\p{RGI_Emoji_Flag_Sequence}/gv;
const letterOfFlag = /[\u{1f1e6}-\u{1f1ff}]/u;

/**
 * Whether a text has a Latin letter, as it is typed or in Unicode's compatible spelling: also full-width, circled,
 * mathematical, accented and small ones. Digits, signs, emoji and the letters of other scripts are none.
 */
export function hasLatinLetter(text: string): boolean {
  if (latinLetter.test(text) || latinLetter.test(text.normalize("NFKC"))) return true;
  return letterOfFlag.test(text.replace(flags, ""));
}
