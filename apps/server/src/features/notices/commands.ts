import type { NoticeKind } from "@toibako/contract/notices.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { floorToHour } from "#platform/dates.ts";
import { Failure } from "#platform/http/failure.ts";
import { publicId, type Secrets } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { enqueueTableRewriteSql } from "./job-definitions.ts";
import { findOwner, listOwners, sealNotice, unsealNotice } from "./policy.ts";

export interface NewNotice {
  /** Its recipient. */
  identity: Buffer;
  kind: NoticeKind;
  /** What it is about; a second notice of the same kind and subject renews the first. */
  subject: string;
  count?: number;
  name?: string;
  /** The type of a new question, if the text differs by it. */
  detail?: "baton" | "stamp" | "choose";
  /** A path of this site without the locale. */
  urn: string;
  /** When it happened, if not now; the day is stored, and the hour sealed. */
  happened_at?: Date;
}

const selectByTag = statement(
  "notices.selectByTag",
  "select id, sealed from notices where tag = :tag",
);

// A conflict keeps the old id, to which the content is sealed.
const insertNotice = statement(
  "notices.insert",
  `
  insert into notices (id, tag, owner_key, sealed, happened_on)
  values (:id, :tag, :owner_key, :sealed, :day::text::date)
  on conflict (tag) do nothing`,
);
const renewNotice = statement(
  "notices.renew",
  `
  update notices set sealed = :sealed, happened_on = :day::text::date, is_seen = false
  where id = :id`,
);

/** Stores a notice; repeating one with the same count changes nothing. */
export async function notify(db: Db, secrets: Secrets, notice: NewNotice): Promise<void> {
  const { identity, kind, subject, happened_at = new Date(), ...rest } = notice;
  const { count = 1, name, detail, urn } = rest;
  if (!/^\/[^/\\\s]*(\/[^/\\\s]+)*$/.test(urn))
    throw new Error("a notice leads to a path of this site");
  const happened_hour = floorToHour(happened_at).toISOString();
  const day = happened_hour.slice(0, 10);
  const content = { kind, count, name, detail, urn, happened_hour };
  const tag = secrets.noticeTag(identity, kind, subject);
  const [earlier] = await selectByTag(db, { tag });
  if (!earlier) {
    const id = publicId();
    const sealed = sealNotice(secrets, id, content);
    await insertNotice(db, {
      id,
      tag,
      owner_key: findOwner(secrets, identity, kind),
      sealed,
      day,
    });
  } else if (unsealNotice(secrets, earlier)?.count !== count) {
    const { id } = earlier;
    await renewNotice(db, { id, sealed: sealNotice(secrets, id, content), day });
  }
}

const deleteByTags = statement(
  "notices.deleteByTags",
  "delete from notices where tag = any(:tags::bytea[])",
);

/** Deletes the recipient's notices of one kind about these subjects. */
export async function deleteNotices(
  db: Db,
  secrets: Secrets,
  identity: Buffer,
  kind: NoticeKind,
  subjects: readonly string[],
): Promise<void> {
  const tags = subjects.map((subject) => secrets.noticeTag(identity, kind, subject));
  await deleteByTags(db, { tags });
}

const deleteOne = statement(
  "notices.deleteOne",
  "delete from notices where owner_key = any(:owner_keys::bytea[]) and id = :id returning id",
);
const markAllSeen = statement(
  "notices.markAllSeen",
  `
  with seen_notices as (
    update notices set is_seen = true where owner_key = :owner_key and not is_seen returning id
  )
  ${enqueueTableRewriteSql("notices", "seen_notices")}`,
);
const deleteOld = statement(
  "notices.deleteOld",
  `delete from notices where happened_on < current_date - ${retentionDays.notice}`,
);
const deleteBadge = statement(
  "notices.deleteBadge",
  "delete from badges where user_pk = :user_pk and uuid_hash = :uuid_hash returning uuid_hash",
);

export async function removeNotice(
  { db, secrets }: Services,
  { identity }: SignedIn,
  id: string,
): Promise<void> {
  const deleted = await deleteOne(db, { owner_keys: listOwners(secrets, identity), id });
  if (deleted.length === 0) throw new Failure("not_found");
}

/**
 * In a statement for each owner, so that no transaction writes the rows of both. Their transaction
 * numbers are still neighbours, so the table is rewritten with the next batch.
 */
export async function markNoticesSeen(
  { db, secrets }: Services,
  { identity }: SignedIn,
): Promise<void> {
  for (const owner_key of listOwners(secrets, identity)) await markAllSeen(db, { owner_key });
}

export async function deleteOldNotices(db: Db): Promise<void> {
  await deleteOld(db, {});
}

export async function clearBadge(db: Db, user_pk: number, uuid_hash: string): Promise<void> {
  if ((await deleteBadge(db, { user_pk, uuid_hash })).length === 0) throw new Failure("not_found");
}
