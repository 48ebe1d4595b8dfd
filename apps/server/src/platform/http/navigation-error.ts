import type { ErrorCode } from "@toibako/contract/errors.ts";
import { isLocale } from "@toibako/contract/locales.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addPageMessage, isPageMessage } from "#platform/pages/page-message.ts";
import { sendError, toFailure } from "./error-reply.ts";
import { readPathLocale, readRequestLocale } from "./locale.ts";

/** The errors for which the login page offers what to do: to switch to another account, or to sign one out. */
const loginPageErrors: readonly ErrorCode[] = ["already_signed_in", "accounts_full"];

/**
 * The error handler of endpoints to which browsers navigate, such as those of HTML forms. Instead of replying
 * with JSON it redirects to the page that sent the form, or else to the login page. The page shows the message.
 */
export function redirectAfterError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (request.headers["sec-fetch-mode"] !== "navigate") {
    sendError(error, request, reply);
    return;
  }
  const { code } = toFailure(error);
  if (code === "unexpected") request.log.error({ err: error }, "unexpected error");
  const message = isPageMessage(code) ? code : "unexpected";
  const formPage = loginPageErrors.includes(code) ? undefined : findFormPage(request);
  const path = formPage ?? `/${readFormLocale(request)}/acc/login`;
  reply.header("cache-control", "no-store").redirect(addPageMessage(path, message), 303);
}

/** The path of the page of this site that sent the form; undefined if it is unknown. */
function findFormPage({ headers }: FastifyRequest): string | undefined {
  const { referer = "", host } = headers;
  if (headers["sec-fetch-site"] !== "same-origin" || !URL.canParse(referer)) return undefined;
  const page = new URL(referer);
  return page.host === host && readPathLocale(page.pathname)
    ? `${page.pathname}${page.search}`
    : undefined;
}

function readFormLocale(request: FastifyRequest) {
  const { locale } = (request.body ?? {}) as { locale?: string };
  return isLocale(locale) ? locale : readRequestLocale(request);
}
