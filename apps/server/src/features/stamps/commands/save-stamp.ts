import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type EditedStamp,
  type saveStamp,
  stampLimits,
} from "@toibako/contract/staff/contents/stamps.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import { requirePictures } from "../../pictures/commands/content-pictures.ts";
import { findEditedGroup, findEditedStamp } from "../queries/edited.ts";
import { formatStampUrl } from "../queries.ts";

const upsert = statement(
  "stamps.save",
  `
  with ${saveSql({
    table: "stamps",
    keys: ["id"],
    columns: ["group_id", "texts", "position", "is_offered"],
    newColumns: ["picture_url"],
  })}, ${auditSql("stamp.save", "saved", {
    actor_pk: ":user_pk",
    object: "'stamp ' || id",
    reason: "case when is_offered then 'offered' else 'withdrawn' end",
  })}
  select id from saved`,
);

/**
 * Saves a stamp. A new one needs an uploaded picture of its id. Throws `case_changed` if somebody else has saved it since
 * the caller read it.
 */
export async function storeStamp(
  db: Db,
  user_pk: number,
  id: string,
  { version, group_id, position, is_offered, texts: typed }: Input<typeof saveStamp>["body"],
): Promise<EditedStamp> {
  const { texts } = requireTexts({ texts: typed }, stampLimits);
  if (!(await findEditedGroup(db, group_id))) throw createFieldFailure("group_id", "invalid_field");
  const picture_url = formatStampUrl(id);
  await requirePictures(db, { picture_url }, { picture_url: "stamp" });
  const content = { picture_url, group_id, texts, position, is_offered };
  const row = { ...content, id, user_pk, version, texts: JSON.stringify(texts) };
  const saved = await upsert(db, row);
  return requireSaved(saved, await findEditedStamp(db, id), version, content);
}
