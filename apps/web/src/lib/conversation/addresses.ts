/** A part of a text: an address to which it can lead, or what stands between addresses. */
export type TextPart = { text: string; address?: undefined } | { text: string; address: URL };

// Characters of addresses only: in Japanese and Chinese, a sentence goes on after an address without a space.
const addressPattern = /\bhttps?:\/\/[\w\-.~:/?#[\]@!$&'()*+,;=%]+/gi;
/** What follows an address at the end of a sentence. */
const endCharacters = new Set(".,:;!?'*");
const openingBrackets: Record<string, string> = { ")": "(", "]": "[" };

/** Splits a text at the addresses of pages that it contains. */
export function splitAtAddresses(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(addressPattern)) {
    const written = trimAddress(found);
    const address = URL.canParse(written) ? new URL(written) : undefined;
    if (!address?.hostname.includes(".")) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: written, address });
    end = index + written.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Removes punctuation that belongs to the sentence, and closing brackets without an opening one. */
function trimAddress(found: string): string {
  const counts = new Map<string, number>();
  for (const character of found) counts.set(character, (counts.get(character) ?? 0) + 1);
  let end = found.length;
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    const opening = openingBrackets[last];
    const isUnopened =
      opening !== undefined && (counts.get(opening) ?? 0) < (counts.get(last) ?? 0);
    if (!endCharacters.has(last) && !isUnopened) break;
    counts.set(last, (counts.get(last) ?? 0) - 1);
  }
  return found.slice(0, end);
}
