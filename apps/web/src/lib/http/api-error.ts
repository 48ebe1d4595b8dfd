import type { ErrorBody, ErrorCode } from "@toibako/contract/errors.ts";

/** The server's codes, and `network` for a call without a reply because the connection failed. */
export type ApiErrorCode = ErrorCode | "network";

/** A call that failed; `messages` and `details` are in the page's language and may be shown. */
export class ApiError extends Error {
  override name = "ApiError";
  /** 0 if there was no response. */
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

/**
 * Creates the error of a response. For a response that is not from this site's server, such as a proxy's
 * page, the code is `unexpected`. By the specification, some calls return a list of texts in `errors`
 * instead of `error`.
 */
export function createReplyError(status: number, data: unknown): ApiError {
  const { errors } = (data ?? {}) as { errors?: unknown };
  if (Array.isArray(errors)) {
    const messages = errors.filter((text) => typeof text === "string");
    return new ApiError(status, { code: "unexpected", messages, details: {} });
  }
  const content: Partial<ApiErrorContent> | undefined = (data as Partial<ErrorBody> | null)?.error;
  const { code = "unexpected", messages, details } = content ?? {};
  const isFromOurServer = Array.isArray(messages) && typeof details === "object";
  return new ApiError(
    status,
    isFromOurServer
      ? { code, messages, details }
      : { code: "unexpected", messages: [], details: {} },
  );
}

/**
 * Turns the reason for which a call rejected into an ApiError. Its code is `timeout`, `network` for a
 * failed connection, or `unexpected` for a bug. While the device is offline, the error has the message of
 * `getOfflineText`, because the caller's own message may advise to wait, which doesn't help offline.
 */
export function toApiError(cause: unknown, getOfflineText?: () => string): ApiError {
  if (cause instanceof ApiError) return cause;
  const code = getErrorCode(cause);
  const isOffline = code === "network" && globalThis.navigator?.onLine === false;
  const messages = isOffline && getOfflineText ? [getOfflineText()] : [];
  const error = new ApiError(0, { code, messages, details: {} });
  error.cause = cause;
  return error;
}

function getErrorCode(cause: unknown): ApiErrorCode {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  // fetch rejects with a TypeError if the network failed; anything else is a bug.
  return cause instanceof TypeError ? "network" : "unexpected";
}

/** Returns the first message of a failed call; `fallback` if there is none. */
export function describeFailure(error: unknown, fallback: string): string {
  return getErrorTexts(error, fallback)[0] ?? fallback;
}

/** Returns the messages of a failed call without duplicates; `fallback` if there are none. */
export function getErrorTexts(error: unknown, fallback: string): string[] {
  if (!(error instanceof ApiError)) return [fallback];
  const texts = new Set([...error.messages, ...Object.values(error.details).flat()]);
  return texts.size > 0 ? [...texts] : [fallback];
}
