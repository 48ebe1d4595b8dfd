import type { Endpoint } from "@toibako/contract/endpoint.ts";
import type { Call } from "#platform/endpoint.ts";
import { endVisitor, startSession } from "#platform/session.ts";
import { adoptBlocks } from "../../moderation/commands.ts";
import { adoptVisitor } from "../commands.ts";

type Entry = Pick<Call<Endpoint>, "services" | "request" | "reply" | "viewer">;

/** Signs in on this browser, and hands over what its visitor sent and liked. */
export async function signInHere(entry: Entry, user_pk: number): Promise<void> {
  const { services, request, reply, viewer } = entry;
  const { db, secrets } = services;
  await startSession(services, user_pk, request, reply);
  if (viewer.user || !viewer.sender_key) return;
  const user_key = secrets.personKey(user_pk);
  await adoptBlocks(db, secrets, viewer.sender_key, user_key);
  await adoptVisitor(db, viewer.sender_key, user_key, user_pk);
  endVisitor(reply);
}
