import { getIconUrl, unknownIconUrl } from "@toibako/contract/avatars.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { blocksPerPage } from "@toibako/contract/moderation.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { unsealBlockedAccount } from "./policy.ts";

// Selects the total even for a page past the end, so that the client can find the last page.
const selectBlocks = statement(
  "moderation.selectBlocks",
  `
  select total.total_count as "total_count!", page.id, page.sealed_account, page.question_body,
    page.blocked_on::text as "blocked_on!", page.is_of_talk
  from (select count(*)::int as total_count from blocks where receiver_pk = :receiver_pk) total
  left join lateral (
    select blocks.*, conversation_pk is not null as is_of_talk
    from blocks where receiver_pk = :receiver_pk
    and ${isInReachSql}
    order by blocked_on desc, id limit ${blocksPerPage} offset :offset
  ) page on true
  order by page.blocked_on desc, page.id`,
);

const selectBlockedAccounts = statement(
  "moderation.selectBlockedAccounts",
  "select pk, account, displaying_name, icon_url from users where pk = any(:pks::bigint[])",
);

const unknownAccount = { account: null, displaying_name: null, icon_url: unknownIconUrl };

/** Characters of a question that the list of blocks quotes. */
const excerptLength = 60;

/**
 * Lists the blocks that an account has made: blocked accounts by name, blocked senders by their question, and blocked
 * starters of talks by neither.
 */
export async function listBlocksOfReceiver(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  user: SessionUser,
  page: number,
  locale: Locale,
) {
  const rows = await selectBlocks(db, {
    receiver_pk: user.pk,
    offset: countRowsBefore(page, blocksPerPage),
  });
  const blocks = rows.flatMap((row) => {
    if (row.id === null) return [];
    const { total_count: _, sealed_account, ...block } = row;
    const blocked_pk = sealed_account && unsealBlockedAccount(secrets, row.id, sealed_account);
    return [{ ...block, blocked_pk }];
  });
  const blockedPks = blocks.flatMap(({ blocked_pk }) => blocked_pk ?? []);
  const people = new Map(
    (await selectBlockedAccounts(db, { pks: blockedPks })).map(({ pk, icon_url, ...person }) => [
      pk,
      { ...person, icon_url: getIconUrl(person.account, icon_url) },
    ]),
  );
  return {
    blocks: blocks.map(({ blocked_pk, question_body, ...block }) => ({
      ...block,
      ...((blocked_pk && people.get(blocked_pk)) || unknownAccount),
      question_body: question_body && truncateText(question_body, excerptLength),
      formatted_date_time: formatDate(
        "day",
        new Date(block.blocked_on),
        createDateReader(locale, user),
      ),
    })),
    pager: createPager(page, blocksPerPage, rows[0]?.total_count ?? 0),
  };
}

const selectSealedAccounts = statement(
  "moderation.selectSealedAccounts",
  `select id, sealed_account from blocks
  where receiver_pk = :receiver_pk and sealed_account is not null`,
);

/**
 * Finds the accounts that the viewer blocks by name, for the parameter `:blocked_pks` of `isAnswerShownSql`;
 * none for visitors. It costs one statement on an index and a few microseconds for each block, so call it once
 * in a request and use the result for all lists of the request.
 */
export async function findBlockedAccounts(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  { user }: { user: Pick<SessionUser, "pk"> | undefined },
): Promise<number[]> {
  if (!user) return [];
  const rows = await selectSealedAccounts(db, { receiver_pk: user.pk });
  return rows.flatMap(
    ({ id, sealed_account }) =>
      (sealed_account && unsealBlockedAccount(secrets, id, sealed_account)) ?? [],
  );
}

/** SQL condition: the viewer `:user_pk` (null for visitors) has not reported the community question `q`. */
export const isQuestionUnreportedSql = `
  not exists (
    select 1 from community_reports hidden
    where hidden.reporter_pk = :user_pk?::bigint and hidden.question_pk = q.pk
      and hidden.answer_pk is null
  )`;

/**
 * SQL condition: the viewer `:user_pk` (null for visitors) has not reported the community question `q` or its answer
 * `a`, which may be null. Always true for the viewer's own answer.
 */
export const isItemUnreportedSql = `
  not exists (
    select 1 from community_reports hidden
    where hidden.reporter_pk = :user_pk?::bigint and hidden.question_pk = q.pk
      and (hidden.answer_pk is null or hidden.answer_pk = a.pk)
      and a.answerer_pk is distinct from hidden.reporter_pk
  )`;

/**
 * SQL condition: the viewer `:user_pk` (null for visitors) has neither reported the answer `a` of a community
 * question nor blocked its answerer; `:blocked_pks` is the result of `findBlockedAccounts`.
 */
export const isAnswerShownSql = `
  a.answerer_pk <> all(:blocked_pks::bigint[]) and not exists (
    select 1 from community_reports hidden
    where hidden.reporter_pk = :user_pk?::bigint and hidden.question_pk = a.question_pk
      and hidden.answer_pk = a.pk
  )`;
