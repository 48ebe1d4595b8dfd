import type { FastifyInstance, FastifyRequest } from "fastify";
import { statement } from "#platform/database/statement.ts";
import { millisecondsPerHour } from "#platform/durations.ts";
import { readPathLocale } from "#platform/http/locale.ts";
import type { Services } from "#platform/services.ts";

/**
 * An account that sends no request for this many days was away. When it comes back, it may be asked for
 * an email address if it has none, at most every `emailReminderDays` days.
 */
const daysAway = 7;

/**
 * SQL for the last day on which the account `u` was active before its latest absence. Null unless the
 * absence ended today or ends with this request.
 */
export const awaySinceSql = `
  case when u.active_on <= current_date - ${daysAway} then u.active_on
    when u.active_on = current_date then u.away_since end`;

// Skips rows that another statement has locked, so that it can't deadlock. The next request of a skipped
// account adds it to `active_accounts` again.
const updateActive = statement(
  "session.updateActive",
  `
  with active_users as (
    select pk from users
    where pk = any(:user_pks::bigint[]) and active_on is distinct from current_date
    order by pk for no key update skip locked
  )
  update users u set active_on = current_date, away_since = ${awaySinceSql}
  from active_users where u.pk = active_users.pk`,
);

const updateLocale = statement(
  "session.updateLocale",
  "update users set locale = :locale where pk = :user_pk and left_at is null",
);

/** Stores the language of an account's last page, which is the language of its mails and notices. */
async function storeLocale({ db, log }: Services, { viewer, url, method }: FastifyRequest) {
  const locale = method === "GET" ? readPathLocale(url) : undefined;
  if (!viewer?.user || locale === undefined || locale === viewer.user.locale) return;
  await updateLocale(db, { user_pk: viewer.user.pk, locale }).catch((error: unknown) =>
    log.warn({ err: error }, "the language of an account could not be stored"),
  );
}

/** Stores today as the last active day of all accounts that sent a request since the last call. */
export async function storeActiveAccounts({
  db,
  active_accounts,
}: Pick<Services, "db" | "active_accounts">): Promise<void> {
  if (active_accounts.size === 0) return;
  const user_pks = [...active_accounts];
  active_accounts.clear();
  await updateActive(db, { user_pks });
}

const updateUsedSessions = statement(
  "session.updateUsedSessions",
  `
  with used_sessions as (
    select sessions.id, given.used_hour
    from unnest(:ids::text[], :used_hours::timestamptz[]) as given (id, used_hour)
    join sessions on sessions.id = given.id
    order by sessions.id for no key update of sessions skip locked
  )
  update sessions set used_hour = used_sessions.used_hour from used_sessions
  where sessions.id = used_sessions.id and sessions.used_hour < used_sessions.used_hour`,
);

/** Stores the hours in which sessions were used since the last call. */
export async function storeActiveSessions({
  db,
  active_sessions,
}: Pick<Services, "db" | "active_sessions">): Promise<void> {
  if (active_sessions.size === 0) return;
  const ids = [...active_sessions.keys()];
  const used_hours = [...active_sessions.values()];
  active_sessions.clear();
  await updateUsedSessions(db, { ids, used_hours });
}

/**
 * Stores once an hour, and when the server closes, which accounts and sessions were active. One
 * statement writes all accounts and one writes all sessions, so that the transaction ids of their
 * rows don't show who was active shortly before a question was asked.
 */
export function registerActivity(app: FastifyInstance, services: Services): void {
  const store = async () => {
    try {
      await storeActiveAccounts(services);
      await storeActiveSessions(services);
    } catch (error) {
      services.log.warn({ err: error }, "the activity of accounts could not be stored");
    }
  };
  const timer = setInterval(() => void store(), millisecondsPerHour).unref();
  app.addHook("onResponse", (request, _reply, done) => {
    if (!request.viewer?.user) return done();
    void storeLocale(services, request).then(() => done());
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await store();
  });
}
