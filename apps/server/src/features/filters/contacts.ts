import { prepareText } from "./normalize.ts";
import { buildContactMatcher } from "./words.ts";

/** Numbers with fewer digits are harmless: dates, times, prices. */
const phoneDigits = 9;
/** Numbers of fewer different digits are no phone numbers, such as the applause "8888888888". */
const leastDifferentDigits = 3;

const kanjiDigits: Record<string, string> = {
  〇: "0",
  零: "0",
  一: "1",
  壱: "1",
  二: "2",
  弐: "2",
  三: "3",
  参: "3",
  四: "4",
  五: "5",
  六: "6",
  七: "7",
  八: "8",
  九: "9",
};

const spokenDigits: Record<string, string> = {
  ぜろ: "0",
  まる: "0",
  れい: "0",
  いち: "1",
  さん: "3",
  よん: "4",
  ろく: "6",
  なな: "7",
  しち: "7",
  はち: "8",
  きゅう: "9",
  きゅ: "9",
  に: "2",
  ご: "5",
  し: "4",
};
const spokenDigit = new RegExp(Object.keys(spokenDigits).join("|"), "g");

const invisible = /\p{Default_Ignorable_Code_Point}|\u20e3/gu;
const dates = /(?<!\d)(?:19|20)\d\d[/.-]\d{1,2}[/.-]\d{1,2}(?!\d)/g;
// What separates the digits of one number: signs and spaces, up to three in a row, or one "の". Not the colon of times.
const number = /\d(?:(?:[^\p{L}\p{N}:]{0,3}|の)\d)+/gu;

/** Whether a text looks as if it exchanged a phone number, or an account of another service. */
export function hasContact(text: string): boolean {
  const word = contactMatcher.find(prepareText(text));
  return hasPhoneNumber(text) || word !== undefined;
}

const contactMatcher = buildContactMatcher();

function hasPhoneNumber(text: string): boolean {
  const written = writeDigits(text.normalize("NFKC").replace(invisible, ""));
  const spoken = written
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replaceAll("ー", "")
    .replace(spokenDigit, (digit) => spokenDigits[digit] ?? digit);
  return [written, spoken].some((spelling) =>
    [...spelling.replace(dates, "|").matchAll(number)].some(([match]) => isPhoneNumber(match)),
  );
}

function isPhoneNumber(match: string): boolean {
  const digits = match.replace(/\D/g, "");
  return digits.length >= phoneDigits && new Set(digits).size >= leastDifferentDigits;
}

/** Writes the digits of all scripts as those of ASCII. */
function writeDigits(text: string): string {
  return text.replace(/\p{Nd}|[〇零一壱二弐三参四五六七八九]/gu, (digit) => {
    const kanji = kanjiDigits[digit];
    if (kanji !== undefined) return kanji;
    return String(findDigitValue(digit.codePointAt(0) ?? 0));
  });
}

/** The decimal digits of a script follow each other, from zero on. */
function findDigitValue(code: number): number {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}
