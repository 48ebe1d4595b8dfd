import type { Locale } from "@toibako/contract/locales.ts";
import { caseMessageLimit, type OwnDecision } from "@toibako/contract/staff/cases.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { findDecisionAbout } from "../queries/actions.ts";

// The lock lets a repeated appeal find the first one.
const lockDecision = statement(
  "staff.lockDecision",
  `
  select pk from case_actions
  where id = :id and subject_pk = :user_pk and kind in ('hide', 'warn', 'suspend') for no key update`,
);

const insertAppeal = statement(
  "staff.insertAppeal",
  `
  with decision as (
    select id, actor_pk, message from case_actions
    where pk = :pk and undone_at is null
      and not exists (select from cases where kind = 'appeal' and object = case_actions.id)
  ), new_case as (
    insert into cases (kind, object, subject_pk, opened_hour, reports_count, severity, excluded_pk)
    select 'appeal', id, :user_pk, date_trunc('hour', now(), 'UTC'), 1, 1, actor_pk from decision
    returning pk
  )
  insert into case_reports (case_pk, reporter_pk, evidence, reported_hour)
  select new_case.pk, :user_pk, jsonb_build_object('locale', :locale::text, 'texts', jsonb_build_array(
    jsonb_build_object('role', 'decision', 'text', decision.message, 'is_reported', false),
    jsonb_build_object('role', 'appeal', 'text', :text::text, 'is_reported', true)
  )), date_trunc('hour', now(), 'UTC')
  from new_case, decision
  returning case_pk`,
);

/** Finds the appeal against a decision with this text, for a repeated call whose first reply was lost. */
const selectSameAppeal = statement(
  "staff.selectSameAppeal",
  `
  select cases.pk from cases join case_reports on case_reports.case_pk = cases.pk
  where cases.kind = 'appeal' and cases.object = :id and evidence -> 'texts' -> 1 ->> 'text' = :text`,
);

interface Appeal {
  id: string;
  text: string;
}

/** Opens the case of an appeal against a decision. A second appeal against the same decision is refused. */
export async function appeal(
  db: Db,
  user: SessionUser,
  locale: Locale,
  { id, text: typed }: Appeal,
): Promise<OwnDecision> {
  const text = requireText("text", typed, caseMessageLimit);
  await transaction(db, async (db) => {
    const user_pk = user.pk;
    const [locked] = await lockDecision(db, { id, user_pk });
    if (!locked) throw new Failure("not_found");
    const inserted = await insertAppeal(db, { pk: locked.pk, user_pk, locale, text });
    if (inserted.length > 0) return;
    if ((await selectSameAppeal(db, { id, text })).length === 0) throw new Failure("refused");
  });
  const decision = await findDecisionAbout(db, user, locale, id);
  if (!decision) throw new Failure("not_found");
  return decision;
}
