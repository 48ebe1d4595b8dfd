import { type CurrentUser, type Identity, linkOnlyProviders } from "@toibako/contract/accounts.ts";
import { type Db, statement } from "#platform/db.ts";
import { sessionUserColumns } from "#platform/session.ts";
import type { SessionUser } from "#platform/viewer.ts";
import { unseenNoticesSql } from "../notices/queries.ts";
import { unreadAnswersSql } from "../outbox/queries.ts";

const credentials = statement<{ pk: number; password_hash: string | null }>(`
  select pk, password_hash from users where lower(account) = lower($1) and left_at is null`);

const sessionUser = statement<SessionUser>(`
  select ${sessionUserColumns} from users u where u.pk = $1`);

const unread = statement<{ send_items: number; notices: number }>(`
  select (${unreadAnswersSql}) as send_items, (${unseenNoticesSql}) as notices`);

/** What waits for somebody: answers to what they sent, and notices; each at most 100. */
export async function countUnread(db: Db, owner_key: Buffer | undefined) {
  const [counted] = owner_key ? await unread(db, owner_key) : [];
  return counted ?? { send_items: 0, notices: 0 };
}

const identities = statement<Identity>(`
  select i.provider, i.nickname,
         u.password_hash is not null or i.provider = any($2)
           or exists (select from identities o where o.user_pk = $1 and o.provider <> i.provider
                      and o.provider <> all($2)) as may_unlink
  from identities i join users u on u.pk = i.user_pk where i.user_pk = $1 order by i.provider`);

/** The networks that somebody linked. */
export async function findIdentities(db: Db, user_pk: number): Promise<Identity[]> {
  return identities(db, user_pk, linkOnlyProviders);
}

/** The stored password hash of an account; undefined when there is no such account. */
export async function findCredentials(db: Db, account: string) {
  return (await credentials(db, account))[0];
}

export async function findSessionUser(db: Db, pk: number): Promise<SessionUser> {
  const [user] = await sessionUser(db, pk);
  if (!user) throw new Error("a person who has just signed in is not there");
  return user;
}

/** The signed-in person as they see themself. */
export function toCurrentUser(user: SessionUser, unread_answers_count: number): CurrentUser {
  const { pk: _, ...visible } = user;
  return { ...visible, toibako_id: user.account, unread_answers_count };
}
