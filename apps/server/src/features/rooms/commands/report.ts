import type { Input } from "@toibako/contract/endpoint.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { reportRoomMessage } from "@toibako/contract/rooms/messages.ts";
import { reportedMessages, reportNoteLength } from "@toibako/contract/talks.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { buildTextSql, openCaseSql } from "../../staff/commands/open-case.ts";
import { findOwnMember } from "../queries/own-member.ts";

const selectReported = statement(
  "rooms.selectReported",
  `
  select messages.number, coalesce(sender.user_pk = :user_pk, false) as "is_own!"
  from messages
  join room_members sender
    on sender.conversation_pk = messages.conversation_pk and sender.number = messages.sender_number
  where messages.conversation_pk = :conversation_pk and messages.key = :key`,
);

// The messages are copied as they are stored now, so that taking one back or changing one's name later changes nothing.
const insertReport = statement(
  "rooms.insertReport",
  `
  with stored as not materialized (
    select messages.number, sender_number, display_name, body, posted_minute
    from messages join room_members sender
      on sender.conversation_pk = messages.conversation_pk and sender.number = sender_number
    where messages.conversation_pk = :conversation_pk
  ), last_messages as (
    select * from stored where :includes_messages::boolean order by number desc limit ${reportedMessages}
  ), new_report as (
  insert into room_reports
    (conversation_pk, message_number, reported_pk, reporter_pk, reason, note, message, messages, reported_hour)
  select :conversation_pk, stored.number, sender.user_pk, :reporter_pk, :reason, :note, to_jsonb(stored),
    (select jsonb_agg(last_messages order by number) from last_messages), :reported_hour
  from stored
  join room_members sender
    on sender.conversation_pk = :conversation_pk and sender.number = stored.sender_number
  where stored.number = :message_number
  on conflict (conversation_pk, message_number, reporter_pk) do nothing
  returning reported_pk, message, messages
  ), ${openCaseSql("new_report", {
    kind: "'room_message'",
    object: ":conversation_pk || '-' || :message_number",
    subject_pk: "reported_pk",
    reporter_pk: ":reporter_pk",
    reason: ":reason",
    note: ":note",
    locale: "null::text",
    texts: `(
      select jsonb_agg(${buildTextSql(
        "message",
        "item -> 'body'",
        "item -> 'number' = message -> 'number'",
      )} order by (item -> 'number')::bigint)
      from jsonb_array_elements(
        case when messages @> jsonb_build_array(message) then messages else coalesce(messages, '[]') || message end
      ) item
    )`,
    reported_hour: ":reported_hour",
  })}
  select true as "is_new!" from new_report`,
);

/** Reports a message of another member. A repeated report of the same message changes nothing. */
export async function reportMessage(
  { db }: Pick<Services, "db">,
  { user }: SignedIn,
  { uuid, key }: { uuid: string; key: string },
  { reason, note = "", includes_messages = false }: Input<typeof reportRoomMessage>["body"],
): Promise<void> {
  const written = requireText("note", note, reportNoteLength, { isOptional: true });
  const { conversation_pk } = await findOwnMember(db, user.pk, uuid, "not_found");
  const [reported] = await selectReported(db, { conversation_pk, key, user_pk: user.pk });
  if (!reported) throw new Failure("not_found");
  if (reported.is_own) throw new Failure("refused");
  await insertReport(db, {
    conversation_pk,
    message_number: reported.number,
    reporter_pk: user.pk,
    reason,
    note: written,
    includes_messages,
    reported_hour: floorToHour(new Date()),
  });
}

const deleteOld = statement(
  "rooms.deleteOldReports",
  deleteBatchSql(
    "room_reports",
    "pk",
    `reported_hour < now() - interval '${retentionDays.talk_report} days'`,
  ),
);

/** Deletes the reports of messages of rooms as late as those of talks, with the messages in them. */
export async function deleteOldRoomReports(db: Db): Promise<void> {
  await repeatBatches(() => deleteOld(db, {}));
}
