import type { NoticeKind } from "@toibako/contract/notices.ts";
import { hourOf } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { Failure } from "#platform/failure.ts";
import { publicId } from "#platform/secrets.ts";

export interface NewNotice {
  owner_key: Buffer;
  kind: NoticeKind;
  /** What it is about; a second notice of the same kind about the same thing renews the first. */
  subject: string;
  count?: number;
  name?: string;
  /** A path of this site without the locale. */
  urn: string;
  /** When it happened, if not now; only its hour is kept. */
  happened_at?: Date;
}

const put = statement(`
  insert into notices (id, owner_key, kind, subject, count, name, urn, happened_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (owner_key, kind, subject) do update
  set count = excluded.count, name = excluded.name, happened_at = excluded.happened_at, seen_at = null
  where notices.count is distinct from excluded.count`);

/** Tells somebody that something happened; to the hour, as no question's time is known closer. */
export async function notify(db: Db, notice: NewNotice): Promise<void> {
  const {
    owner_key,
    kind,
    subject,
    count = 1,
    name = null,
    urn,
    happened_at = new Date(),
  } = notice;
  if (!/^\/[^/\\\s]*(\/[^/\\\s]+)*$/.test(urn))
    throw new Error("a notice leads to a path of this site");
  await put(db, publicId(), owner_key, kind, subject, count, name, urn, hourOf(happened_at));
}

const remove = statement<{ id: string }>(
  "delete from notices where owner_key = $1 and id = $2 returning id",
);
const see = statement(
  "update notices set seen_at = now() where owner_key = $1 and seen_at is null",
);
const expire = statement(`delete from notices where happened_at < now() - interval '90 days'`);
const clear = statement<{ uuid_hash: string }>(
  "delete from badges where user_pk = $1 and uuid_hash = $2 returning uuid_hash",
);

export async function removeNotice(db: Db, owner_key: Buffer, id: string): Promise<void> {
  if ((await remove(db, owner_key, id)).length === 0) throw new Failure("not_found");
}

export async function seeNotices(db: Db, owner_key: Buffer): Promise<void> {
  await see(db, owner_key);
}

export async function expireNotices(db: Db): Promise<void> {
  await expire(db);
}

export async function clearBadge(db: Db, user_pk: number, uuid_hash: string): Promise<void> {
  if ((await clear(db, user_pk, uuid_hash)).length === 0) throw new Failure("not_found");
}
