import type { PushKind } from "@toibako/contract/push.ts";
import type { Db } from "#platform/database/db.ts";
import { transaction } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import type { Services } from "#platform/services.ts";
import { enqueuePush } from "../../push/commands.ts";
import { type NewNotice, storeReceived } from "../commands.ts";

/** Stores a notice for an account and publishes its new counts. A repeated notice has no effect. */
export async function sendNotice(
  services: Services,
  user_pk: number,
  notice: NewNotice,
): Promise<void> {
  const isStored = await transaction(services.db, (db) =>
    storeNotice(db, services, user_pk, notice),
  );
  if (isStored) publishNotice(services, user_pk, notice);
}

/**
 * Stores a notice for an account, and enqueues a push message unless the notice is seen. `db` must be a transaction, so
 * that both happen or neither. Returns false if nothing has changed.
 */
export async function storeNotice(
  db: Db,
  { secrets }: Services,
  user_pk: number,
  notice: NewNotice,
): Promise<boolean> {
  if (!(await storeReceived(db, user_pk, notice))) return false;
  if (!notice.is_seen) await enqueuePush({ db, secrets }, choosePushKind(notice), [user_pk]);
  return true;
}

function choosePushKind({ kind }: NewNotice): PushKind {
  if (kind === "new_question") return "question";
  return kind === "new_talk_message" ? "message" : "notice";
}

/** Tells the open pages of an account about a notice that was stored. */
export function publishNotice(services: Services, user_pk: number, notice: NewNotice): void {
  const identity = services.secrets.deriveAccountIdentity(user_pk);
  publishCounts(services, identity, notice.is_seen ? undefined : notice.kind);
}
