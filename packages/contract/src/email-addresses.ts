/** Characters of the longest address. */
const maxLength = 254;

// The pattern that browsers use for type="email".
const pattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export function isEmailAddress(text: string): boolean {
  return text.length <= maxLength && pattern.test(text);
}
