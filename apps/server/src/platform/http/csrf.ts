import type { FastifyRequest } from "fastify";
import { isSameText } from "#platform/identity/secrets.ts";
import { sessionCookie } from "#platform/identity/session.ts";
import type { Services } from "#platform/services.ts";
import { Failure } from "./failure.ts";

/** The token of a page: bound to the session, or one shared by all without a session, so that their pages can be cached. */
export function createCsrfToken(services: Services, request: FastifyRequest): string {
  const session = request.viewer.user ? request.cookies[sessionCookie] : undefined;
  return services.secrets.csrfToken(session);
}

/** Rejects a cross-site write and a write without a valid CSRF token. */
export function checkOrigin(services: Services, request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new Failure("foreign_origin");
  }
  const { origin } = request.headers;
  if (origin !== undefined && !isOwn(origin, services.config.public_url, request.headers.host)) {
    throw new Failure("foreign_origin");
  }
  const token = request.headers["x-csrf-token"] ?? readFormToken(request.body);
  if (typeof token !== "string" || !isSameText(token, createCsrfToken(services, request))) {
    throw new Failure("bad_token");
  }
}

/** An HTML form can't set headers, so it carries the token as a field. */
function readFormToken(body: unknown): unknown {
  return typeof body === "object" && body !== null && "authenticity_token" in body
    ? body.authenticity_token
    : undefined;
}

function isOwn(origin: string, public_url: string, host: string | undefined): boolean {
  if (origin === public_url) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
