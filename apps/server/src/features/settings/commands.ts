import { formatAvatarUrl } from "@toibako/contract/avatars.ts";
import type { Settings } from "@toibako/contract/settings.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { sessionUserColumns, toSessionUser } from "#platform/identity/session.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { drawProfileJob } from "../cards/job-definitions.ts";
import { checkSettings } from "./policy.ts";
import { findChangedPages } from "./queries.ts";

const updateSettings = statement(
  "settings.updateSettings",
  `
  with updated_user as (
  update users u set
    displaying_name = coalesce(:displaying_name?, u.displaying_name),
    self_introduction = coalesce(:self_introduction?, u.self_introduction),
    is_show_sensitive_content = coalesce(:is_show_sensitive_content?, u.is_show_sensitive_content),
    is_receive_baton = coalesce(:is_receive_baton?, u.is_receive_baton),
    is_batch_answer_to_stamp = coalesce(:is_batch_answer_to_stamp?, u.is_batch_answer_to_stamp),
    is_receive_community_question = coalesce(:is_receive_community_question?, u.is_receive_community_question),
    use_ngword_filter = coalesce(:use_ngword_filter?, u.use_ngword_filter),
    ml_filter = coalesce(:ml_filter?, u.ml_filter),
    card_theme = coalesce(:card_theme?, u.card_theme),
    icon_url = coalesce(:icon_url?, u.icon_url),
    time_zone = coalesce(:time_zone?, u.time_zone)
  where u.pk = :user_pk
  returning ${sessionUserColumns}
  ), enqueued_jobs as (
    ${enqueueSql(
      [drawProfileJob],
      "updated_user where coalesce(:displaying_name?, :self_introduction?, :card_theme?, :icon_url?) is not null",
    )}
  )
  select * from updated_user`,
);

const unchanged = {
  displaying_name: null,
  self_introduction: null,
  is_show_sensitive_content: null,
  is_receive_baton: null,
  is_batch_answer_to_stamp: null,
  is_receive_community_question: null,
  use_ngword_filter: null,
  ml_filter: null,
  card_theme: null,
  icon_url: null,
  time_zone: null,
};

/** Checks and saves settings, all or none, and returns the changed account. */
export async function saveSettings(
  { db, bus }: Pick<Services, "db" | "bus">,
  { pk: user_pk, account }: SessionUser,
  input: Settings,
): Promise<SessionUser> {
  const settings = checkSettings(input, account);
  const { avatar, ...columns } = settings;
  const icon_url = avatar === undefined ? null : formatAvatarUrl(avatar);
  const [updated] = await updateSettings(db, { ...unchanged, ...columns, icon_url, user_pk });
  if (!updated) throw new Failure("sign_in_needed");
  const user = toSessionUser(updated);
  const paths = await findChangedPages(db, user, settings);
  if (paths.length > 0) bus.publish("pages", { paths });
  return user;
}
