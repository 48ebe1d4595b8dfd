import { statement } from "#platform/database/statement.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { receiverNumber, starterNumber } from "../policy.ts";
import { findStartedTalks } from "./started-talks.ts";

// A talk in which its starter has not written yet doesn't exist for its receiver.
const countHeld = statement(
  "talks.countHeld",
  `
  with received as (
    select talks.conversation_pk from talks
    join participants on participants.conversation_pk = talks.conversation_pk
    where participants.user_pk = :user_pk and participants.number = ${receiverNumber}
      and talks.arrived_minute is not null
  ), own as (
    select conversation_pk, ${receiverNumber}::bigint as number from received
    union all
    select started_pk, ${starterNumber} from unnest(:started_pks::bigint[]) as started (started_pk)
    union all
    select conversation_pk, number from room_members where user_pk = :user_pk
  )
  select (select count(*)::int from received) as "talks_received!",
    (
      select count(*)::int from own
      join messages on messages.conversation_pk = own.conversation_pk and messages.sender_number = own.number
      where messages.body is not null
    ) as "messages!",
    (
      select count(*)::int from talk_reports
      where (reporter_number = ${receiverNumber} and receiver_pk = :user_pk)
        or (reporter_number = ${starterNumber} and conversation_pk = any(:started_pks::bigint[]))
    ) + (select count(*)::int from room_reports where reporter_pk = :user_pk) + (
      select count(*)::int from case_reports join cases on cases.pk = case_pk
      where reporter_pk = :user_pk and cases.kind = 'account'
    ) as "talk_reports!"`,
);

/** Counts the talks of an account, its messages in talks and rooms, and its reports of them and of accounts. */
export async function countTalkData(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  { user, identity }: Pick<SignedIn, "user" | "identity">,
) {
  const { conversation_pks: started_pks } = await findStartedTalks(db, secrets, identity);
  const [counts] = await countHeld(db, { user_pk: user.pk, started_pks });
  return { ...counts, talks_started: started_pks.length };
}
