/** Maximum number of combining marks in a run; UAX #15 considers 30 enough for any language. */
const maxMarks = 30;

// Caches the kind of each code point, 0 if unknown. Without it, the regular expression is ten times slower.
const kinds = new Uint8Array(0x110000);
const letterKind = { other: 1, mark: 2 } as const;

function isMark(code: number): boolean {
  kinds[code] ||= /\p{M}/u.test(String.fromCodePoint(code)) ? letterKind.mark : letterKind.other;
  return kinds[code] === letterKind.mark;
}

/** Whether more than 30 combining marks follow one another. Linear time. */
export function hasLongRun(text: string): boolean {
  let run = 0;
  for (const letter of text) {
    run = isMark(letter.codePointAt(0) ?? 0) ? run + 1 : 0;
    if (run > maxMarks) return true;
  }
  return false;
}

/** Keeps the first `max` combining marks of each run. Linear time. */
export function cutLongRuns(text: string, max: number = maxMarks): string {
  const keptParts: string[] = [];
  let keptUntil = 0;
  let run = 0;
  for (let position = 0; position < text.length; ) {
    const code = text.codePointAt(position) ?? 0;
    const next = position + (code > 0xffff ? 2 : 1);
    run = isMark(code) ? run + 1 : 0;
    if (run > max) {
      keptParts.push(text.slice(keptUntil, position));
      keptUntil = next;
    }
    position = next;
  }
  return keptUntil === 0 ? text : keptParts.join("") + text.slice(keptUntil);
}

/**
 * Normalises after cutting runs of combining marks. `String.normalize` sorts such a run in quadratic
 * time: 100,000 mixed marks take it seconds, so no text from outside may reach it uncut.
 */
export function normalizeUnicode(
  text: string,
  form: "NFC" | "NFKC" | "NFKD",
  max: number = maxMarks,
): string {
  return cutLongRuns(form === "NFC" ? text : widenVoicedMarks(text), max).normalize(form);
}

/** The halfwidth voiced marks are letters that the compatibility forms turn into combining marks. */
function widenVoicedMarks(text: string): string {
  return text.replaceAll("\uff9e", "\u3099").replaceAll("\uff9f", "\u309a");
}
