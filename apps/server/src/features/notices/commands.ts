import type { NoticeKind } from "@toibako/contract/notices.ts";
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
  chooseReadState,
  isUnseen,
  markAllNoticesSeen,
  markNoticeSeen,
  type QuestionDetail,
  type ReadState,
  removeSeenMark,
  sealNotice,
  unsealNotice,
} from "./policy.ts";
import { findReadStates } from "./queries/read-states.ts";
import { findGroup, findOwnNotice, findOwnParameters } from "./queries.ts";

export interface NewNotice {
  /** The identity of the recipient. */
  identity: Buffer;
  kind: NoticeKind;
  /** Identifies what the notice is about: a second notice of the same kind and subject renews the first. */
  subject: string;
  count?: number;
  name?: string;
  detail?: QuestionDetail;
  /** A path of this site without the locale. */
  urn: string;
  /** Whether the notice counts as seen from the beginning. */
  is_seen?: boolean;
  /** When the event happened; by default, now. The day is stored unencrypted, the hour is sealed. */
  happened_at?: Date;
}

const selectByTag = statement(
  "notices.selectByTag",
  "select id, sealed from notices where tag = :tag",
);
const insertNotice = statement(
  "notices.insert",
  `
  insert into notices (id, tag, owner_key, sealed, happened_on)
  values (:id, :tag, :owner_key?::bytea, :sealed, :happened_on::text::date)`,
);
const renewNotice = statement(
  "notices.renew",
  "update notices set sealed = :sealed, happened_on = :happened_on::text::date where id = :id",
);

/**
 * Stores a notice and counts it as unseen. A repeated notice with the same count changes nothing; returns false for
 * it.
 */
export async function notify(db: Db, secrets: Secrets, notice: NewNotice): Promise<boolean> {
  const { identity, kind } = notice;
  let isStored = false;
  await changeReadStates(db, secrets, chooseReadState(kind), [identity], async (db, findState) => {
    isStored = await storeNotice(db, secrets, notice, findState(identity));
  });
  return isStored;
}

/**
 * Stores a notice and counts it in the recipient's locked `state`. An earlier notice of the same kind and subject is
 * renewed instead: the likes of one answer are one notice, whose `count` is the number of likes. Returns false if the
 * earlier notice has the same count, so that nothing changed.
 */
export async function storeNotice(
  db: Db,
  secrets: Secrets,
  notice: NewNotice,
  state: ReadState,
): Promise<boolean> {
  const { identity, kind, subject, happened_at = new Date() } = notice;
  const { count = 1, name, detail, urn, is_seen = false } = notice;
  // A path with two slashes at its beginning or with a backslash would lead browsers to another site.
  if (!/^\/[^/\\\s]*(\/[^/\\\s]+)*$/.test(urn))
    throw new Error("a notice leads to a path of this site");
  const happened_hour = floorToHour(happened_at).toISOString();
  const written_at = new Date().toISOString();
  const happened_on = happened_hour.slice(0, 10);
  const content = { kind, count, name, detail, urn, happened_hour, written_at };
  const tag = secrets.deriveNoticeTag(identity, kind, subject);
  const [earlier] = await selectByTag(db, { tag });
  const id = earlier?.id ?? createPublicId();
  if (earlier) {
    const unsealed = unsealNotice(secrets, earlier);
    if (unsealed?.count === count) return false;
    await renewNotice(db, { id, sealed: sealNotice(secrets, id, content), happened_on });
    if (unsealed && isUnseen({ id, content: unsealed }, state)) return true;
    removeSeenMark(state, id);
  } else {
    const owner_key =
      chooseReadState(kind) === "others" ? secrets.deriveNoticeOwner(identity) : null;
    const sealed = sealNotice(secrets, id, content);
    await insertNotice(db, { id, tag, owner_key, sealed, happened_on });
  }
  state.unseen_notices += 1;
  if (is_seen) markNoticeSeen(state, { id, content });
  return true;
}

const deleteByTags = statement(
  "notices.deleteByTags",
  "delete from notices where tag = any(:tags::bytea[]) returning id, sealed",
);

/** Deletes the recipient's notices of one kind about these subjects. */
export async function removeNotices(
  db: Db,
  secrets: Secrets,
  identity: Buffer,
  kind: NoticeKind,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  const tags = subjects.map((subject) => secrets.deriveNoticeTag(identity, kind, subject));
  await changeReadStates(db, secrets, chooseReadState(kind), [identity], (db, findState) =>
    deleteNotices(db, secrets, tags, findState(identity)),
  );
}

/** Deletes the notices with these tags, and no longer counts them in the recipient's locked `state`. */
export async function deleteNotices(
  db: Db,
  secrets: Secrets,
  tags: readonly Buffer[],
  state: ReadState,
): Promise<void> {
  for (const row of await deleteByTags(db, { tags })) {
    const content = unsealNotice(secrets, row);
    if (content && isUnseen({ id: row.id, content }, state)) state.unseen_notices -= 1;
    removeSeenMark(state, row.id);
  }
}

const deleteOfOwner = statement(
  "notices.deleteOfOwner",
  "delete from notices where owner_key = :owner_key or tag = any(:answer_tags::bytea[])",
);

/** Deletes all notices of an account, including those of answers to its questions. */
export async function deleteAllNotices(services: Services, viewer: SignedIn): Promise<void> {
  await deleteOfOwner(services.db, await findOwnParameters(services, viewer, viewer.identity));
}

const deleteOld = statement(
  "notices.deleteOld",
  deleteBatchSql("notices", "id", `happened_on < current_date - ${retentionDays.notice}`),
);
const deleteBadge = statement(
  "notices.deleteBadge",
  "delete from badges where user_pk = :user_pk and uuid_hash = :uuid_hash returning uuid_hash",
);

/** Deletes a notice, together with the earlier notices of its group, which are listed as one with it. */
export async function removeNotice(
  services: Services,
  viewer: SignedIn,
  id: string,
): Promise<void> {
  const { db, secrets } = services;
  const { identity } = viewer;
  const notice = await findOwnNotice(db, secrets, identity, id);
  if (!notice) throw new Failure("not_found");
  const group = await findGroup(services, viewer, notice);
  const tags = group.map(({ tag }) => tag);
  const stateKind = chooseReadState(notice.content.kind);
  await changeReadStates(db, secrets, stateKind, [identity], async (db, findState) => {
    await deleteNotices(db, secrets, tags, findState(identity));
    await enqueueNoticesRewrite(db, {});
  });
}

/**
 * Marks all notices of an account as seen. Changes its two read states in one transaction each. The ids of the two
 * transactions follow each other, which would show that both rows belong to one account, so the table of read
 * states is rewritten with the next batch.
 */
export async function markAllSeen(
  { db, secrets }: Services,
  { identity }: SignedIn,
): Promise<void> {
  const states = await findReadStates(db, secrets, identity);
  for (const kind of ["answers", "others"] as const) {
    if (states[kind].unseen_notices === 0) continue;
    await changeReadStates(db, secrets, kind, [identity], async (db, findState) => {
      markAllNoticesSeen(findState(identity));
      await enqueueNoticesRewrite(db, {});
    });
  }
}

/** Deletes old notices. Unseen ones are still counted until their owner marks all notices as seen. */
export async function deleteOldNotices(db: Db): Promise<void> {
  await repeatBatches(() => deleteOld(db, {}));
}

export async function clearBadge(db: Db, user_pk: number, uuid_hash: string): Promise<void> {
  if ((await deleteBadge(db, { user_pk, uuid_hash })).length === 0) throw new Failure("not_found");
}
