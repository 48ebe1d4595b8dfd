import { type Static, Type } from "typebox";
import { avatars } from "../../avatars.ts";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { locales } from "../../locales.ts";
import { maxRoomOptions } from "../../rooms/members.ts";
import type { RoomOptions } from "../../rooms.ts";
import { afterQuery, defineObject, IdInput, Locale, PublicId } from "../../shapes.ts";
import { getLooseLength } from "../../text.ts";
import { staffErrors } from "../console.ts";
import { buildTypedTexts, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

export const roomLimits = { titles: 30, descriptions: 120 } as const;
export const roomQuestionLimits = { bodies: 60 } as const;
export const roomOptionLength = 30;

/** The least number of options that a question offers, unless it is answered by a text. */
export const minRoomOptions = 2;

/** The youngest people for whom an official room can be. */
export const minRoomAge = 18;

export const editedRoomsPerPage = 50;

/** An official room as admins edit it, in all languages. */
export const EditedRoom = defineObject({
  id: PublicId,
  locale: Locale,
  titles: StoredTexts,
  descriptions: StoredTexts,
  avatar: Type.Enum([...avatars]),
  priority: Type.Integer(),
  min_age: Type.Integer(),
  /** Whether people can join it and post in it. */
  is_open: Type.Boolean(),
  members_count: Type.Integer(),
  /** The group of its questions. */
  group_id: PublicId,
  version: Type.Integer(),
});
export type EditedRoom = Static<typeof EditedRoom>;

/** An official room in the list. */
const ListedRoom = defineObject({
  id: PublicId,
  /** In the reader's language, or in that of the room; empty if it has none. */
  title: Type.String(),
  is_open: Type.Boolean(),
  members_count: Type.Integer(),
  group_id: PublicId,
});

const buildOptions = (maxLength?: number) =>
  Type.Unsafe<RoomOptions>(
    defineObject(
      Object.fromEntries(
        locales.map((locale) => [
          locale,
          Type.Array(Type.String(maxLength === undefined ? {} : { maxLength }), {
            maxItems: maxRoomOptions,
          }),
        ]),
      ),
    ),
  );

/** A question of rooms as admins edit it. Its options are in the same order in all languages; null for a text. */
export const EditedRoomQuestion = defineObject({
  id: PublicId,
  bodies: StoredTexts,
  options: Type.Union([buildOptions(), Type.Null()]),
  is_required: Type.Boolean(),
  is_retired: Type.Boolean(),
  position: Type.Integer(),
  version: Type.Integer(),
});
export type EditedRoomQuestion = Static<typeof EditedRoomQuestion>;

const params = defineObject({ id: IdInput });

/** Official rooms in the order of their priority, also closed ones. */
export const listEditedRooms = defineEndpoint({
  name: "listEditedRooms",
  summary: "Official rooms",
  method: "GET",
  path: "/api/v2/adm/rooms",
  caller: "admin",
  query: defineObject(afterQuery),
  response: {
    200: defineObject({
      rooms: Type.Array(ListedRoom),
      has_more: Type.Boolean(),
      /** The group of the questions of all rooms of school years. */
      school_year_group_id: PublicId,
    }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedRoom = defineEndpoint({
  name: "getEditedRoom",
  summary: "An official room in all languages",
  method: "GET",
  path: "/api/v2/adm/rooms/:id",
  caller: "admin",
  params,
  response: { 200: defineObject({ room: EditedRoom }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/**
 * Saves an official room; the client chooses the id of a new one. A room can be open once it asks a question, which is
 * saved after the room.
 */
export const saveRoom = defineEndpoint({
  name: "saveRoom",
  summary: "Save an official room",
  method: "PUT",
  path: "/api/v2/adm/rooms/:id",
  caller: "admin",
  params: defineObject({ id: PublicId }),
  body: defineObject({
    version: ReadVersion,
    titles: buildTypedTexts(roomLimits.titles),
    descriptions: buildTypedTexts(roomLimits.descriptions),
    avatar: Type.Enum([...avatars]),
    priority: Type.Integer({ minimum: -999, maximum: 999 }),
    min_age: Type.Integer({ minimum: minRoomAge, maximum: 120 }),
    is_open: Type.Boolean(),
  }),
  response: { 200: defineObject({ room: EditedRoom }) },
  errors: saveErrors,
  limits: limitCalls(120),
});

/** All questions of a group, in their order, the retired ones last. */
export const listEditedRoomQuestions = defineEndpoint({
  name: "listEditedRoomQuestions",
  summary: "Questions of a group of rooms in all languages",
  method: "GET",
  path: "/api/v2/adm/room_question_groups/:id/questions",
  caller: "admin",
  params,
  response: { 200: defineObject({ questions: Type.Array(EditedRoomQuestion) }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/**
 * Saves a question of a group; the client chooses the id of a new one. The options of a stored question can be renamed and
 * get others behind them, but keep their places, because an answer is the place of an option.
 */
export const saveRoomQuestion = defineEndpoint({
  name: "saveRoomQuestion",
  summary: "Save a question of rooms",
  method: "PUT",
  path: "/api/v2/adm/room_question_groups/:group_id/questions/:id",
  caller: "admin",
  params: defineObject({ group_id: IdInput, id: PublicId }),
  body: defineObject({
    version: ReadVersion,
    bodies: buildTypedTexts(roomQuestionLimits.bodies),
    options: Type.Union([buildOptions(getLooseLength(roomOptionLength)), Type.Null()]),
    is_required: Type.Boolean(),
    is_retired: Type.Boolean(),
    position: Type.Integer({ minimum: 0, maximum: 999 }),
  }),
  response: { 200: defineObject({ question: EditedRoomQuestion }) },
  errors: saveErrors,
  limits: limitCalls(120),
});
