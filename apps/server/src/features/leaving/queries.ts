import { formatCommunityPath } from "@toibako/contract/addresses.ts";
import type { DestructionTerms } from "@toibako/contract/leaving.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { listItemPages } from "../answers/queries.ts";
import { listBroughtPages } from "../archives/queries/brought.ts";
import { listQuestionPages } from "../communities/queries/associated.ts";
import { listResultPages } from "../diagnosis/queries.ts";

const selectTerms = statement(
  "leaving.selectTerms",
  `
  select u.password_hash is not null as "has_password!",
    u.unread_questions_count + u.confirmed_questions_count + u.hidden_questions_count
      + u.held_questions_count as "received_count!",
    u.answers_count
  from users u where u.pk = :user_pk`,
);

/** Returns whether destroying the account needs a password, and how many questions and answers would be deleted. */
export async function findDestructionTerms(db: Db, user: SessionUser): Promise<DestructionTerms> {
  const [terms] = await selectTerms(db, { user_pk: user.pk });
  if (!terms) throw new Error("the account of a session does not exist");
  return terms;
}

/** Maximum number of answers in communities whose pages are removed from the page cache. */
const maxAnswers = 200;

const selectCommunityPages = statement(
  "leaving.selectCommunityPages",
  `
  (
    select q.uuid_hash, c.id, c.category_id
    from answers a join questions q on q.pk = a.question_pk join communities c on c.pk = a.community_pk
    where a.answerer_pk = :user_pk order by a.pk desc limit ${maxAnswers}
  ) union all (
    select null, c.id, c.category_id
    from community_members membership join communities c on c.pk = membership.community_pk
    where membership.user_pk = :user_pk
  )`,
);

/**
 * Lists the paths, without the locale, of cached pages that name an account or show its newest answers, including
 * those of communities, or its results of games. Other cached pages expire within a minute.
 */
export async function listPublicPages(db: Db, user: SessionUser): Promise<string[]> {
  const [itemPages, resultPages, rows] = await Promise.all([
    listItemPages(db, user),
    listResultPages(db, user.pk),
    selectCommunityPages(db, { user_pk: user.pk }),
  ]);
  const communityPages = rows.flatMap(({ uuid_hash, id, category_id }) => {
    if (id === null || category_id === null) return [];
    if (uuid_hash !== null) return listQuestionPages({ uuid_hash, community_id: id, category_id });
    const path = formatCommunityPath({ id, category_id });
    return [path, `${path}/users`];
  });
  return [
    ...new Set([
      ...itemPages,
      ...resultPages,
      ...listBroughtPages(user.account),
      ...communityPages,
    ]),
  ];
}
