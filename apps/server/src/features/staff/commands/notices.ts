import type { CaseActionKind } from "@toibako/contract/staff/cases.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { sendNotice } from "../../notices/commands/send-notices.ts";
import type { NoticeDetail } from "../../notices/policy.ts";
import { isAccepting } from "../policy.ts";

const selectDecided = statement(
  "staff.selectDecided",
  "select kind, subject_pk from case_actions where id = :action_id",
);

/** What the subject is told; nothing of decisions that are about nobody. */
const detailOfKind: Partial<Record<CaseActionKind, NoticeDetail>> = {
  hide: "moderation_hidden",
  warn: "moderation_warned",
  suspend: "moderation_suspended",
  accept_appeal: "moderation_appeal_accepted",
  refuse_appeal: "moderation_appeal_refused",
};

/** Tells the subject of a case what was decided about it, or that the decision was undone. */
export async function sendDecisionNotice(
  services: Services,
  action_id: string,
  is_undone: boolean,
): Promise<void> {
  const [action] = await selectDecided(services.db, { action_id });
  const detailOfAction = action && detailOfKind[action.kind];
  if (!action?.subject_pk || !detailOfAction) return;
  const detail = is_undone ? "moderation_undone" : detailOfAction;
  await sendNotice(services, action.subject_pk, {
    kind: "moderation",
    subject: `${action_id} ${detail}`,
    detail,
    urn: "/me/decisions",
  });
}

/** Tells an account that staff have changed its birthday; once, however often the job of this id runs. */
export const sendBirthdayNotice = (services: Services, user_pk: number, job_id: string) =>
  sendNotice(services, user_pk, {
    kind: "moderation",
    subject: `birthday ${job_id}`,
    detail: "moderation_birthday",
    urn: "/stg",
  });

/** Reports that one statement counts. */
const batchSize = 500;

const selectOutcome = statement(
  "staff.selectOutcome",
  `
  select case_actions.kind, case_actions.case_pk
  from case_actions join cases on cases.pk = case_actions.case_pk and cases.kind <> 'appeal'
  where case_actions.id = :action_id`,
);

// Each report counts once, also if the job runs twice or the case is decided again.
const countReports = statement(
  "staff.countReports",
  `
  with batch as (
    select pk, reporter_pk, is_counted from case_reports
    where case_pk = :case_pk and reporter_pk is not null and pk > :after_pk
    order by pk limit ${batchSize}
  ), newly_counted as (
    update case_reports set is_counted = true from batch
    where case_reports.pk = batch.pk and not case_reports.is_counted
    returning case_reports.reporter_pk
  ), counted as (
    insert into reporters (user_pk, decided, accepted)
    select distinct reporter_pk, 1, :is_accepting::boolean::integer from newly_counted order by reporter_pk
    on conflict (user_pk) do update set
      decided = reporters.decided + 1, accepted = reporters.accepted + excluded.accepted
  )
  select pk, reporter_pk as "reporter_pk!" from batch order by pk`,
);

/** Counts the reports of a decided case for their reporters, and tells these its outcome; a repeated run changes nothing. */
export async function sendOutcomes(services: Services, action_id: string): Promise<void> {
  const [outcome] = await selectOutcome(services.db, { action_id });
  if (!outcome) return;
  const { kind, case_pk } = outcome;
  const is_accepting = isAccepting(kind);
  const detail = is_accepting ? "moderation_report_accepted" : "moderation_report_dismissed";
  let after_pk = 0;
  for (;;) {
    const reports = await countReports(services.db, { case_pk, is_accepting, after_pk });
    for (const { pk, reporter_pk } of reports) {
      after_pk = pk;
      const subject = `outcome ${action_id}`;
      await sendNotice(services, reporter_pk, {
        kind: "moderation",
        subject,
        detail,
        urn: "/me/notices",
      });
    }
    if (reports.length < batchSize) return;
  }
}
