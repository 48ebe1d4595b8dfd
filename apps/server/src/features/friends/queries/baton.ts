import { getIconUrl } from "@toibako/contract/avatars.ts";
import { batonLimit, friendsPerPage } from "@toibako/contract/friends.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";

// Only its receiver finds an unanswered question. A question of a community is not passed on, because friends can answer
// it on its page.
const selectPassable = statement(
  "friends.selectPassable",
  `
  select q.pk, q.uuid_hash, q.type, q.body, q.stamp_id, q.options,
    a.answerer_pk is not distinct from :user_pk::bigint and not q.is_welcome as is_passable
  from questions q left join answers a on a.question_pk = q.pk
  where q.uuid_hash = :uuid_hash and q.community_pk is null and (
    a.pk is not null
    or (q.receiver_pk = :user_pk and q.status in ('unread', 'confirmed', 'hidden')))`,
);

/** A question that its answerer may pass on. */
export type PassableQuestion = Omit<Row<"friends.selectPassable">, "is_passable">;

/**
 * Finds a question for the account that answered it. Throws `forbidden` for other accounts and for welcome letters,
 * `not_found` for questions of communities.
 */
export async function findPassableQuestion(
  db: Db,
  uuid_hash: string,
  user_pk: number,
): Promise<PassableQuestion> {
  const [row] = await selectPassable(db, { uuid_hash, user_pk });
  if (!row) throw new Failure("not_found");
  const { is_passable, ...question } = row;
  if (!is_passable) throw new Failure("forbidden");
  return question;
}

const selectBatons = statement(
  "friends.selectBatons",
  "select sealed_receiver from batons where passed_question_pk = :question_pk",
);

/** Lists the accounts that a question was passed to, including those for whom it was held or dropped. */
export async function listReceiverPks(
  db: Db,
  secrets: Secrets,
  { pk, uuid_hash }: Pick<PassableQuestion, "pk" | "uuid_hash">,
): Promise<number[]> {
  const rows = await selectBatons(db, { question_pk: pk });
  return rows.flatMap(({ sealed_receiver }) => {
    const receiver_pk = secrets.unseal(sealed_receiver, uuid_hash);
    return receiver_pk === undefined ? [] : Number(receiver_pk);
  });
}

const selectCandidates = statement(
  "friends.selectCandidates",
  `
  select u.account, u.is_receive_baton,
    exists (
      select 1 from follows where follower_pk = :user_pk and followed_pk = u.pk
    ) as "is_friend!",
    u.pk = any(:passed_pks::bigint[]) as "is_passed!"
  from users u
  where lower(u.account) = any(:handles::text[]) and u.left_at is null`,
);

/** Finds the accounts with these handles. `passed_pks` are the accounts that the question was passed to before. */
export function findCandidates(db: Db, accounts: string[], user_pk: number, passed_pks: number[]) {
  const handles = accounts.map((account) => account.toLowerCase());
  return selectCandidates(db, { handles, user_pk, passed_pks });
}

const selectAccounts = statement(
  "friends.selectAccounts",
  "select account from users where pk = any(:pks::bigint[]) and left_at is null order by account",
);

/**
 * Reads the handles of the accounts that a question was passed to, without left ones, and how many more it may be passed
 * to.
 */
export async function readReceivers(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  question: PassableQuestion,
) {
  const pks = await listReceiverPks(db, secrets, question);
  const accounts = (await selectAccounts(db, { pks })).map(({ account }) => account);
  return { accounts, left: countPassesLeft(pks.length) };
}

// Selects the total even for a page past the end, so that the client can find the last page.
const selectBatonFriends = statement(
  "friends.selectBatonFriends",
  `
  with baton_friends as (
    select u.account, u.displaying_name, u.icon_url, follows.followed_at,
      u.pk = any(:passed_pks::bigint[]) as is_passed
    from follows join users u on u.pk = follows.followed_pk and u.left_at is null
    where follows.follower_pk = :user_pk and u.is_receive_baton
  )
  select total_count as "total_count!", account, displaying_name, icon_url,
    is_passed as "is_passed!"
  from (select count(*)::int as total_count from baton_friends) counted
  left join lateral (
    select * from baton_friends where ${isInReachSql} order by is_passed desc, followed_at desc, account
    limit ${friendsPerPage} offset :offset
  ) page on true
  order by page.is_passed desc, followed_at desc, account`,
);

/** How many more friends a question may be passed to. */
function countPassesLeft(receiverCount: number): number {
  return Math.max(0, batonLimit - receiverCount);
}

/**
 * Lists the friends of the answerer who accept batons: first those who have this question, then the newest
 * friends.
 */
export async function listBatonFriends(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  user_pk: number,
  uuid: string,
  page: number,
) {
  const passed_pks = await listReceiverPks(
    db,
    secrets,
    await findPassableQuestion(db, uuid, user_pk),
  );
  const offset = countRowsBefore(page, friendsPerPage);
  const rows = await selectBatonFriends(db, { user_pk, passed_pks, offset });
  return {
    friends: rows.flatMap(({ total_count: _total, ...row }) =>
      row.account === null ? [] : { ...row, icon_url: getIconUrl(row.account, row.icon_url) },
    ),
    pager: createPager(page, friendsPerPage, rows[0]?.total_count ?? 0),
    left: countPassesLeft(passed_pks.length),
  };
}
