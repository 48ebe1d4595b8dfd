import { normalizeUnicode } from "./mark-runs.ts";

// Each of these katakana has its hiragana 0x60 code points before it.
const katakana = /[ァ-ヶ]/g;
const katakanaOffset = 0x60;

/** One spelling of a text for searching: width, case, kana, spaces and signs make no difference. */
export function normalizeForSearch(text: string): string {
  return normalizeUnicode(text, "NFKC")
    .toLowerCase()
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - katakanaOffset))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/** The pairs of neighbouring characters of a text, by which an index finds the texts that contain it. */
export function listPairs(text: string): string[] {
  const characters = Array.from(text);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
