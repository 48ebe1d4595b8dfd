import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isSameText } from "#platform/identity/secrets.ts";
import { sessionCookie } from "#platform/identity/session.ts";
import type { Services } from "#platform/services.ts";
import { Failure } from "./failure.ts";

/** Characters; longer texts aren't decoded. */
const maxTokenLength = 100;

/**
 * The token that a write must carry. It is bound to the session. All callers without a session have
 * the same token, so that pages for them can be cached.
 */
function createCsrfToken(services: Services, request: FastifyRequest): string {
  const session = request.viewer.user ? request.cookies[sessionCookie] : undefined;
  return services.secrets.deriveCsrfToken(session);
}

/**
 * The token as a page contains it: masked if there is a session, and otherwise unchanged, because
 * pages without a session are cached and shared.
 */
export function createPageToken(services: Services, request: FastifyRequest): string {
  const token = createCsrfToken(services, request);
  return request.viewer.user ? maskToken(token) : token;
}

/**
 * Combines a token with random bytes, so that each page contains a different text. Otherwise the lengths
 * of compressed pages could reveal the token (the BREACH attack).
 */
function maskToken(token: string): string {
  const bytes = Buffer.from(token, "base64url");
  const mask = randomBytes(bytes.length);
  return Buffer.concat([mask, xorBytes(bytes, mask)]).toString("base64url");
}

/** Reverses `maskToken`; returns a text that is not a masked token unchanged. */
function unmaskToken(text: string, expectedLength: number): string {
  const bytes = Buffer.from(text, "base64url");
  const half = bytes.length / 2;
  const token = xorBytes(bytes.subarray(half), bytes.subarray(0, half)).toString("base64url");
  return token.length === expectedLength && text.length > expectedLength ? token : text;
}

function xorBytes(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)));
}

/** Rejects a cross-site write and a write without a valid CSRF token. */
export function rejectForgedWrite(services: Services, request: FastifyRequest): void {
  rejectForeignOrigin(services, request);
  rejectWrongToken(services, request);
}

/** Rejects a cross-site write. */
export function rejectForeignOrigin(services: Services, request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    throw new Failure("foreign_origin");
  }
  const { origin } = request.headers;
  if (
    origin !== undefined &&
    !isOwnOrigin(origin, services.config.public_url, request.headers.host)
  ) {
    throw new Failure("foreign_origin");
  }
}

/** Rejects a write without a valid CSRF token. */
export function rejectWrongToken(services: Services, request: FastifyRequest): void {
  const token = request.headers["x-csrf-token"] ?? readFormToken(request.body);
  const expected = createCsrfToken(services, request);
  const isValid =
    typeof token === "string" &&
    token.length <= maxTokenLength &&
    isSameText(unmaskToken(token, expected.length), expected);
  if (!isValid) throw new Failure("bad_token");
}

/** An HTML form can't set headers, so it carries the token as a field. */
function readFormToken(body: unknown): unknown {
  return typeof body === "object" && body !== null && "authenticity_token" in body
    ? body.authenticity_token
    : undefined;
}

function isOwnOrigin(origin: string, public_url: string, host: string | undefined): boolean {
  if (origin === public_url) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
