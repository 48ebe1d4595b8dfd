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
