const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Isolates a value that is written from right to left, such as a name, so that it doesn't reorder the sentence
 * into which it is inserted.
 */
export function isolateDirection(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
}
