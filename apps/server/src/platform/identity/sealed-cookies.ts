import type { FastifyReply, FastifyRequest } from "fastify";
import { millisecondsPerMinute } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";

/** An encrypted cookie that is valid for some minutes. */
export interface SealedCookie {
  name: string;
  /** What the cookie belongs to; a cookie that was sealed for another owner is rejected. */
  owner: string;
  minutes: number;
  /**
   * "strict" by default. Browsers send lax cookies, unlike strict ones, when a provider redirects to this
   * site.
   */
  sameSite?: "lax" | "strict";
}

const createCookieOptions = ({ sameSite = "strict" }: Pick<SealedCookie, "sameSite">) =>
  ({ path: "/", httpOnly: true, secure: true, sameSite }) as const;

export function setSealedCookie(
  { secrets }: Pick<Services, "secrets">,
  reply: FastifyReply,
  cookie: SealedCookie,
  text = "",
): void {
  const { name, owner, minutes } = cookie;
  const expires_at = Date.now() + minutes * millisecondsPerMinute;
  const sealed = secrets.seal(`${expires_at} ${text}`, `${name} ${owner}`);
  const options = { ...createCookieOptions(cookie), maxAge: minutes * 60 };
  reply.setCookie(name, sealed.toString("base64url"), options);
}

/** The text of the cookie; undefined if it is missing, forged, expired or sealed for another owner. */
export function readSealedCookie(
  { secrets }: Pick<Services, "secrets">,
  { cookies }: FastifyRequest,
  { name, owner }: Pick<SealedCookie, "name" | "owner">,
): string | undefined {
  const sealed = Buffer.from(cookies[name] ?? "", "base64url");
  const content = secrets.unseal(sealed, `${name} ${owner}`);
  if (content === undefined) return undefined;
  const [expires_at = "", ...text] = content.split(" ");
  return Number(expires_at) > Date.now() ? text.join(" ") : undefined;
}

export function clearSealedCookie(
  reply: FastifyReply,
  cookie: Pick<SealedCookie, "name" | "sameSite">,
): void {
  reply.clearCookie(cookie.name, createCookieOptions(cookie));
}
