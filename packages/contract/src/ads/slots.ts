/** The ad slots. `box` is the list of unread questions, `reply` that of answered ones. */
export const adSlots = [
  "header_promo",
  "footer_promo",
  "overlay",
  "footer_overlay",
  "timeline",
  "box",
  "reply",
  "community_list",
  "community_question_top",
  "community_question_bottom",
] as const;
export type AdSlot = (typeof adSlots)[number];

/** The slots for which networks give ids of native units. */
const nativeAdSlots = ["timeline", "box", "reply"] as const satisfies AdSlot[];
type NativeAdSlot = (typeof nativeAdSlots)[number];

export const isNativeAdSlot = (slot: AdSlot): slot is NativeAdSlot =>
  nativeAdSlots.some((known) => known === slot);

/** A slot that has a tag, and the size of its frame in pixels. It `is_empty` if nothing shall be shown there. */
export interface TaggedAdSlot {
  slot: AdSlot;
  width: number;
  height: number;
  is_empty: boolean;
}

/** The slots in the inbox: they show the site's own banners, whatever is stored. */
export const houseAdSlots: readonly AdSlot[] = ["box", "reply"];

/** The network that a tag is of; `default` is ad-sense, and `none` leaves the slot empty on purpose. */
export const adTagTypes = ["geniee", "adrea", "none", "default"] as const;
export type AdTagType = (typeof adTagTypes)[number];
