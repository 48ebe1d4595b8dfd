import { isEmailAddress } from "@toibako/contract/email-addresses.ts";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";

/** The rules of a schema that a form checks before it calls the server. */
interface FieldRules {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

interface FormSchema {
  properties: Record<string, object>;
  required?: readonly string[];
}

/** The rule that a value breaks. `limit` is the minimum or maximum length. */
export type Problem =
  | { rule: "required" | "pattern" | "format" }
  | { rule: "min_length" | "max_length"; limit: number };

/** Returns the schema with the type of its rules, which the types of the contract omit. */
function readRules(schema: object): FieldRules {
  return schema;
}

/** Returns the first rule that a text breaks. An empty text breaks only `required`. */
export function findProblem(
  value: string,
  schema: object,
  isRequired: boolean,
): Problem | undefined {
  if (value !== "") return checkRules(value, readRules(schema));
  return isRequired ? { rule: "required" } : undefined;
}

function checkRules(value: string, rules: FieldRules): Problem | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = rules;
  if (pattern && !new RegExp(pattern, "u").test(value)) return { rule: "pattern" };
  if (format === "email" && !isEmailAddress(value)) return { rule: "format" };
  if (value.length < minLength) return { rule: "min_length", limit: minLength };
  if (value.length > maxLength) return { rule: "max_length", limit: maxLength };
  return undefined;
}

type DescribeProblem<V> = (
  field: keyof V & string,
  problem: Problem | undefined,
  value: string,
) => string;

/**
 * Validates a form of text fields by the body schema of its endpoint. `describe` returns the message for a
 * field's problem, or "" for a valid field; it may add rules of its own.
 */
export function createSchemaResolver<V extends FieldValues>(
  schema: unknown,
  describe: DescribeProblem<V>,
): Resolver<V> {
  const { properties, required = [] } = schema as FormSchema;
  return (values) => {
    const errors: Record<string, { type: string; message: string }> = {};
    for (const [field, value] of Object.entries<string>(values)) {
      const problem = findProblem(value, properties[field] ?? {}, required.includes(field));
      const message = describe(field, problem, value);
      if (message) errors[field] = { type: problem?.rule ?? "custom", message };
    }
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<V> }
      : { values, errors: {} };
  };
}

/** The values of a form without empty fields. */
export function omitEmptyValues<V extends Record<string, string>>(values: V): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<V>;
}
