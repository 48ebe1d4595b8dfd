import type { FastifyRequest } from "fastify";
import { Failure } from "./failure.ts";
import { sameText } from "./secrets.ts";
import type { Services } from "./services.ts";
import { sessionCookie } from "./session.ts";

/** The token of a page: bound to the session, or the common one of people without, so that their pages can be cached. */
export function csrfToken(services: Services, request: FastifyRequest): string {
  const session = request.viewer.user ? request.cookies[sessionCookie] : undefined;
  return services.secrets.csrfToken(session);
}

/** Refuses a write that another site caused, or that carries no token of our page. */
export function checkOrigin(services: Services, request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new Failure("foreign_origin");
  }
  const { origin } = request.headers;
  if (origin !== undefined && !isOwn(origin, services.config.public_url, request.headers.host)) {
    throw new Failure("foreign_origin");
  }
  const token = request.headers["x-csrf-token"] ?? formToken(request.body);
  if (typeof token !== "string" || !sameText(token, csrfToken(services, request))) {
    throw new Failure("bad_token");
  }
}

/** A page's own form has no headers of its own. Only forms are read into objects of this field. */
function formToken(body: unknown): unknown {
  return typeof body === "object" && body !== null && "authenticity_token" in body
    ? body.authenticity_token
    : undefined;
}

function isOwn(origin: string, public_url: string, host: string | undefined): boolean {
  if (origin === public_url) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
