import type { PushDevice } from "@toibako/contract/push.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { hashEndpoint, unsealSubscription } from "./policy.ts";

// Selects subscriptions of browsers on which the account is signed in.
const selectDevices = statement(
  "push.selectDevices",
  `
  select p.id, p.sealed, u.account, u.locale, u.time_zone
  from push_subscriptions p join users u on u.pk = p.user_pk
  where p.user_pk = :user_pk and u.left_at is null and exists (
    select from sessions s
    where s.user_pk = p.user_pk and s.browser_id = p.browser_id and s.expires_at > now()
  )
  order by p.created_on desc, p.id`,
);

/** The devices of an account with their subscriptions. */
export async function listSubscriptions(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  user_pk: number,
) {
  return (await selectDevices(db, { user_pk })).flatMap(({ sealed, ...row }) => {
    const subscription = unsealSubscription(secrets, { id: row.id, sealed });
    return subscription ? [{ ...row, subscription }] : [];
  });
}

export async function listDevices(
  services: Pick<Services, "db" | "secrets">,
  user_pk: number,
): Promise<PushDevice[]> {
  const subscriptions = await listSubscriptions(services, user_pk);
  return subscriptions.map(({ id, subscription: { name, endpoint, kinds, quiet_hours } }) => ({
    id,
    name,
    fingerprint: hashEndpoint(endpoint),
    kinds,
    quiet_hours,
  }));
}
