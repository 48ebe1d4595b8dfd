import {
  type Attribute,
  attributeChoices,
  defaultClasses,
  findAttributeKind,
  operands,
  operandsOfKinds,
  queryOperands,
  type ReferenceClass,
  referenceClasses,
} from "@toibako/contract/diagnosis/conditions.ts";
import type { Condition } from "@toibako/contract/diagnosis.ts";
import { type Locale, locales, type TranslatedText } from "@toibako/contract/locales.ts";
import {
  conditionValueLimit,
  maxConditions,
  maxConditionValues,
  maxModulus,
  maxOutcomes,
  type Outcome,
  shareBodyLimit,
  type TypedCondition,
  type TypedOutcome,
} from "@toibako/contract/staff/contents/diagnosis.ts";
import { readTypedText } from "@toibako/contract/text.ts";
import { Failure, type FieldProblem } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";
import { readMod, splitValues } from "./conditions.ts";

const numberPattern = /^-?\d{1,9}$/;

/** Returns the key of the error text if the value doesn't suit the attribute and the comparison. */
function findValueProblem({
  reference_class,
  attr,
  query_operand,
  value,
}: Omit<Condition, "operand">): string | undefined {
  if (query_operand === "mod") {
    const mod = readMod(value);
    const isPossible = mod && mod.modulus <= maxModulus && mod.remainder < mod.modulus;
    return isPossible ? undefined : "diagnosis_mod";
  }
  const values = query_operand === "in" ? splitValues(value) : [value];
  if (values.length === 0 || values.includes("")) return "missing_field";
  if (values.length > maxConditionValues) return "diagnosis_value";
  const kind = findAttributeKind(reference_class, attr);
  if (kind === "number" && !values.every((part) => numberPattern.test(part)))
    return "diagnosis_number";
  const choices = attributeChoices[attr];
  if (choices && !values.every((part) => choices.includes(part))) return "diagnosis_value";
  return undefined;
}

function readValue(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value.length > conditionValueLimit * 2) return undefined;
  const { text } = readTypedText(value, conditionValueLimit, { isOptional: true });
  return text;
}

interface ReadConditions {
  conditions: Condition[];
  problems: FieldProblem[];
}

/** Checks a condition against the closed lists of the contract. `field` names it in problems. */
function readCondition(
  typed: TypedCondition,
  field: string,
  defaultClass: ReferenceClass,
): ReadConditions {
  const problems: FieldProblem[] = [];
  const refuse = (name: keyof Condition, text_key = "invalid_field") => {
    problems.push({ field: `${field}.${name}`, text_key });
    return { conditions: [], problems };
  };
  const {
    reference_class: typedClass = defaultClass,
    attr: typedAttribute = "id",
    operand: typedOperand = "and",
  } = typed;
  const reference_class = referenceClasses.find((name) => name === typedClass);
  if (!reference_class) return refuse("reference_class");
  const kind =
    typeof typedAttribute === "string"
      ? findAttributeKind(reference_class, typedAttribute)
      : undefined;
  if (!kind) return refuse("attr");
  const operand = operands.find((name) => name === typedOperand);
  if (!operand) return refuse("operand");
  const { query_operand: typedQueryOperand = operandsOfKinds[kind][0] } = typed;
  const query_operand = queryOperands.find((name) => name === typedQueryOperand);
  if (!query_operand || !operandsOfKinds[kind].includes(query_operand))
    return refuse("query_operand");
  const value = readValue(typed.value);
  if (value === undefined) return refuse("value");
  const condition = { reference_class, attr: typedAttribute as Attribute, value, query_operand };
  const valueProblem = findValueProblem(condition);
  if (valueProblem) return refuse("value", valueProblem);
  return { conditions: [{ ...condition, operand }], problems };
}

function readConditions(
  typed: readonly TypedCondition[],
  field: string,
  defaultClass: ReferenceClass,
): ReadConditions {
  if (typed.length > maxConditions) {
    const parameters = { n: maxConditions };
    return {
      conditions: [],
      problems: [{ field, text_key: "diagnosis_too_many_conditions", parameters }],
    };
  }
  const read = typed.map((condition, index) =>
    readCondition(condition, `${field}.${index}`, defaultClass),
  );
  return {
    conditions: read.flatMap(({ conditions }) => conditions),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function readShareBody(typed: TranslatedText, field: string, isOptional: boolean) {
  const problems: FieldProblem[] = [];
  const texts = locales.map((locale): [Locale, string] => {
    const { text, problem } = readTypedText(typed[locale], shareBodyLimit, { isOptional });
    if (problem) problems.push(createTextProblem(`${field}.${locale}`, problem, shareBodyLimit));
    return [locale, text ?? ""];
  });
  return { share_body: Object.fromEntries(texts) as TranslatedText, problems };
}

/** The rules of a game as somebody has typed them. */
export interface TypedRules {
  conditions: readonly TypedCondition[];
  outcomes: readonly TypedOutcome[];
}

export interface Rules {
  conditions: Condition[];
  outcomes: Outcome[];
}

/** The problem of a list of outcomes that a saved game may not have. */
function findOutcomesProblem(outcomes: readonly TypedOutcome[]): FieldProblem | undefined {
  if (outcomes.length === 0) return { field: "outcomes", text_key: "diagnosis_outcome_needed" };
  const last = outcomes.length - 1;
  if (outcomes[last]?.conditions.length === 0) return undefined;
  return { field: `outcomes.${last}.conditions`, text_key: "diagnosis_last_has_conditions" };
}

/**
 * Checks the rules of a game; throws `form_validation_failed` with a problem for each wrong field. With `isDraft`, texts
 * and the last outcome may be missing.
 */
export function requireRules(typed: TypedRules, { isDraft = false } = {}): Rules {
  const primary = readConditions(typed.conditions, "conditions", defaultClasses.primary);
  const { problems } = primary;
  if (typed.outcomes.length > maxOutcomes) {
    const parameters = { n: maxOutcomes };
    problems.push({ field: "outcomes", text_key: "diagnosis_too_many_outcomes", parameters });
    throw new Failure("form_validation_failed", { fields: problems });
  }
  const outcomes = typed.outcomes.map(({ conditions, share_body }, index): Outcome => {
    const field = `outcomes.${index}`;
    const read = readConditions(conditions, `${field}.conditions`, defaultClasses.other);
    const body = readShareBody(share_body, `${field}.share_body`, isDraft);
    problems.push(...read.problems, ...body.problems);
    return { conditions: read.conditions, share_body: body.share_body };
  });
  const listProblem = isDraft ? undefined : findOutcomesProblem(typed.outcomes);
  if (listProblem) problems.push(listProblem);
  if (problems.length > 0) throw new Failure("form_validation_failed", { fields: problems });
  return { conditions: primary.conditions, outcomes };
}
