import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { causesNotice, receiverNumber } from "../policy.ts";
import { buildUnreadSql, hasNewSql, isTalkViewable } from "./talk.ts";

/** Maximum number of talks that are read; the first of them that counts is enough. */
const maxRead = 20;

const selectArrived = statement(
  "talks.selectArrivedSince",
  buildUnreadSql(`(
    select mine.conversation_pk, mine.number from participants mine
    join participants partner
      on partner.conversation_pk = mine.conversation_pk and partner.number = 3 - mine.number
    join talks on talks.conversation_pk = mine.conversation_pk
    where mine.user_pk = :user_pk and mine.number = ${receiverNumber} and ${hasNewSql}
      and talks.arrived_minute >= :since::text::timestamptz and not talks.is_held
    order by talks.arrived_minute limit ${maxRead}
  )`),
);

/**
 * Whether an account has received a talk since a day, `YYYY-MM-DD` in UTC, that it has not read and of which it is
 * notified.
 */
export async function hasMissedTalk(
  services: Pick<Services, "db" | "config">,
  user_pk: number,
  since: string,
): Promise<boolean> {
  const { has_payment } = services.config;
  const rows = await selectArrived(services.db, { user_pk, since, has_payment });
  return rows.some((row) =>
    causesNotice({ ...row, is_starter: false, is_viewable: isTalkViewable(services, row) }),
  );
}
