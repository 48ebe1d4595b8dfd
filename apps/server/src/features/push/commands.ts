import { maxPushDevices, type PushDevice, type PushKind } from "@toibako/contract/push.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { hashToken, type Secrets } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendPushJob } from "./job-definitions.ts";
import {
  hashEndpoint,
  isPublicKey,
  isPushEndpoint,
  type Subscription,
  sealRecipient,
  sealSubscription,
} from "./policy.ts";

const upsertSubscription = statement(
  "push.upsertSubscription",
  `
  with own_session as (
    select user_pk, browser_id from sessions where token_hash = :token_hash
  ), deleted_subscriptions as (
    delete from push_subscriptions where id in (
      select p.id from push_subscriptions p join own_session s on s.user_pk = p.user_pk
      where p.id <> :id order by p.created_on desc, p.id offset ${maxPushDevices - 1}
    )
  )
  insert into push_subscriptions (id, user_pk, browser_id, sealed)
  select :id, user_pk, browser_id, :sealed from own_session
  on conflict (id) do update set sealed = excluded.sealed, browser_id = excluded.browser_id
  returning id`,
);

/** Stores the subscription of this session's browser, or replaces it. */
export async function storeSubscription(
  { db, secrets, config }: Services,
  user_pk: number,
  session_token: string,
  subscription: Subscription,
): Promise<PushDevice> {
  const { endpoint, name, kinds, quiet_hours } = subscription;
  if (!isPushEndpoint(endpoint, config.push_stand_in))
    throw createFieldFailure("endpoint", "invalid_field");
  if (!isPublicKey(subscription.p256dh)) throw createFieldFailure("p256dh", "invalid_field");
  const id = secrets.idFor(`push ${user_pk}`, endpoint);
  const sealed = sealSubscription(secrets, id, subscription);
  const token_hash = hashToken(session_token);
  const [stored] = await upsertSubscription(db, { id, sealed, token_hash });
  if (!stored) throw new Failure("sign_in_needed");
  return { id, name, kinds, quiet_hours, fingerprint: hashEndpoint(endpoint) };
}

const deleteOwn = statement(
  "push.deleteOwn",
  "delete from push_subscriptions where id = :id and user_pk = :user_pk returning id",
);

export async function deleteSubscription(db: Db, user_pk: number, id: string): Promise<void> {
  const [deleted] = await deleteOwn(db, { id, user_pk });
  if (!deleted) throw new Failure("not_found");
}

const deleteByIds = statement(
  "push.deleteByIds",
  "delete from push_subscriptions where id = any(:ids::text[])",
);

/** Deletes subscriptions that have expired at their push services. */
export async function deleteSubscriptionsByIds(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteByIds(db, { ids });
}

const deleteWithoutSession = statement(
  "push.deleteWithoutSession",
  `
  delete from push_subscriptions p where not exists (
    select from sessions s
    where s.user_pk = p.user_pk and s.browser_id = p.browser_id and s.expires_at > now()
  )`,
);

/** Deletes subscriptions whose session has ended. */
export async function deleteSubscriptionsWithoutSession(db: Db): Promise<void> {
  await deleteWithoutSession(db, {});
}

const enqueuePushes = statement(
  "push.enqueue",
  enqueueSql([sendPushJob], "unnest(:sealed_recipients::text[]) as recipients (sealed_recipient)"),
);

/**
 * Enqueues a push for each account, also for accounts without devices. Otherwise, as few accounts have devices, a job
 * would reveal much about its recipient.
 */
export async function enqueuePush(
  { db, secrets }: { db: Db; secrets: Secrets },
  kind: PushKind,
  user_pks: readonly number[],
): Promise<void> {
  if (user_pks.length === 0) return;
  const sealed_recipients = user_pks.map((user_pk) => sealRecipient(secrets, user_pk, kind));
  await enqueuePushes(db, { sealed_recipients });
}
