import type { FastifyReply, FastifyRequest } from "fastify";
import { millisecondsPerMinute } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";

/** An encrypted cookie that is valid for some minutes. */
export interface SealedCookie {
  name: string;
  /** What the cookie belongs to; a cookie that was sealed for another owner is rejected. */
  owner: string;
  minutes: number;
}

const cookieOptions = { path: "/", httpOnly: true, secure: true, sameSite: "strict" } as const;

export function setSealedCookie(
  { secrets }: Pick<Services, "secrets">,
  reply: FastifyReply,
  { name, owner, minutes }: SealedCookie,
  text = "",
): void {
  const expires_at = Date.now() + minutes * millisecondsPerMinute;
  const sealed = secrets.seal(`${expires_at} ${text}`, `${name} ${owner}`);
  reply.setCookie(name, sealed.toString("base64url"), { ...cookieOptions, maxAge: minutes * 60 });
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

export function clearSealedCookie(reply: FastifyReply, { name }: Pick<SealedCookie, "name">): void {
  reply.clearCookie(name, cookieOptions);
}
