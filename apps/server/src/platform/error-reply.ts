import type { ErrorBody, errorStatus } from "@toibako/contract/errors.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type FieldProblem } from "./failure.ts";
import { localeOf } from "./locale.ts";
import { isTextKey, text } from "./texts.ts";

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

/** Turns whatever went wrong into a refusal that may be shown; anything unknown is "unexpected". */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const known = error as Partial<FastifyError>;
  if (known.validation) {
    if (known.validationContext === "params") return new Failure("not_found");
    // No object at all names no field.
    if (known.validation.some(({ keyword, instancePath }) => isNoObject(keyword, instancePath))) {
      return new Failure("malformed");
    }
    return new Failure("invalid_fields", { fields: known.validation.map(fieldProblem) });
  }
  // A NUL is no text to the database, wherever it was sent.
  if (known.code === "22021") return new Failure("malformed");
  if (isOutOfReach(known)) return new Failure("overloaded", { retry_after: 1 });
  return new Failure(codeOfStatus[known.statusCode ?? 500] ?? "unexpected");
}

function isNoObject(keyword: string, instancePath: string): boolean {
  return keyword === "type" && instancePath === "";
}

/** The database can't be reached or has no connection to spare. */
function isOutOfReach(error: Partial<FastifyError>): boolean {
  const code = error.code ?? "";
  return (
    code.startsWith("08") ||
    [
      "40001",
      "40P01",
      "57P01",
      "57P02",
      "57P03",
      "53300",
      "ECONNREFUSED",
      "ECONNRESET",
      "EPIPE",
    ].includes(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message ?? "")
  );
}

const textOfField: Record<string, string> = {
  account: "invalid_account",
  password: "invalid_password",
  email: "invalid_email",
};

function fieldProblem({ instancePath, keyword, params }: Validation): FieldProblem {
  const named = params.missingProperty ?? params.additionalProperty;
  const field = typeof named === "string" ? named : (instancePath.split("/")[1] ?? "");
  if (keyword === "required") return { field, text: "missing_field" };
  if (keyword === "additionalProperties") return { field, text: "unknown_field" };
  return { field, text: textOfField[field] ?? "invalid_field" };
}

/** The body of a refusal in the reader's language, each sentence once. */
export function errorBody(failure: Failure, locale: Locale): ErrorBody {
  const problems = new Map<string, Set<string>>();
  for (const { field, text: key, parameters } of failure.fields) {
    const sentence = isTextKey(key) ? text(locale, key, parameters) : key;
    problems.set(field, (problems.get(field) ?? new Set()).add(sentence));
  }
  const details = Object.fromEntries(
    [...problems].map(([field, sentences]) => [field, [...sentences]]),
  );
  const messages = [...new Set(Object.values(details).flat())];
  if (messages.length === 0) messages.push(sentenceOf(failure, locale));
  return { error: { code: failure.code, messages, details } };
}

/** Who has to wait longer than a moment is told how long. */
function sentenceOf({ code, retry_after = 0 }: Failure, locale: Locale): string {
  if (code !== "too_many" || retry_after <= 60) return text(locale, code);
  return text(locale, "too_many_minutes", { minutes: Math.ceil(retry_after / 60) });
}

export function sendFailure(reply: FastifyReply, failure: Failure, locale: Locale): FastifyReply {
  if (failure.retry_after !== undefined || failure.status === 503 || failure.status === 429) {
    reply.header("retry-after", Math.max(1, Math.ceil(failure.retry_after ?? 1)));
  }
  return reply
    .code(failure.status)
    .header("cache-control", "no-store")
    .send(errorBody(failure, locale));
}

/** Every error of the application leaves through here; only the unexpected is logged. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error);
    if (failure.code === "unexpected") {
      request.log.error({ err: error, route: request.routeOptions.url }, "unexpected error");
    }
    return sendFailure(reply, failure, localeOf(request));
  });
}

/**
 * An address that can't be decoded matches no route. Readers are led to the same letters taken as
 * they stand, where the site says in their language that there is no such page.
 */
export function refuseAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const reads = request.method === "GET" && !request.url.startsWith("/api/");
  if (reads && error.code === "FST_ERR_BAD_URL") {
    // Two slashes at the beginning would name another site.
    const path = request.url.replace(/^[/\\]+/, "/");
    reply.redirect(path.replaceAll("%", "%25"), 302);
  } else {
    sendFailure(reply, failureOf(error), localeOf(request));
  }
}
