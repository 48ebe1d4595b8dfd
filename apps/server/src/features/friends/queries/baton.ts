import { type BatonFriend, friendsPerPage } from "@toibako/contract/friends.ts";
import type { QuestionType } from "@toibako/contract/items.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { pagerOf, rowsBefore } from "#platform/pager.ts";
import type { Candidate } from "../policy.ts";

/** A question that its answerer may pass on. */
export interface Passable {
  pk: number;
  uuid_hash: string;
  type: QuestionType;
  body: string;
  stamp_id: string | null;
  options: string[] | null;
  passed_count: number;
}

// Who received it sees it before they answer; everybody else once it is answered.
const passable = statement<Passable & { is_answerer: boolean }>(`
  select q.pk, q.uuid_hash, q.type, q.body, q.stamp_id, q.options,
    a.answerer_pk is not distinct from $2::bigint as is_answerer,
    (select count(*)::int from batons where passed_question_pk = q.pk) as passed_count
  from questions q left join answers a on a.question_pk = q.pk
  where q.uuid_hash = $1
    and (a.pk is not null or (q.receiver_pk = $2 and q.status in ('unread', 'confirmed', 'hidden')))`);

/** The question in the hands of who answered it; refuses everybody else. */
export async function findPassable(db: Db, uuid: string, user_pk: number): Promise<Passable> {
  const [found] = await passable(db, uuid, user_pk);
  if (!found) throw new Failure("not_found");
  const { is_answerer, ...question } = found;
  if (!is_answerer) throw new Failure("forbidden");
  return question;
}

const candidates = statement<Candidate>(`
  select u.account, u.is_receive_baton,
    exists (select 1 from follows where follower_pk = $2 and followed_pk = u.pk) as is_friend,
    exists (select 1 from batons where passed_question_pk = $3 and receiver_pk = u.pk) as is_passed
  from users u
  where lower(u.account) = any($1::text[]) and u.left_at is null`);

/** The named accounts, as far as there are such. */
export function findCandidates(db: Db, accounts: string[], user_pk: number, question_pk: number) {
  const names = accounts.map((account) => account.toLowerCase());
  return candidates(db, names, user_pk, question_pk);
}

const passedTo = statement<{ account: string }>(`
  select u.account from batons b join users u on u.pk = b.receiver_pk
  where b.passed_question_pk = $1 order by u.account`);

/** To whom it was passed; whatever became of it there. */
export async function listPassed(db: Db, question_pk: number): Promise<string[]> {
  return (await passedTo(db, question_pk)).map(({ account }) => account);
}

type Listed = { total_count: number } & (BatonFriend | { account: null });

const batonFriends = statement<Listed>(`
  with friend as (
    select u.account, u.displaying_name, u.icon_url, f.followed_at, exists (
        select 1 from batons where passed_question_pk = $2 and receiver_pk = u.pk
      ) as is_passed
    from follows f join users u on u.pk = f.followed_pk and u.left_at is null
    where f.follower_pk = $1 and u.is_receive_baton
  )
  select total_count, account, displaying_name, icon_url, is_passed
  from (select count(*)::int as total_count from friend) counted
  left join lateral (
    select * from friend order by is_passed desc, followed_at desc, account
    limit ${friendsPerPage} offset $3
  ) page on true
  order by is_passed desc, followed_at desc, account`);

/** Friends who receive batons: who has this one first, then the latest. */
export async function listBatonFriends(db: Db, user_pk: number, question_pk: number, page: number) {
  const rows = await batonFriends(db, user_pk, question_pk, rowsBefore(page, friendsPerPage));
  return {
    friends: rows.flatMap(({ total_count: _total, ...row }) => (row.account === null ? [] : row)),
    pager: pagerOf(page, friendsPerPage, rows[0]?.total_count ?? 0),
  };
}
