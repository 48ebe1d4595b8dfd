import { locales } from "./locales.ts";
import { normalizeUnicode } from "./mark-runs.ts";

// The dashes of all scripts, and signs that keyboards offer in place of a hyphen.
const dashes = /[\p{Pd}\u02d7\u2043\u2212\u2500\u2501\u30fc]/gu;
const invisibleMarks = /[\u2800\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** The value of a decimal digit of any script: each script's ten digits follow one another, 0 first. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/**
 * Reads what was typed where ASCII is meant, as keyboards of other scripts and word processors write it: in full
 * width, with digits of other scripts, dashes of all kinds, and invisible marks.
 */
function readAsAscii(typed: string): string {
  return normalizeUnicode(typed, "NFKC")
    .replace(/\s+/g, " ")
    .replace(invisibleMarks, "")
    .replace(dashes, "-")
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .trim();
}

/** Reads a typed code: in lower case, without spaces and dashes. */
export function readTypedCode(typed: string): string {
  return readAsAscii(typed).toLowerCase().replace(/[\s-]/g, "");
}

// An address has a scheme or a host with a dot, and the handle after the locale, if there is one.
const profileAddress = new RegExp(
  `^(?:https?://[^/\\s]+|[^/\\s@]+\\.[^/\\s]+)/(?:(?:${locales.join("|")})/)?@?(\\w{3,20})(?:[/?#]|$)`,
  "i",
);

/** Reads the handle in a profile's address; undefined if the text is no such address. */
export function readProfileAddress(typed: string): string | undefined {
  return profileAddress.exec(readAsAscii(typed))?.[1];
}

/** Reads a typed handle, with or without @, or the address of its profile. The result may be no handle. */
export function readTypedHandle(typed: string): string {
  return readProfileAddress(typed) ?? readAsAscii(typed).replace(/^@\s*/, "");
}
