/** Maximum length of an email address in characters. */
export const maxEmailLength = 254;

// The pattern that browsers use for type="email".
const pattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export function isEmailAddress(text: string): boolean {
  return text.length <= maxEmailLength && pattern.test(text);
}
