import type { FastifyInstance } from "fastify";
import { statement } from "#platform/database/statement.ts";
import { millisecondsPerHour } from "#platform/durations.ts";
import type { Services } from "#platform/services.ts";

// Skips rows that another statement has locked, so that it can't deadlock; those accounts are noted again
// with their next request.
const updateActive = statement(
  "session.updateActive",
  `
  with active_users as (
    select pk from users
    where pk = any(:user_pks::bigint[]) and active_on is distinct from current_date
    order by pk for no key update skip locked
  )
  update users u set active_on = current_date from active_users a where u.pk = a.pk`,
);

/** Stores today as the last day of all accounts that were here since the last call. */
export async function storeActiveAccounts({
  db,
  active_accounts,
}: Pick<Services, "db" | "active_accounts">): Promise<void> {
  if (active_accounts.size === 0) return;
  const user_pks = [...active_accounts];
  active_accounts.clear();
  await updateActive(db, { user_pks });
}

/**
 * Stores once an hour which accounts were here, and when the server closes. One statement writes them all,
 * so that the transaction numbers of their rows don't show who came shortly before a question was asked.
 */
export function registerActivity(app: FastifyInstance, services: Services): void {
  const store = () =>
    storeActiveAccounts(services).catch((error: unknown) =>
      services.log.warn({ err: error }, "the days on which accounts were here could not be stored"),
    );
  const timer = setInterval(() => void store(), millisecondsPerHour).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await store();
  });
}
