import type { Endpoint } from "@toibako/contract/endpoint.ts";
import type { Call } from "#platform/http/endpoint.ts";
import { clearVisitorCookie, startSession } from "#platform/identity/session.ts";
import type { Sender } from "#platform/identity/viewer.ts";
import { adoptVisitor, moveVisitorLikes } from "./adopt.ts";

type SignInCall = Pick<Call<Endpoint>, "services" | "request" | "reply" | "viewer">;

/**
 * Signs an account in on this browser, adopts the browser's visitor and moves the visitor's likes.
 * If this fails half-way, the browser keeps its visitor cookie, and signing in again completes it.
 */
export async function signIn(call: SignInCall, user_pk: number): Promise<void> {
  const { services, request, reply, viewer } = call;
  const visitor = viewer.user || !viewer.identity ? undefined : (viewer as Sender);
  if (visitor) await moveVisitorLikes(services, visitor, user_pk);
  await services.db.transaction().execute(async (db) => {
    await startSession(db, user_pk, request, reply);
    if (visitor) await adoptVisitor(db, services.secrets, visitor, user_pk);
  });
  if (visitor) clearVisitorCookie(reply);
}
