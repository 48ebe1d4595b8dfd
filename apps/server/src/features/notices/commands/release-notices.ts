import { releaseNotesPath, releaseNoticeDays } from "@toibako/contract/help.ts";
import { statement } from "#platform/database/statement.ts";
import { publishCountsOf } from "#platform/events/events.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Services } from "#platform/services.ts";
import { checkUrn, type ReceivedNoticeKind } from "../policy.ts";

/** Accounts that one statement reads, whether or not they get the notice. */
const batchSize = 1_000;

const selectAccounts = statement(
  "notices.selectForRelease",
  `
  select pk, (left_at is null and active_on >= current_date - ${releaseNoticeDays}) is true as "is_active!"
  from users where pk > :after_pk order by pk limit ${batchSize}`,
);

// Who has the notice keeps it as it is, so that a repeated job changes nothing.
const insertNotices = statement(
  "notices.insertReleaseNotices",
  `
  insert into received_notices
    (id, user_pk, kind, subject, count, urn, is_seen, happened_hour, written_hour)
  select given.id, given.user_pk, :kind, note.id, 1, :urn, false, date_trunc('hour', note.released_at, 'UTC'),
    date_trunc('hour', now(), 'UTC')
  from unnest(:ids::text[], :user_pks::bigint[]) as given (id, user_pk)
  join release_notes note on note.id = :note_id and note.is_published
  on conflict (user_pk, kind, subject) do nothing
  returning user_pk`,
);

const selectPublished = statement(
  "notices.selectPublishedRelease",
  "select pk from release_notes where id = :note_id and is_published",
);

/**
 * Gives everybody who was active lately the notice of a release note, batch by batch, as long as the note is published.
 * It sends no push messages: nobody needs to know at once.
 */
export async function sendReleaseNotices(services: Services, note_id: string): Promise<void> {
  const { db, secrets } = services;
  checkUrn(releaseNotesPath);
  const notice: { kind: ReceivedNoticeKind } = { kind: "release_note" };
  let after_pk = 0;
  while ((await selectPublished(db, { note_id })).length > 0) {
    const accounts = await selectAccounts(db, { after_pk });
    const user_pks = accounts.filter(({ is_active }) => is_active).map(({ pk }) => pk);
    const stored = await insertNotices(db, {
      ...notice,
      note_id,
      urn: releaseNotesPath,
      user_pks,
      ids: user_pks.map(() => createPublicId()),
    });
    const identities = stored.map(({ user_pk }) => secrets.deriveAccountIdentity(user_pk));
    publishCountsOf(services, identities, notice.kind);
    const last = accounts.at(-1);
    if (last === undefined || accounts.length < batchSize) return;
    after_pk = last.pk;
  }
}
