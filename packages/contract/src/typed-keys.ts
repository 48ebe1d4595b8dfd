import { locales } from "./locales.ts";
import { normalizeUnicode } from "./mark-runs.ts";

// The dashes of all scripts, and signs that keyboards offer in place of a hyphen.
const dashes = /[\p{Pd}\u02d7\u2043\u2212\u2500\u2501\u30fc]/gu;
const invisibleMarks = /[\u2800\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Converts a decimal digit of any script to ASCII. The ten digits of a script have consecutive code points, beginning with
 * its zero, so the value of a digit is the number of digits before it.
 */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/**
 * Converts a text that should be in ASCII, such as a code or a handle, to ASCII as far as possible. Keyboards of other
 * scripts and word processors write full-width letters, other digits and dashes, and invisible characters.
 */
function readAsAscii(typed: string): string {
  return normalizeUnicode(typed, "NFKC")
    .replace(/\s+/g, " ")
    .replace(invisibleMarks, "")
    .replace(dashes, "-")
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .trim();
}

/** Converts a code that a person has entered to ASCII in lower case, without spaces and dashes. */
export function readTypedCode(typed: string): string {
  return readAsAscii(typed).toLowerCase().replace(/[\s-]/g, "");
}

// An address has a scheme or a host with a dot, and the handle after the locale, if there is one.
const profileAddress = new RegExp(
  `^(?:https?://[^/\\s]+|[^/\\s@]+\\.[^/\\s]+)/(?:(?:${locales.join("|")})/)?@?(\\w{3,20})(?:[/?#]|$)`,
  "i",
);

/** Finds the handle in the address of a profile; undefined if the text is no such address. */
export function readProfileAddress(typed: string): string | undefined {
  return profileAddress.exec(readAsAscii(typed))?.[1];
}

/**
 * Returns the handle that a person has entered, with or without @, or as the address of a profile. It may be invalid: the
 * caller looks it up or checks it.
 */
export function readTypedHandle(typed: string): string {
  return readProfileAddress(typed) ?? readAsAscii(typed).replace(/^@\s*/, "");
}
