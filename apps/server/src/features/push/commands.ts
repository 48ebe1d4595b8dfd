import { maxPushDevices, type PushDevice, type PushKind } from "@toibako/contract/push.ts";
import type { Config } from "#platform/config.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { sendPushJob } from "./job-definitions.ts";
import {
  type BrowserSubscription,
  deriveVapidKeys,
  isPublicKey,
  isPushEndpoint,
  type Subscription,
  sealRecipient,
  sealSubscription,
  unsealSubscription,
} from "./policy.ts";
import { describeSubscription } from "./queries.ts";

// Replaces the account's subscription of this browser. Deletes its oldest subscriptions above `maxPushDevices`.
const upsertSubscription = statement(
  "push.upsertSubscription",
  `
  with own_session as (
    select user_pk, browser_id from sessions where token_hash = :token_hash
  ), replaced_subscriptions as (
    delete from push_subscriptions subscription using own_session
    where subscription.user_pk = own_session.user_pk and subscription.browser_id = own_session.browser_id
      and subscription.id <> :id
    returning subscription.id
  ), deleted_subscriptions as (
    delete from push_subscriptions where id in (
      select surplus.id from push_subscriptions surplus join own_session on own_session.user_pk = surplus.user_pk
      where surplus.id <> :id and surplus.browser_id <> own_session.browser_id
      order by surplus.created_on desc, surplus.id offset ${maxPushDevices - 1}
    )
  )
  insert into push_subscriptions (id, user_pk, browser_id, sealed)
  select :id, user_pk, browser_id, :sealed from own_session
  on conflict (id) do update set sealed = excluded.sealed, browser_id = excluded.browser_id
  returning id`,
);

function checkSubscription(config: Config, { endpoint, p256dh }: BrowserSubscription): void {
  if (!isPushEndpoint(endpoint, config.push_stand_in))
    throw createFieldFailure("endpoint", "invalid_field");
  if (!isPublicKey(p256dh)) throw createFieldFailure("p256dh", "invalid_field");
}

const deriveId = (secrets: Secrets, user_pk: number, endpoint: string) =>
  secrets.derivePublicId(`push ${user_pk}`, endpoint);

/** Stores the subscription of this session's browser, or replaces it. */
export async function storeSubscription(
  { db, secrets, config }: Services,
  user_pk: number,
  token_hash: Buffer,
  subscription: Subscription,
): Promise<PushDevice> {
  checkSubscription(config, subscription);
  const { public_key } = deriveVapidKeys(config, secrets);
  const id = deriveId(secrets, user_pk, subscription.endpoint);
  const sealed = sealSubscription(secrets, id, { ...subscription, public_key });
  const [stored] = await upsertSubscription(db, { id, sealed, token_hash });
  if (!stored) throw new Failure("sign_in_needed");
  // A browser has one subscription for all of its accounts. If it is new, the rows of the other accounts are outdated.
  await renewSubscriptions({ db, secrets, config }, token_hash, subscription);
  return { id, is_own_browser: true, ...describeSubscription(subscription, public_key) };
}

const selectOfBrowser = statement(
  "push.selectOfBrowser",
  `
  select subscription.id, subscription.user_pk, subscription.sealed
  from push_subscriptions subscription join sessions on sessions.browser_id = subscription.browser_id
  where sessions.token_hash = :token_hash
  order by subscription.created_on, subscription.id`,
);

// Replaces all subscriptions of this session's browser by the renewed ones.
const replaceOfBrowser = statement(
  "push.replaceOfBrowser",
  `
  with own_session as (
    select browser_id from sessions where token_hash = :token_hash
  ), replaced_subscriptions as (
    delete from push_subscriptions subscription using own_session
    where subscription.browser_id = own_session.browser_id and subscription.id <> all(:ids::text[])
    returning subscription.id
  )
  insert into push_subscriptions (id, user_pk, browser_id, sealed)
  select renewed.id, renewed.user_pk, own_session.browser_id, renewed.sealed
  from own_session, unnest(:ids::text[], :user_pks::bigint[], :sealed::bytea[])
    as renewed (id, user_pk, sealed)
  on conflict (id) do update set sealed = excluded.sealed`,
);

/**
 * Replaces the subscription of this session's browser for each account that has one there. The accounts keep their
 * preferences.
 */
export async function renewSubscriptions(
  { db, secrets, config }: Pick<Services, "db" | "secrets" | "config">,
  token_hash: Buffer,
  { endpoint, p256dh, auth }: BrowserSubscription,
): Promise<void> {
  checkSubscription(config, { endpoint, p256dh, auth });
  const { public_key } = deriveVapidKeys(config, secrets);
  const renewed = new Map<number, { id: string; user_pk: number; sealed: Buffer }>();
  for (const row of await selectOfBrowser(db, { token_hash })) {
    const previous = unsealSubscription(secrets, row);
    if (!previous) continue;
    const { name, kinds, quiet_hours } = previous;
    const { user_pk } = row;
    const id = deriveId(secrets, user_pk, endpoint);
    const subscription = { endpoint, p256dh, auth, public_key, name, kinds, quiet_hours };
    renewed.set(user_pk, { id, user_pk, sealed: sealSubscription(secrets, id, subscription) });
  }
  if (renewed.size === 0) return;
  const rows = [...renewed.values()];
  await replaceOfBrowser(db, {
    token_hash,
    ids: rows.map(({ id }) => id),
    user_pks: rows.map(({ user_pk }) => user_pk),
    sealed: rows.map(({ sealed }) => sealed),
  });
}

const deleteOwn = statement(
  "push.deleteOwn",
  "delete from push_subscriptions where id = :id and user_pk = :user_pk returning id",
);

export async function deleteSubscription(db: Db, user_pk: number, id: string): Promise<void> {
  const [deleted] = await deleteOwn(db, { id, user_pk });
  if (!deleted) throw new Failure("not_found");
}

const selectByIds = statement(
  "push.selectByIds",
  "select id, sealed from push_subscriptions where id = any(:ids::text[])",
);

const updateSealed = statement(
  "push.updateSealed",
  "update push_subscriptions set sealed = :sealed where id = :id and sealed = :earlier",
);

/**
 * Marks subscriptions that have expired at their push services. They are kept with their preferences until their
 * browser renews them or its session ends.
 */
export async function markExpired(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const row of await selectByIds(db, { ids })) {
    const subscription = unsealSubscription(secrets, row);
    if (!subscription || subscription.is_gone) continue;
    const sealed = sealSubscription(secrets, row.id, { ...subscription, is_gone: true });
    // The statement compares the sealed value, so that it doesn't overwrite a subscription that was renewed meanwhile.
    await updateSealed(db, { id: row.id, sealed, earlier: row.sealed });
  }
}

const deleteWithoutSession = statement(
  "push.deleteWithoutSession",
  deleteBatchSql(
    "push_subscriptions",
    "id",
    `not exists (
      select from sessions
      where sessions.user_pk = push_subscriptions.user_pk
        and sessions.browser_id = push_subscriptions.browser_id and sessions.expires_at > now()
    )`,
  ),
);

/** Deletes subscriptions whose session has ended. */
export async function deleteSubscriptionsWithoutSession(db: Db): Promise<void> {
  await repeatBatches(() => deleteWithoutSession(db, {}));
}

const enqueuePushes = statement(
  "push.enqueue",
  enqueueSql([sendPushJob], "unnest(:sealed_recipients::text[]) as recipients (sealed_recipient)"),
);

/**
 * Enqueues a push for each account, including accounts without devices. Otherwise a job would reveal that its recipient
 * is one of the few accounts with devices.
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
