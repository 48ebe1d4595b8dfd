import { statement } from "#platform/database/statement.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { cancelRenewal } from "../../billing/commands/cancel.ts";
import { sendSecurityMailJob } from "../../mails/job-definitions.ts";
import { updateDependentCountsJob } from "../job-definitions.ts";
import { listPublicPages } from "../queries.ts";

const hideUser = statement(
  "leaving.leave",
  `
  with left_user as (
    update users set left_at = now() where pk = :user_pk and left_at is null returning pk as user_pk
  ), ended_import as (
    update friend_imports
    set status = 'none', progress = 0, total = null, cursor = null, waiting_until = null,
      available_at = null
    from left_user where friend_imports.user_pk = left_user.user_pk and friend_imports.status = 'running'
  ), enqueued_count_updates as (
    ${enqueueSql([updateDependentCountsJob], "left_user")}
  ), enqueued_mails as (
    ${enqueueSql([sendSecurityMailJob], "left_user", { kind: "'account_left'" })}
  )
  select user_pk from left_user`,
);

/**
 * Cancels the subscription of an account, hides it, ends its import of followers, and enqueues the update of its dependent counts. The server
 * accepts no session of a hidden account; the caller must end its sessions.
 */
export async function leaveAccount({ db, bus }: Services, user: SessionUser): Promise<void> {
  const paths = await listPublicPages(db, user);
  await cancelRenewal(db, user.pk);
  await hideUser(db, { user_pk: user.pk });
  bus.publish("pages", { paths });
}
