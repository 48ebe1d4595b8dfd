/** X reads both forms of @ before letters as the name of an account. */
const mention = /([@＠])(?=\w)/g;

/**
 * Makes a text mention nobody on X, where an "@name" in a question would tell a stranger about the post. A word joiner
 * behind the @ is invisible.
 */
export function avoidMentions(text: string): string {
  return text.replace(mention, "$1\u2060");
}
