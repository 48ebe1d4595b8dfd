import { statement } from "#platform/database/statement.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { causesNotice, receiverNumber, starterNumber } from "../policy.ts";
import { findStartedTalks } from "./started-talks.ts";
import { buildUnreadSql, hasNewSql, isReadableSql, isTalkViewable } from "./talk.ts";

/** Maximum number of talks whose messages are counted, the ones with the newest messages. */
const maxTalks = 200;

const selectTalks = statement(
  "talks.selectWithMessagesSince",
  buildUnreadSql(`(
    select mine.conversation_pk, mine.number from participants mine
    join participants partner
      on partner.conversation_pk = mine.conversation_pk and partner.number = 3 - mine.number
    join conversations on conversations.pk = mine.conversation_pk
    join talks on talks.conversation_pk = mine.conversation_pk
    where conversations.last_posted_minute >= :start and ${hasNewSql} and ${isReadableSql}
      and (
        (mine.user_pk = :user_pk and mine.number = ${receiverNumber})
        or (mine.conversation_pk = any(:started_pks::bigint[]) and mine.number = ${starterNumber})
      )
    order by conversations.last_posted_minute desc limit ${maxTalks}
  )`),
);

// `numbers` are the participant's own numbers, which are those of no message that counts.
const countUnread = statement(
  "talks.countNewMessages",
  `
  select count(*)::int as "count!"
  from unnest(:conversation_pks::bigint[], :numbers::bigint[]) as own (conversation_pk, number)
  join participants mine on mine.conversation_pk = own.conversation_pk and mine.number = own.number
  join messages on messages.conversation_pk = own.conversation_pk and messages.sender_number <> own.number
    and messages.number > greatest(mine.read_number, mine.removed_number) and messages.body is not null
    and messages.posted_minute >= :start and messages.posted_minute < :end`,
);

/** Counts the messages that an account has received in a period and not read, in the talks of which it is notified. */
export async function countNewMessages(
  { db, secrets, config }: Pick<Services, "db" | "secrets" | "config">,
  { user, identity }: SignedIn,
  { start, end }: { start: Date; end: Date },
): Promise<number> {
  const { conversation_pks: started_pks } = await findStartedTalks(db, secrets, identity);
  const { has_payment } = config;
  const rows = await selectTalks(db, { user_pk: user.pk, started_pks, start, has_payment });
  const talks = rows.filter((row) =>
    causesNotice({
      ...row,
      is_starter: row.own_number === starterNumber,
      is_viewable: isTalkViewable({ config }, row),
    }),
  );
  const [counted] = await countUnread(db, {
    conversation_pks: talks.map(({ conversation_pk }) => conversation_pk),
    numbers: talks.map(({ own_number }) => own_number),
    start,
    end,
  });
  return counted?.count ?? 0;
}
