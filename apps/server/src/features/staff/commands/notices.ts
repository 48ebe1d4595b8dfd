import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { sendNotice } from "../../notices/commands/send-notices.ts";
import { isAccepting } from "../policy.ts";

const selectDecided = statement(
  "staff.selectDecided",
  "select kind, subject_pk from case_actions where id::text = :action_id",
);

const detailOfKind = {
  warn: "moderation_warned",
  suspend: "moderation_suspended",
  accept_appeal: "moderation_appeal_accepted",
  refuse_appeal: "moderation_appeal_refused",
} as const;

/** Tells the subject of a case what was decided about it, or that the decision was undone. */
export async function sendDecisionNotice(
  services: Services,
  action_id: string,
  is_undone: boolean,
): Promise<void> {
  const [action] = await selectDecided(services.db, { action_id });
  const kind = action?.kind as keyof typeof detailOfKind | undefined;
  if (!action?.subject_pk || !kind) return;
  const detail = is_undone ? "moderation_undone" : detailOfKind[kind];
  await sendNotice(services, action.subject_pk, {
    kind: "moderation",
    subject: `${action_id} ${detail}`,
    detail,
    urn: "/me/decisions",
  });
}

/** Reporters that one statement selects. */
const batchSize = 500;

const selectReporters = statement(
  "staff.selectReporters",
  `
  select report.pk, report.reporter_pk as "reporter_pk!", action.kind
  from case_actions action
  join cases on cases.pk = action.case_pk and cases.kind <> 'appeal'
  join case_reports report on report.case_pk = action.case_pk
  where action.id::text = :action_id and report.reporter_pk is not null and report.pk > :after_pk
  order by report.pk limit ${batchSize}`,
);

/** Tells the reporters of a case its outcome. A reporter who is told twice sees one notice. */
export async function sendOutcomes(services: Services, action_id: string): Promise<void> {
  let after_pk = 0;
  for (;;) {
    const reporters = await selectReporters(services.db, { action_id, after_pk });
    for (const { pk, reporter_pk, kind } of reporters) {
      after_pk = pk;
      await sendNotice(services, reporter_pk, {
        kind: "moderation",
        subject: `outcome ${action_id}`,
        detail: isAccepting(kind) ? "moderation_report_accepted" : "moderation_report_dismissed",
        urn: "/me/notices",
      });
    }
    if (reporters.length < batchSize) return;
  }
}
