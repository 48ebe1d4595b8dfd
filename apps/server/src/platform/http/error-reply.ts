import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorBody, ErrorCode, errorStatus } from "@toibako/contract/errors.ts";
import { defaultLocale, isLocale, type Locale } from "@toibako/contract/locales.ts";
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isUnavailable } from "#platform/database/db-errors.ts";
import { secondsPerMinute } from "#platform/durations.ts";
import { reportOncePerMinute } from "#platform/observability/log.ts";
import { isTextKey, translate } from "#platform/texts/texts.ts";
import { Failure, type FieldProblem } from "./failure.ts";
import { readRequestLocale } from "./locale.ts";
import { toPathAndQuery } from "./request-target.ts";

type Validation = NonNullable<FastifyError["validation"]>[number];

const codeOfStatus: Record<number, keyof typeof errorStatus> = {
  400: "malformed",
  403: "forbidden",
  404: "not_found",
  408: "timeout",
  413: "too_large",
  414: "malformed",
  415: "wrong_media",
  429: "too_many",
  431: "malformed",
  503: "overloaded",
};

/** Maximum number of problems in a reply, because a body may have thousands of unknown fields. */
const maxProblems = 20;
/** Maximum length of a field's name in a reply, because the client chooses unknown names. */
const maxFieldNameLength = 100;

/** Converts any error to a Failure that may be sent; unknown errors become "unexpected". */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const fastifyError = error as Partial<FastifyError>;
  if (fastifyError.validation) {
    if (fastifyError.validationContext === "params") return new Failure("not_found");
    // A body that is not an object has no field that the reply could name.
    if (fastifyError.validation.some(isNoObject)) return new Failure("malformed");
    const problems = fastifyError.validation.slice(0, maxProblems);
    return new Failure("invalid_fields", { fields: problems.map(describeProblem) });
  }
  // PostgreSQL rejects NUL characters in text (character_not_in_repertoire).
  if (fastifyError.code === "22021") return new Failure("malformed");
  if (isUnavailable(error)) return new Failure("overloaded", { retry_after: 1 });
  return new Failure(codeOfStatus[fastifyError.statusCode ?? 500] ?? "unexpected");
}

/** Whether the problem is that the body as a whole is not an object. */
function isNoObject({ keyword, instancePath }: Validation): boolean {
  return keyword === "type" && instancePath === "";
}

const textOfField: Record<string, string> = {
  account: "invalid_account",
  password: "invalid_password",
  email: "invalid_email",
};

function describeProblem({ instancePath, keyword, params }: Validation): FieldProblem {
  const namedField = params.missingProperty ?? params.additionalProperty;
  const path = instancePath.split("/").slice(1);
  const field = nameField(typeof namedField === "string" ? [...path, namedField] : path);
  if (keyword === "required") return { field, text_key: "missing_field" };
  if (keyword === "additionalProperties") return { field, text_key: "unknown_field" };
  return { field, text_key: textOfField[field] ?? "invalid_field" };
}

/**
 * Returns the innermost name of a nested path; `titles.ja` for a text in several languages, and the whole path for a field
 * of a list's element, such as `outcomes.0.share_body.ja`.
 */
function nameField(path: string[]): string {
  const names = path.slice(0, path.findLastIndex((part) => !isIndex(part)) + 1);
  if (names.some(isIndex)) return names.join(".");
  const [outer, inner] = names.slice(-2);
  if (inner === undefined) return outer ?? "";
  return isLocale(inner) ? `${outer}.${inner}` : inner;
}

const isIndex = (part: string) => /^\d+$/.test(part);

/** The body of an error reply in the viewer's language, without repeated sentences. */
export function createErrorBody(failure: Failure, locale: Locale): ErrorBody {
  const problems = new Map<string, Set<string>>();
  for (const { field: name, text_key: key, parameters } of failure.fields) {
    const field = name.slice(0, maxFieldNameLength);
    const sentence = isTextKey(key) ? translate(locale, key, parameters) : key;
    problems.set(field, (problems.get(field) ?? new Set()).add(sentence));
  }
  const details = Object.fromEntries(
    [...problems].map(([field, sentences]) => [field, [...sentences]]),
  );
  const messages = [...new Set(Object.values(details).flat())];
  if (messages.length === 0) messages.push(describeFailure(failure, locale));
  return { error: { code: failure.code, messages, details } };
}

/** The sentence for a failure without field problems; it names waits of more than a minute in minutes. */
function describeFailure({ code, text_key, retry_after = 0 }: Failure, locale: Locale): string {
  if (code !== "too_many" || retry_after <= secondsPerMinute) return translate(locale, text_key);
  const minutes = Math.ceil(retry_after / secondsPerMinute);
  return translate(locale, "too_many_minutes", { minutes });
}

/** Seconds in `Retry-After` for a failure that names no time. */
const defaultRetryAfter = 1;

/** The `Retry-After` header if a time is known, and always for 503 and 429. */
export function createRetryAfterHeader(status: number, seconds?: number): Record<string, string> {
  if (seconds === undefined && status !== 503 && status !== 429) return {};
  return { "Retry-After": String(Math.max(1, Math.ceil(seconds ?? defaultRetryAfter))) };
}

export function sendFailure(reply: FastifyReply, failure: Failure, locale: Locale): FastifyReply {
  return reply
    .code(failure.status)
    .headers(createRetryAfterHeader(failure.status, failure.retry_after))
    .header("cache-control", "no-store")
    .send(createErrorBody(failure, locale));
}

const reportUnavailable = reportOncePerMinute((error, log: FastifyBaseLogger) =>
  log.error(
    { err: error },
    "requests get 503: the database, a disk or the store of files is unavailable",
  ),
);

/** Replies with the error body of the contract; logs unexpected errors, and once per minute that nothing can be stored. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error);
  if (error instanceof Error && isUnavailable(error)) reportUnavailable(error, request.log);
  if (failure.code === "unexpected") {
    request.log.error({ err: error, route: request.routeOptions.url }, "unexpected error");
  }
  return sendFailure(reply, failure, readRequestLocale(request));
}

/**
 * Handles an address that can't be decoded. A page request is redirected to the same address with
 * escaped percent signs, which shows the not-found page.
 */
export function refuseAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const isPageRequest = request.method === "GET" && !request.url.startsWith("/api/");
  if (isPageRequest && error.code === "FST_ERR_BAD_URL") {
    reply.redirect(toPathAndQuery(request.url).replaceAll("%", "%25"), 302);
  } else {
    sendFailure(reply, toFailure(error), readRequestLocale(request));
  }
}

/**
 * Creates the handler of HTTP requests that are malformed or don't arrive in time. There is no request
 * object, so it writes the error body to the socket.
 */
export function createClientErrorHandler(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, code } = connectionFailures[error.code ?? ""] ?? malformed;
    const body = JSON.stringify(createErrorBody(new Failure(code), defaultLocale));
    const lines = Object.entries({
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  };
}

const malformed = { status: 400, code: "malformed" } as const;
const connectionFailures: Record<string, { status: number; code: ErrorCode }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "timeout" },
  HPE_HEADER_OVERFLOW: { status: 431, code: "malformed" },
};
