import type { AdSlot } from "@toibako/contract/ads/slots.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import {
  adTagLimits,
  type EditedAdTag,
  type saveAdTag as saveAdTagEndpoint,
} from "@toibako/contract/staff/contents/ad-tags.ts";
import { auditSql } from "#platform/database/audit.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { findEditedTag } from "./queries.ts";

const upsert = statement(
  "ads.saveTag",
  `
  with ${saveSql({
    table: "ad_tags",
    keys: ["slot"],
    columns: [
      "tag_type",
      "id",
      "width",
      "height",
      "body",
      "ios_group_id",
      "ios_unit_id",
      "android_group_id",
      "android_unit_id",
    ],
  })}, ${auditSql("ad_tag.save", "saved", {
    actor_pk: ":user_pk",
    object: "'ad tag ' || slot",
    reason: "tag_type",
  })}
  select slot from saved`,
);

/** Saves the tag of a slot. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveTag(
  { db, bus }: Pick<Services, "db" | "bus">,
  user_pk: number,
  slot: AdSlot,
  { version, ...typed }: Input<typeof saveAdTagEndpoint>["body"],
): Promise<EditedAdTag> {
  // As the database stores it, so that a repeated save is recognised.
  const tag = { ...typed, body: typed.body.toWellFormed() };
  if (Buffer.byteLength(tag.body) > adTagLimits.body_bytes)
    throw createFieldFailure("body", "ad_body_too_long");
  if (tag.tag_type === "geniee" && tag.id === "") throw createFieldFailure("id", "missing_field");
  const saved = await upsert(db, { slot, user_pk, version, ...tag });
  const stored = requireSaved(saved, await findEditedTag(db, slot), version, tag);
  // Every page names the slots that have a tag.
  bus.publish("all_pages", {});
  return stored;
}
