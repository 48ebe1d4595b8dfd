import { type CurrentUser, type Identity, linkOnlyProviders } from "@toibako/contract/accounts.ts";
import { findAvatar, getIconUrl } from "@toibako/contract/avatars.ts";
import { computeAge, findToday, parseBirthday } from "@toibako/contract/birthdays.ts";
import { isHandle } from "@toibako/contract/handles.ts";
import { maxUnreadMessages } from "@toibako/contract/messages.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { sessionUserColumns, toSessionUser } from "#platform/identity/session.ts";
import type { SessionUser, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { isSpared } from "../ads/queries.ts";
import { countUnseenNotices } from "../notices/queries.ts";
import { countUnreadAnswers } from "../outbox/queries/answers.ts";
import { countUnreadInRooms } from "../rooms/queries/unread.ts";
import { countUnreadMessages } from "../talks/queries.ts";
import { findHandleChangeTime } from "./queries/handles.ts";
import { maySignInSql } from "./queries/left-accounts.ts";
import { findOfferedWays, hasOtherWayToSignInSql } from "./queries/ways-to-sign-in.ts";

const selectCredentials = statement(
  "accounts.selectCredentials",
  `
  select u.pk, u.password_hash, u.left_at is not null as "has_left!" from users u
  where lower(u.account) = lower(:account) and ${maySignInSql}`,
);

const selectSessionUser = statement(
  "accounts.selectSessionUser",
  `select ${sessionUserColumns} from users u where u.pk = :pk`,
);

/**
 * Counts what the viewer's badges show. Unread answers to the viewer's questions and unseen notices are counted
 * up to 100, unread messages up to 11.
 */
export async function countUnread(services: Services, viewer: Viewer) {
  const [send_items, notices, messages_of_talks, { count, newest_unread_room }] = await Promise.all(
    [
      countUnreadAnswers(services, viewer),
      countUnseenNotices(services, viewer),
      countUnreadMessages(services, viewer),
      countUnreadInRooms(services.db, viewer.user?.pk),
    ],
  );
  const received_items = viewer.user?.unread_questions_count ?? 0;
  const messages = Math.min(maxUnreadMessages, messages_of_talks + count);
  return { send_items, received_items, messages, newest_unread_room, notices };
}

const selectIdentities = statement(
  "accounts.selectIdentities",
  `
  select provider, nickname, picture_url is not null as "has_picture!",
         provider = any(:link_only::text[])
           or ${hasOtherWayToSignInSql({ user_pk: ":user_pk", provider: "identities.provider" })} as "may_unlink!"
  from identities where user_pk = :user_pk order by provider`,
);

export async function findIdentities(services: Services, user_pk: number): Promise<Identity[]> {
  const parameters = { user_pk, link_only: linkOnlyProviders, ...findOfferedWays(services) };
  return selectIdentities(services.db, parameters);
}

/**
 * Returns the key and the password hash of an account that isn't left, or can be restored. Finds no account
 * for a text that isn't a handle: SQL and JavaScript convert some letters, such as "İ", to different
 * lowercase ones. A text with such a letter would find the account, but its sign-in attempts would be counted
 * separately.
 */
export async function findCredentials(db: Db, account: string) {
  if (!isHandle(account)) return undefined;
  return (await selectCredentials(db, { account }))[0];
}

export async function findSessionUser(db: Db, pk: number): Promise<SessionUser> {
  const [user] = await selectSessionUser(db, { pk });
  if (!user) throw new Error(`no account has the key ${pk}`);
  return toSessionUser(user);
}

/** Builds the reply of endpoints that read or change the signed-in account. */
export async function describeUser(
  services: Services,
  viewer: Viewer,
  user: SessionUser,
): Promise<{ user: CurrentUser }> {
  const [unread_answers_count, is_ad_free] = await Promise.all([
    countUnreadAnswers(services, viewer),
    isSpared(services, user),
  ]);
  return { user: { ...toCurrentUser(user), unread_answers_count, is_ad_free } };
}

function toCurrentUser(
  user: SessionUser,
): Omit<CurrentUser, "unread_answers_count" | "is_ad_free"> {
  const { pk: _, account_changed_at, ...visible } = user;
  const birthday = parseBirthday(user.birthday);
  const icon_url = getIconUrl(user.account, user.icon_url);
  const avatar = findAvatar(icon_url);
  return {
    ...visible,
    icon_url,
    avatar,
    toibako_id: user.account,
    suspended_until: user.suspended_until?.toISOString() ?? null,
    account_changeable_at: findHandleChangeTime(account_changed_at)?.toISOString() ?? null,
    birthday,
    age: birthday && computeAge(birthday, findToday(user.time_zone)),
    community_tutorial_has_not_began_yet:
      user.community_tutorial_status === "community_tutorial_not_started",
  };
}
