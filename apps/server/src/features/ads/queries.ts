import { type AdSlot, adSlots, type TaggedAdSlot } from "@toibako/contract/ads/slots.ts";
import type { AdTag } from "@toibako/contract/ads.ts";
import type { EditedAdTag, ListedAdTag } from "@toibako/contract/staff/contents/ad-tags.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { buildSubscriberSql } from "../billing/queries/subscriptions.ts";
import {
  allowsTags,
  findNativeUnit,
  isMinor,
  type NativeIds,
  type NativeUnit,
  showsNativeUnits,
} from "./policy.ts";

const columns = `
  slot, tag_type, id, width, height, body, ios_group_id, ios_unit_id, android_group_id, android_unit_id, version`;

const selectTag = statement("ads.selectTag", `select ${columns} from ad_tags where slot = :slot`);
const selectTags = statement("ads.selectTags", `select ${columns} from ad_tags`);

const selectSubscriber = statement(
  "ads.selectSubscriber",
  `select ${buildSubscriberSql(":user_pk::bigint")} as "is_subscriber!"`,
);

type Ads = Pick<Services, "db" | "config">;

/** What a frame shows. */
export interface ShownTag {
  tag: AdTag;
  /** Shown in place of the tag's body. */
  unit: NativeUnit | undefined;
}

/** Finds what a slot shows to a browser, apart from the site's own banners; also the tag of a slot that stays empty. */
export async function findShownTag(
  { db, config }: Ads,
  slot: AdSlot,
  user_agent: string,
): Promise<ShownTag | undefined> {
  const [row] = allowsTags(slot) ? await selectTag(db, { slot }) : [];
  if (!row) return undefined;
  const { id, width, height, body, tag_type } = row;
  const tag = { id, width, height, body, tag_type };
  if (tag_type === "none") return { tag: { ...tag, body: "" }, unit: undefined };
  const hasNativeUnits = config.native_ad_script_url !== undefined && showsNativeUnits(slot);
  const unit = hasNativeUnits ? findNativeUnit(row, user_agent) : undefined;
  return unit || body !== "" ? { tag, unit } : undefined;
}

/** Whether an account sees no advertising: somebody under 18, or with the plan. */
export async function isSpared({ db, config }: Ads, user: SessionUser): Promise<boolean> {
  if (isMinor(user)) return true;
  if (!config.has_payment) return false;
  const [row] = await selectSubscriber(db, { user_pk: user.pk });
  return row?.is_subscriber === true;
}

/** Lists the slots that have a tag for at least some browsers. */
export async function listTaggedAdSlots({ db, config }: Ads): Promise<TaggedAdSlot[]> {
  const rows = await selectTags(db, {});
  return rows
    .filter(({ slot, tag_type, body, ...ids }) => {
      if (!allowsTags(slot)) return false;
      const hasNativeUnits = config.native_ad_script_url !== undefined && showsNativeUnits(slot);
      return tag_type === "none" || body !== "" || (hasNativeUnits && hasNativeIds(ids));
    })
    .map(({ slot, width, height, tag_type }) => ({
      slot,
      width,
      height,
      is_empty: tag_type === "none",
    }))
    .sort((a, b) => adSlots.indexOf(a.slot) - adSlots.indexOf(b.slot));
}

const hasNativeIds = (ids: NativeIds): boolean =>
  (ids.ios_group_id !== "" && ids.ios_unit_id !== "") ||
  (ids.android_group_id !== "" && ids.android_unit_id !== "");

/** The first values of a slot for which no tag is stored. The size is that of the most common banner. */
const newTag = {
  tag_type: "default",
  id: "",
  width: 320,
  height: 100,
  body: "",
  ios_group_id: "",
  ios_unit_id: "",
  android_group_id: "",
  android_unit_id: "",
  version: newVersion,
} as const;

/** Returns the tag of a slot as admins edit it. */
export async function findEditedTag(db: Db, slot: AdSlot): Promise<EditedAdTag> {
  return (await selectTag(db, { slot }))[0] ?? { ...newTag, slot };
}

/** Lists the stored tags in the order of `adSlots`. */
export async function listEditedTags(db: Db): Promise<ListedAdTag[]> {
  const rows = await selectTags(db, {});
  return adSlots.flatMap((slot) => {
    const row = rows.find((stored) => stored.slot === slot);
    if (!row) return [];
    const { tag_type, width, height, body, ...ids } = row;
    return [
      {
        slot,
        tag_type,
        width,
        height,
        has_body: body !== "",
        has_native_ids: hasNativeIds(ids),
      },
    ];
  });
}
