import type { ErrorBody, ErrorCode } from "@toibako/contract/errors.ts";

/** What the server names, and `network` for a call that never reached it. */
export type ApiErrorCode = ErrorCode | "network";

/** A call that failed; `messages` and `details` are in the page's language and may be shown. */
export class ApiError extends Error {
  override name = "ApiError";
  /** 0 when there was no answer. */
  status: number;
  code: ApiErrorCode;
  messages: string[];
  /** Field → its messages. */
  details: Record<string, string[]>;

  constructor(status: number, { code, messages, details }: ApiErrorContent) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
    this.messages = messages;
    this.details = details;
  }
}

export interface ApiErrorContent {
  code: ApiErrorCode;
  messages: string[];
  details: Record<string, string[]>;
}

/** From an answer of 400 and above; a proxy's page in place of our JSON counts as unexpected. */
export function answeredError(status: number, data: unknown): ApiError {
  const content = (data as Partial<ErrorBody> | null)?.error;
  return new ApiError(status, content ?? { code: "unexpected", messages: [], details: {} });
}

/** From what a transport threw: an expired timer, or no way to the server. */
export function unansweredError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  const error = new ApiError(0, { code: codeOf(cause), messages: [], details: {} });
  error.cause = cause;
  return error;
}

function codeOf(cause: unknown): ApiErrorCode {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  // fetch rejects with a TypeError when the network failed; anything else is our own fault.
  return cause instanceof TypeError ? "network" : "unexpected";
}

/** What an error tells people, each text once; nothing where it is not of a call. */
export function errorTexts(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [];
  return [...new Set([...error.messages, ...Object.values(error.details).flat()])];
}
