import type { PushDevice } from "@toibako/contract/push.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { hashEndpoint, isReachable, type Subscription, unsealSubscription } from "./policy.ts";

// Selects subscriptions of browsers on which the account is signed in.
const selectDevices = statement(
  "push.selectDevices",
  `
  select subscription.id, subscription.sealed, u.account, u.locale, u.time_zone,
    exists (
      select from sessions own
      where own.token_hash = :token_hash? and own.browser_id = subscription.browser_id
    ) as "is_own_browser!"
  from push_subscriptions subscription join users u on u.pk = subscription.user_pk
  where subscription.user_pk = :user_pk and u.left_at is null and exists (
    select from sessions
    where sessions.user_pk = subscription.user_pk and sessions.browser_id = subscription.browser_id
      and sessions.expires_at > now()
  )
  order by subscription.created_on desc, subscription.id`,
);

/**
 * Lists the decrypted subscriptions of an account, for sending pushes. `token_hash` is the hash of the caller's session
 * token. Leaves out those that can't be unsealed, because no push can be sent without the address and the keys in them.
 */
export async function listSubscriptions(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  user_pk: number,
  token_hash: Buffer | null = null,
) {
  return (await selectDevices(db, { user_pk, token_hash })).flatMap(({ sealed, ...row }) => {
    const subscription = unsealSubscription(secrets, { id: row.id, sealed });
    return subscription ? [{ ...row, subscription }] : [];
  });
}

/** Lists an account's devices as the settings show them. */
export async function listDevices(
  services: Pick<Services, "db" | "secrets">,
  user_pk: number,
  token_hash: Buffer | null,
  public_key: string,
): Promise<PushDevice[]> {
  const subscriptions = await listSubscriptions(services, user_pk, token_hash);
  return subscriptions.map(({ id, is_own_browser, subscription }) => ({
    id,
    is_own_browser,
    ...describeSubscription(subscription, public_key),
  }));
}

/**
 * Describes a subscription as the settings show it: without its address and keys, which never leave the server.
 * `public_key` is the server's current VAPID key.
 */
export function describeSubscription(subscription: Subscription, public_key: string) {
  const { name, endpoint, kinds, quiet_hours } = subscription;
  const is_reachable = isReachable(subscription, public_key);
  return { name, fingerprint: hashEndpoint(endpoint), is_reachable, kinds, quiet_hours };
}
