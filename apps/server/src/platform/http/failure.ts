import { type ErrorCode, errorStatus } from "@toibako/contract/errors.ts";
import type { TextKey } from "#platform/texts/texts.ts";

/** One invalid field: the key of an error text and its parameters. */
export interface FieldProblem {
  field: string;
  text_key: string;
  parameters?: Record<string, string | number>;
}

/** An error with a code from the contract; its text is looked up when it is sent. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldProblem[];
  /** Seconds until a retry makes sense. */
  readonly retry_after: number | undefined;
  /** The key of the text, if it isn't that of the code. */
  readonly text_key: TextKey;

  constructor(
    code: ErrorCode,
    options: { fields?: FieldProblem[]; retry_after?: number; text_key?: TextKey } = {},
  ) {
    super(code);
    this.code = code;
    this.fields = options.fields ?? [];
    this.retry_after = options.retry_after;
    this.text_key = options.text_key ?? code;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A failure with one invalid field. */
export function createFieldFailure(
  field: string,
  text_key: string,
  parameters: Record<string, string | number> = {},
): Failure {
  return new Failure("invalid_fields", { fields: [{ field, text_key, parameters }] });
}
