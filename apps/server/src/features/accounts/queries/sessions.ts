import { getIconUrl } from "@toibako/contract/avatars.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { BrowserAccount, Session } from "@toibako/contract/sessions.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { listAccountsOfBrowser } from "#platform/identity/browser-accounts.ts";
import { createAccountViewer } from "#platform/identity/session.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { listSealedIdentities } from "../../questions/queries/sender.ts";
import { countUnread, findSessionUser } from "../queries.ts";

const selectSessions = statement(
  "accounts.selectSessions",
  `
  select id, browser_name, system_name, created_at, used_hour,
    token_hash is not distinct from :token_hash as "is_current!"
  from sessions
  where user_pk = :user_pk and expires_at > now()
  order by token_hash is not distinct from :token_hash desc, used_hour desc, created_at desc
  limit 100`,
);

const selectCurrentSession = statement(
  "accounts.selectCurrentSession",
  "select id from sessions where token_hash = :token_hash",
);

export async function findCurrentSession(
  db: Db,
  token_hash: Buffer | undefined,
): Promise<string | undefined> {
  return token_hash && (await selectCurrentSession(db, { token_hash }))[0]?.id;
}

/** Returns the accounts of this browser, each with whether it has unread questions, answers or notices. */
export async function listBrowserAccounts(
  services: Services,
  token_hash: Buffer | undefined,
): Promise<BrowserAccount[]> {
  const accounts = await listAccountsOfBrowser(services.db, token_hash);
  return Promise.all(
    accounts.map(async ({ pk, is_current }) => {
      const user = await findSessionUser(services.db, pk);
      return {
        user_id: user.id,
        account: user.account,
        name: user.displaying_name,
        icon_url: getIconUrl(user.account, user.icon_url),
        is_current,
        has_unread: user.unread_questions_count > 0 || (await hasUnread(services, user)),
      };
    }),
  );
}

async function hasUnread(
  services: Services,
  user: Awaited<ReturnType<typeof findSessionUser>>,
): Promise<boolean> {
  const adopted = await listSealedIdentities(services.db, user.pk);
  const viewer = createAccountViewer(services.secrets, user, adopted);
  const { newest_unread_room: _, ...counts } = await countUnread(services, viewer);
  return Object.values(counts).some((count) => count > 0);
}

/** Returns the sessions of the signed-in account on all its browsers. */
export async function listSessions(
  { db, active_sessions }: Services,
  { user }: SignedIn,
  locale: Locale,
  token_hash: Buffer | undefined,
): Promise<Session[]> {
  if (!token_hash) return [];
  const reader = createDateReader(locale, user);
  const sessions = await selectSessions(db, { user_pk: user.pk, token_hash });
  return sessions.map(({ id, created_at, used_hour, ...session }) => {
    // `active_sessions` has the latest hours of use that are not stored yet.
    const last_used = active_sessions.get(id) ?? new Date(used_hour);
    return {
      ...session,
      id,
      created_at: new Date(created_at).toISOString(),
      formatted_created_on: formatDate("day", new Date(created_at), reader),
      used_hour: last_used.toISOString(),
      formatted_used_hour: formatDate("hour", last_used, reader),
    };
  });
}
