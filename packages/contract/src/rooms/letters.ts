const latinLetter = /\p{Script=Latin}/u;

/**
 * Whether a text has Latin letters, as typed or in Unicode's compatible spelling: also full-width, circled and
 * mathematical ones. Digits, signs and emoji are none.
 */
export function hasLatinLetter(text: string): boolean {
  return latinLetter.test(text) || latinLetter.test(text.normalize("NFKC"));
}
