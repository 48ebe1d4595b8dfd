import type { Input } from "@toibako/contract/endpoint.ts";
import {
  type EditedStampGroup,
  type saveStampGroup,
  stampGroupLimits,
} from "@toibako/contract/staff/contents/stamps.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import { requirePictures } from "../../pictures/commands/content-pictures.ts";
import { findEditedGroup } from "../queries/edited.ts";

const upsert = statement(
  "stamps.saveGroup",
  `
  with ${saveSql({
    table: "stamp_groups",
    keys: ["id"],
    columns: ["names", "icon_url", "position", "is_offered"],
  })}, ${auditSql("stamp_group.save", "saved", {
    actor_pk: ":user_pk",
    object: "'stamp group ' || id",
    reason: "case when is_offered then 'offered' else 'withdrawn' end",
  })}
  select id from saved`,
);

/** Saves a group of stamps. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveGroup(
  db: Db,
  user_pk: number,
  id: string,
  { version, icon_url, position, is_offered, names: typed }: Input<typeof saveStampGroup>["body"],
): Promise<EditedStampGroup> {
  const { names } = requireTexts({ names: typed }, stampGroupLimits);
  await requirePictures(db, { icon_url }, { icon_url: "icon" });
  const content = { names, icon_url, position, is_offered };
  const row = { ...content, id, user_pk, version, names: JSON.stringify(names) };
  const saved = await upsert(db, row);
  return requireSaved(saved, await findEditedGroup(db, id), version, content);
}
