import { type AdSlot, houseAdSlots, isNativeAdSlot } from "@toibako/contract/ads/slots.ts";
import { findToday, isAdult, parseBirthday } from "@toibako/contract/birthdays.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";

/** Whether an account is registered as younger than 18. */
export function isMinor({ birthday, time_zone }: SessionUser): boolean {
  const parsed = parseBirthday(birthday);
  return parsed !== null && !isAdult(parsed, findToday(time_zone));
}

export interface NativeIds {
  ios_group_id: string;
  ios_unit_id: string;
  android_group_id: string;
  android_unit_id: string;
}

/** A native unit of a network. */
export interface NativeUnit {
  group_id: string;
  unit_id: string;
}

/** Returns the native unit for the platform of a user agent, if the operator has stored one. */
export function findNativeUnit(ids: NativeIds, user_agent: string): NativeUnit | undefined {
  const unit = /\b(iPhone|iPad|iPod)\b/.test(user_agent)
    ? { group_id: ids.ios_group_id, unit_id: ids.ios_unit_id }
    : { group_id: ids.android_group_id, unit_id: ids.android_unit_id };
  const isKnown = /\b(iPhone|iPad|iPod|Android)\b/.test(user_agent);
  return isKnown && unit.group_id !== "" && unit.unit_id !== "" ? unit : undefined;
}

/** Whether a slot may show what isn't the site's own. */
export const allowsTags = (slot: AdSlot): boolean => !houseAdSlots.includes(slot);

/** Whether a slot shows native units, if there are any. */
export const showsNativeUnits = (slot: AdSlot): boolean => isNativeAdSlot(slot) && allowsTags(slot);
