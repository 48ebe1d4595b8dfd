import type { Input } from "@toibako/contract/endpoint.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import {
  type postTalkReport,
  reportedMessages,
  reportNoteLength,
} from "@toibako/contract/talks.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour, formatDay } from "#platform/dates.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { blockPartner } from "../../moderation/commands/block.ts";
import { buildTextSql, openCaseSql } from "../../staff/commands/open-case.ts";
import { clearNotice, removeFromList } from "../commands.ts";
import type { OwnTalk } from "../queries/talk.ts";
import { changeTalk } from "./messages.ts";

// The messages are copied as they are stored now, so that taking one back later changes nothing. A report that carries
// messages keeps them if it is repeated without.
const upsertReport = statement(
  "talks.upsertReport",
  `
  with reported as (
    update participants set is_reported = true
    where conversation_pk = :conversation_pk and number = :reporter_number
  ), last_messages as (
    select number, sender_number, body, posted_minute from messages
    where :includes_messages::boolean and conversation_pk = :conversation_pk and number > :removed_number
    order by number desc limit ${reportedMessages}
  ), stored_report as (
  insert into talk_reports as report
    (conversation_pk, talk_uuid, sealed_starter, receiver_pk, reporter_number, mode, reason, note, messages,
      reported_hour)
  select talks.conversation_pk, :talk_uuid, talks.sealed_starter, receiver.user_pk, :reporter_number, :mode, :reason?,
    :note, (select jsonb_agg(last_messages order by number) from last_messages), :reported_hour
  from talks join participants receiver
    on receiver.conversation_pk = talks.conversation_pk and receiver.number = 2
  where talks.conversation_pk = :conversation_pk
  on conflict (talk_uuid, reporter_number) do update set
    mode = case when report.mode = 'block' then report.mode else excluded.mode end,
    reason = coalesce(excluded.reason, report.reason),
    note = case when excluded.note = '' then report.note else excluded.note end,
    messages = coalesce(report.messages, excluded.messages)
  returning xmax = 0 as is_new, reason, note, messages, reported_hour
  ), new_report as (
    select * from stored_report where is_new
  ), ${openCaseSql("new_report", {
    kind: "'talk'",
    // Each of the two may report the talk, because of the other one.
    object: ":talk_uuid || '-' || :reporter_number",
    subject_pk: ":subject_pk?::bigint",
    reporter_pk: ":reporter_pk?::bigint",
    reason: "reason",
    note: "note",
    locale: "null::text",
    texts: `coalesce((
      select jsonb_agg(${buildTextSql(
        "message",
        "item -> 'body'",
        "(item -> 'sender_number')::bigint <> :reporter_number",
      )} order by (item -> 'number')::bigint)
      from jsonb_array_elements(messages) item
    ), '[]')`,
    reported_hour: "reported_hour",
  })}
  select is_new as "is_new!" from stored_report`,
);

/**
 * What a report says of a block and of its time. A block by an anonymous starter is a row that names the starter, so
 * their report must not show that it was made together with a block: it has only the day.
 */
const describeReport = (mode: ReportInput["mode"], isAnonymous: boolean, now = new Date()) =>
  isAnonymous
    ? ({ mode: "report", reported_hour: new Date(formatDay(now)) } as const)
    : { mode, reported_hour: floorToHour(now) };

/** Who staff see as reporter and as subject; nobody for an anonymous starter. */
function describePeople({ user }: SignedIn, talk: OwnTalk) {
  const isReporterNamed = !talk.is_starter || talk.is_starter_shown;
  const isPartnerNamed = talk.is_starter || talk.is_starter_shown;
  return {
    reporter_pk: isReporterNamed ? user.pk : null,
    subject_pk: isPartnerNamed ? (talk.sealed_partner_pk ?? null) : null,
  };
}

type ReportInput = Input<typeof postTalkReport>["body"];

/**
 * Reports a talk of the caller, and with the mode `block` also blocks the partner. A repeated call only adds to the
 * report what it has not said before.
 */
export async function reportTalk(
  services: Services,
  viewer: SignedIn,
  block_id: string,
  { uuid, mode, reason, note = "", includes_messages = false }: ReportInput,
): Promise<void> {
  const written = requireText("note", note, reportNoteLength, { isOptional: true });
  // A job that stores a notice waits for the lock, or is over before it.
  const talk = await changeTalk(services, viewer, uuid, async (db, talk) => {
    await upsertReport(db, {
      conversation_pk: talk.conversation_pk,
      reporter_number: talk.own_number,
      removed_number: talk.removed_number,
      talk_uuid: uuid,
      reason: reason ?? null,
      note: written,
      includes_messages,
      ...describePeople(viewer, talk),
      ...describeReport(mode, talk.is_starter && !talk.is_starter_shown),
    });
    return talk;
  });
  if (mode === "report") return clearNotice(services, viewer, talk);
  const { is_starter_shown } = talk;
  await blockPartner(services, viewer, block_id, {
    conversation_pk: talk.conversation_pk,
    // An anonymous starter is blocked without a name.
    named_pk: talk.is_starter || is_starter_shown ? talk.sealed_partner_pk : undefined,
    is_starter_shown,
  });
  await removeFromList(services, viewer, uuid);
}

const deleteOld = statement(
  "talks.deleteOldReports",
  deleteBatchSql(
    "talk_reports",
    "pk",
    `reported_hour < now() - interval '${retentionDays.talk_report} days'`,
  ),
);

/** Deletes the reports of talks after `retentionDays.talk_report` days, with the messages in them. */
export async function deleteOldReports(db: Db): Promise<void> {
  await repeatBatches(() => deleteOld(db, {}));
}
