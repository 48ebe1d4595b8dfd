import type { Avatar } from "@toibako/contract/avatars.ts";
import type { TranslatedText } from "@toibako/contract/locales.ts";
import type { RoomOptions, RoomTexts } from "@toibako/contract/rooms.ts";
import data from "./first-rooms.json" with { type: "json" };

/** A question that a room asks; its options are in the same order in every language, null for a text. */
export interface GivenQuestion {
  uuid: string;
  is_required: boolean;
  bodies: TranslatedText;
  options: RoomOptions | null;
}

export interface GivenGroup {
  uuid: string;
  questions: GivenQuestion[];
}

/** An official room. Its drawing is one of the avatars. */
export interface GivenRoom {
  uuid: string;
  avatar: Avatar;
  priority: number;
  /** The least age of members; see docs/decisions/0059-rooms.md for why it is 18. */
  min_age: number;
  texts: RoomTexts;
  group: GivenGroup;
}

/** The questions of all rooms of school years. */
export const schoolYearGroup: GivenGroup = data.school_year_group;

/** The official rooms of a first install. */
export const firstRooms = data.rooms as readonly GivenRoom[];
