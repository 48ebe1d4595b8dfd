import { retentionDays } from "@toibako/contract/privacy.ts";
import { deleteBatchSql, repeatBatches } from "#platform/database/batches.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId, type Secrets } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { changeReadStates, enqueueNoticesRewrite } from "./commands/read-states.ts";
import {
  checkUrn,
  isReceived,
  isUnseen,
  markAllNoticesSeen,
  type NoticeDetail,
  type ReadState,
  type ReceivedNoticeKind,
  removeSeenMark,
  type SealedNoticeKind,
  sealNotice,
  unsealNotice,
} from "./policy.ts";
import { listReadStates } from "./queries/read-states.ts";
import { listSealedTags } from "./queries/sealed-tags.ts";
import { findGroup, findOwnNotice } from "./queries.ts";

export interface NewNotice {
  kind: ReceivedNoticeKind;
  /** Identifies what the notice is about: a second notice of the same kind and subject renews the first. */
  subject: string;
  count?: number;
  name?: string;
  detail?: NoticeDetail | undefined;
  /** A path of this site without the locale. */
  urn: string;
  /** Whether the notice counts as seen from the beginning. */
  is_seen?: boolean;
  /** The hour in which the event happened; by default, the current one. */
  happened_hour?: Date;
}

// The likes of one answer are one notice, whose `count` is the number of likes, and so are the messages of a talk, with
// the number of the newest one. A repeated notice with the same count changes nothing.
const upsertReceived = statement(
  "notices.upsertReceived",
  `
  insert into received_notices as notice
    (id, user_pk, kind, subject, count, name, detail, urn, is_seen, happened_hour, written_hour)
  values (:id, :user_pk, :kind, :subject, :count, :name?, :detail?, :urn, :is_seen, :happened_hour, :written_hour)
  on conflict (user_pk, kind, subject) do update set count = excluded.count, name = excluded.name,
    detail = excluded.detail, urn = excluded.urn, is_seen = excluded.is_seen, happened_hour = excluded.happened_hour,
    written_hour = excluded.written_hour
  where notice.count <> excluded.count
  returning id`,
);

/**
 * Stores a notice of what an account received, or renews an earlier one of the same kind and subject. Returns false if
 * the earlier notice has the same count, so that nothing changed.
 */
export async function storeReceived(db: Db, user_pk: number, notice: NewNotice): Promise<boolean> {
  checkUrn(notice.urn);
  const hour = floorToHour(new Date());
  const stored = await upsertReceived(db, {
    count: 1,
    is_seen: false,
    happened_hour: hour,
    ...notice,
    id: createPublicId(),
    user_pk,
    name: notice.name ?? null,
    detail: notice.detail ?? null,
    written_hour: hour,
  });
  return stored.length > 0;
}

const lockAnswer = statement(
  "notices.lockAnswer",
  "select pk from answers where pk = :answer_pk for no key update",
);

/** Locks an answer, so that its number of likes doesn't change until its notice is stored. */
export const lockLikedAnswer = (db: Db, answer_pk: number) => lockAnswer(db, { answer_pk });

const lockQuestion = statement(
  "notices.lockQuestion",
  "select pk from questions where uuid_hash = :uuid_hash for no key update",
);

/** Locks a question, so that it is neither withdrawn nor reported until its notice is stored. */
export const lockNewQuestion = (db: Db, uuid_hash: string) => lockQuestion(db, { uuid_hash });

const selectByTag = statement(
  "notices.selectByTag",
  "select id, sealed from notices where tag = :tag",
);
const insertSealed = statement(
  "notices.insertSealed",
  `
  insert into notices (id, tag, sealed, happened_on)
  values (:id, :tag, :sealed, :happened_on::text::date)`,
);

/** A notice about what follows from something that its recipient sent anonymously. */
interface NewSealedNotice {
  /** The identity of the recipient. */
  identity: Buffer;
  kind: SealedNoticeKind;
  subject: string;
  name?: string;
  /** A later notice of the same kind and subject renews an earlier one if it has a higher number. */
  number?: number;
  urn: string;
  /** When it happened. The day is stored unencrypted, the hour is sealed. */
  happened_at?: Date;
}

/**
 * Stores a notice without an owner, and counts it in the recipient's locked `state`. Returns false if there is one of
 * the same kind and subject already that it doesn't renew.
 */
export async function storeSealed(
  db: Db,
  secrets: Secrets,
  { identity, subject, happened_at = new Date(), ...notice }: NewSealedNotice,
  state: ReadState,
): Promise<boolean> {
  checkUrn(notice.urn);
  const tag = secrets.deriveNoticeTag(identity, notice.kind, subject);
  const [earlier] = await selectByTag(db, { tag });
  if (earlier) {
    const { number: earlierNumber = Infinity } = unsealNotice(secrets, earlier) ?? {};
    if (earlierNumber >= (notice.number ?? 0)) return false;
    await deleteSealed(db, secrets, [tag], state);
  }
  const id = createPublicId();
  const happened_hour = floorToHour(happened_at).toISOString();
  const written_at = new Date().toISOString();
  const sealed = sealNotice(secrets, id, { ...notice, happened_hour, written_at });
  await insertSealed(db, { id, tag, sealed, happened_on: happened_hour.slice(0, 10) });
  state.unseen_notices += 1;
  return true;
}

const deleteReceived = statement(
  "notices.deleteReceived",
  `
  delete from received_notices
  where user_pk = :user_pk and kind = :kind and subject = any(:subjects::text[])
  returning id`,
);

/** Deletes the account's notices of one kind about these subjects; returns whether there were any. */
export async function removeNotices(
  db: Db,
  user_pk: number,
  kind: ReceivedNoticeKind,
  subjects: readonly string[],
): Promise<boolean> {
  return (await deleteReceived(db, { user_pk, kind, subjects })).length > 0;
}

const deleteByTags = statement(
  "notices.deleteByTags",
  "delete from notices where tag = any(:tags::bytea[]) returning id, sealed",
);

/** Deletes the notices with these tags, and no longer counts them in the recipient's locked `state`. */
export async function deleteSealed(
  db: Db,
  secrets: Secrets,
  tags: readonly Buffer[],
  state: ReadState,
): Promise<void> {
  for (const row of await deleteByTags(db, { tags })) {
    const content = unsealNotice(secrets, row);
    if (content && isUnseen({ ...content, id: row.id }, state)) state.unseen_notices -= 1;
    removeSeenMark(state, row.id);
  }
}

/** Deletes the sealed notices of an account. Its other notices are deleted with it. */
export async function deleteSealedNoticesOf(services: Services, viewer: SignedIn): Promise<void> {
  const tags = await listSealedTags(services, viewer, viewer.identity);
  await deleteByTags(services.db, { tags });
}

const deleteOldSealed = statement(
  "notices.deleteOld",
  deleteBatchSql("notices", "id", `happened_on < current_date - ${retentionDays.notice}`),
);
const deleteOldReceived = statement(
  "notices.deleteOldReceived",
  deleteBatchSql(
    "received_notices",
    "pk",
    `happened_hour < current_date - ${retentionDays.notice}`,
  ),
);
const deleteBadge = statement(
  "notices.deleteBadge",
  "delete from badges where user_pk = :user_pk and uuid_hash = :uuid_hash returning uuid_hash",
);

const deleteReceivedByKeys = statement(
  "notices.deleteReceivedByKeys",
  "delete from received_notices where user_pk = :user_pk and pk = any(:pks::bigint[])",
);

/** Deletes a notice, together with the earlier notices of its group, which are listed as one with it. */
export async function removeNotice(
  services: Services,
  viewer: SignedIn,
  id: string,
): Promise<void> {
  const { db, secrets } = services;
  const notice = await findOwnNotice(services, viewer, id);
  if (!notice) throw new Failure("not_found");
  if (isReceived(notice)) {
    const group = (await findGroup(services, viewer, notice)).filter(isReceived);
    const pks = group.map(({ pk }) => pk);
    await deleteReceivedByKeys(db, { user_pk: viewer.user.pk, pks });
    return;
  }
  await changeReadStates(db, secrets, [viewer.identity], async (db, findState) => {
    await deleteSealed(db, secrets, [notice.tag], findState(viewer.identity));
    await enqueueNoticesRewrite(db, {});
  });
}

const markReceivedSeen = statement(
  "notices.markAllSeen",
  "update received_notices set is_seen = true where user_pk = :user_pk and not is_seen",
);

/** Marks all notices of an account as seen. */
export async function markAllSeen(
  { db, secrets }: Services,
  { user, identity }: SignedIn,
): Promise<void> {
  await markReceivedSeen(db, { user_pk: user.pk });
  const [state] = await listReadStates(db, secrets, [identity]);
  if (!state || state.unseen_notices === 0) return;
  await changeReadStates(db, secrets, [identity], async (db, findState) => {
    markAllNoticesSeen(findState(identity));
    await enqueueNoticesRewrite(db, {});
  });
}

/** Deletes old notices. Unseen ones of answers are still counted until their owner marks all notices as seen. */
export async function deleteOldNotices(db: Db): Promise<void> {
  await repeatBatches(() => deleteOldSealed(db, {}));
  await repeatBatches(() => deleteOldReceived(db, {}));
}

export async function clearBadge(db: Db, user_pk: number, uuid_hash: string): Promise<void> {
  if ((await deleteBadge(db, { user_pk, uuid_hash })).length === 0) throw new Failure("not_found");
}
