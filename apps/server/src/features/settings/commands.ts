import type { Settings } from "@toibako/contract/settings.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { enqueueSql } from "#platform/jobs.ts";
import { sessionUserColumns } from "#platform/session.ts";
import type { SessionUser } from "#platform/viewer.ts";

const save = statement<SessionUser>(`
  with saved as (
  update users u set
    displaying_name = coalesce($2, u.displaying_name),
    self_introduction = coalesce($3, u.self_introduction),
    is_show_sensitive_content = coalesce($4, u.is_show_sensitive_content),
    is_receive_baton = coalesce($5, u.is_receive_baton),
    is_batch_answer_to_stamp = coalesce($6, u.is_batch_answer_to_stamp),
    use_ngword_filter = coalesce($7, u.use_ngword_filter),
    ml_filter = coalesce($8, u.ml_filter),
    card_theme = coalesce($9, u.card_theme),
    time_zone = coalesce($10, u.time_zone)
  where u.pk = $1
  returning ${sessionUserColumns}
  ), drawn as (
    ${enqueueSql(
      ["draw_profile"],
      "jsonb_build_object('account', account, 'locale', locale)",
      "saved where coalesce($2, $3, $9) is not null",
    )}
  )
  select * from saved`);

/** Saves checked settings, all or none, and answers the person as they are then. */
export async function saveSettings(db: Db, user_pk: number, settings: Settings) {
  const [user] = await save(
    db,
    user_pk,
    settings.displaying_name ?? null,
    settings.self_introduction ?? null,
    settings.is_show_sensitive_content ?? null,
    settings.is_receive_baton ?? null,
    settings.is_batch_answer_to_stamp ?? null,
    settings.use_ngword_filter ?? null,
    settings.ml_filter ?? null,
    settings.card_theme ?? null,
    settings.time_zone ?? null,
  );
  if (!user) throw new Failure("sign_in_needed");
  return user;
}
