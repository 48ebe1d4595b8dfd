import { type Locale, locales, type TranslatedText } from "@toibako/contract/locales.ts";
import { readTypedText, type TextProblem } from "@toibako/contract/text.ts";
import { Failure, type FieldProblem } from "./failure.ts";

/** Describes what is wrong with the text of a field, for the reply. `limit` is the maximum number of characters. */
export function createTextProblem(
  field: string,
  problem: TextProblem,
  limit: number,
): FieldProblem {
  return { field, text_key: problem, parameters: { length: limit } };
}

/** Normalises a text that a person has entered; throws if it is empty but not optional, too long, or has too many marks. */
export function requireText(
  field: string,
  typed: string,
  limit: number,
  options: { isOptional?: boolean } = {},
): string {
  const { text, problem } = readTypedText(typed, limit, options);
  if (problem === undefined) return text;
  throw new Failure("invalid_fields", { fields: [createTextProblem(field, problem, limit)] });
}

/**
 * Normalises texts that a person has entered in every language, by field; names the invalid ones as `titles.en`.
 * `limits` are the maximum numbers of characters.
 */
export function requireTexts<Field extends string>(
  typed: Record<NoInfer<Field>, TranslatedText>,
  limits: Readonly<Record<Field, number>>,
  options: { isOptional?: boolean } = {},
): Record<Field, TranslatedText> {
  const problems: FieldProblem[] = [];
  const fields = Object.keys(limits) as Field[];
  const entries = fields.map((field): [Field, TranslatedText] => {
    const texts = locales.map((locale): [Locale, string] => {
      const { text, problem } = readTypedText(typed[field][locale], limits[field], options);
      if (problem) problems.push(createTextProblem(`${field}.${locale}`, problem, limits[field]));
      return [locale, text ?? ""];
    });
    return [field, Object.fromEntries(texts) as TranslatedText];
  });
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
  return Object.fromEntries(entries) as Record<Field, TranslatedText>;
}
