import { pageAccountHeader } from "@toibako/contract/sessions.ts";
import type { FastifyRequest } from "fastify";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { Failure } from "./failure.ts";

/**
 * Rejects a call of a page that shows another account than the active one. Accepts callers without an
 * account, because a page may outlive its session: the endpoint then replies `sign_in_needed`. Accepts
 * reads of a visitor's page, which names the empty account, after a sign-in in another tab.
 */
export function rejectStaleTab({ viewer, headers, body, method }: FastifyRequest): void {
  if (!viewer.user) return;
  const shownAccount = headers[pageAccountHeader.toLowerCase()] ?? readPageAccount(body);
  if (typeof shownAccount !== "string" || isSameAccount(shownAccount, viewer.user)) return;
  if (shownAccount !== "" || method !== "GET") throw new Failure("stale_tab");
}

/** Whether `shownAccount`, a handle or an id, names this account. */
export function isSameAccount(shownAccount: string, { account, id }: SessionUser): boolean {
  return shownAccount.toLowerCase() === account.toLowerCase() || shownAccount === id;
}

function readPageAccount(body: unknown): unknown {
  return typeof body === "object" && body !== null && "page_account" in body
    ? body.page_account
    : undefined;
}
