import { type ErrorCode, errorStatus } from "@toibako/contract/errors.ts";

/** One field and what is wrong with it: a key of the texts and what the text names. */
export interface FieldProblem {
  field: string;
  text: string;
  parameters?: Record<string, string | number>;
}

/** A refusal with a code from the contract; its words are found when it is sent. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldProblem[];
  /** Seconds until another try makes sense. */
  readonly retry_after: number | undefined;

  constructor(code: ErrorCode, options: { fields?: FieldProblem[]; retry_after?: number } = {}) {
    super(code);
    this.code = code;
    this.fields = options.fields ?? [];
    this.retry_after = options.retry_after;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A refusal for one field. */
export function fieldFailure(
  field: string,
  text: string,
  parameters: Record<string, string | number> = {},
): Failure {
  return new Failure("invalid_fields", { fields: [{ field, text, parameters }] });
}
