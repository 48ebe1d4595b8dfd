import { confirmationMinutes } from "@toibako/contract/factors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { clearSealedCookie, readSealedCookie, setSealedCookie } from "./sealed-cookies.ts";

const name = "__Host-confirmed";

const createCookie = (user_pk: number) => ({
  name,
  owner: String(user_pk),
  minutes: confirmationMinutes,
});

/** Remembers on this browser that the account's owner has just proved to be there. */
export function rememberConfirmation(
  services: Pick<Services, "secrets">,
  reply: FastifyReply,
  user_pk: number,
): void {
  setSealedCookie(services, reply, createCookie(user_pk));
}

/** Throws unless the account's owner signed in or confirmed their identity here a short time ago. */
export function requireConfirmation(
  services: Pick<Services, "secrets">,
  request: FastifyRequest,
  user_pk: number,
): void {
  if (readSealedCookie(services, request, createCookie(user_pk)) !== undefined) return;
  throw new Failure("confirmation_needed");
}

/** Forgets it when the account is signed out. */
export function forgetConfirmation(reply: FastifyReply): void {
  clearSealedCookie(reply, { name });
}
