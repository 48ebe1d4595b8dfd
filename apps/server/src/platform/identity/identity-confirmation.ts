import { identityConfirmationMinutes } from "@toibako/contract/factors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { clearSealedCookie, readSealedCookie, setSealedCookie } from "./sealed-cookies.ts";

const cookieName = "__Host-confirmed";

const createCookie = (user_pk: number) => ({
  name: cookieName,
  owner: String(user_pk),
  minutes: identityConfirmationMinutes,
});

interface AccountCall {
  services: Pick<Services, "secrets">;
  request: FastifyRequest;
  viewer: { user: { pk: number } };
}

/** Sets the cookie that proves a sign-in or an identity confirmation of this account on this browser. */
export function storeIdentityConfirmation(
  services: Pick<Services, "secrets">,
  reply: FastifyReply,
  user_pk: number,
): void {
  setSealedCookie(services, reply, createCookie(user_pk));
}

/**
 * Whether the account signed in or confirmed its identity on this browser within the last
 * `identityConfirmationMinutes`.
 */
export function hasIdentityConfirmation({ services, request, viewer }: AccountCall): boolean {
  return readSealedCookie(services, request, createCookie(viewer.user.pk)) !== undefined;
}

/** Throws `confirmation_needed` if the account has no identity confirmation on this browser. */
export function requireIdentityConfirmation(call: AccountCall): void {
  if (!hasIdentityConfirmation(call)) throw new Failure("confirmation_needed");
}

/** Deletes the cookie when the account is signed out. */
export function clearIdentityConfirmation(reply: FastifyReply): void {
  clearSealedCookie(reply, { name: cookieName });
}
