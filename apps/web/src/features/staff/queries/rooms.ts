import type { QueryClient } from "@tanstack/react-query";
import { type Avatar, avatars } from "@toibako/contract/avatars.ts";
import { mapLocales, noTexts, type TranslatedText } from "@toibako/contract/locales.ts";
import type { RoomOptions } from "@toibako/contract/rooms.ts";
import {
  type EditedRoom,
  type EditedRoomQuestion,
  getEditedRoom,
  listEditedRoomQuestions,
  listEditedRooms,
  minRoomAge,
  saveRoom,
  saveRoomQuestion,
} from "@toibako/contract/staff/contents/rooms.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  contentQuery,
  readNumber,
  refreshCalls,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

export const editedRoomsQuery = (after: string | undefined) =>
  api.query(listEditedRooms, { query: after === undefined ? {} : { after } });

/** An official room, or the beginning of one that was not saved yet. */
export const editedRoomQuery = (id: string) =>
  contentQuery(
    getEditedRoom,
    id,
    async (client) =>
      toStoredRoom((await api.read(client, getEditedRoom, { params: { id } })).room),
    newRoom,
  );

const toStoredRoom = (room: EditedRoom): StoredContent => ({
  version: room.version,
  values: {
    ...spreadTexts("titles", room.titles),
    ...spreadTexts("descriptions", room.descriptions),
    avatar: room.avatar,
    priority: String(room.priority),
    min_age: String(room.min_age),
    is_open: String(room.is_open),
    group_id: room.group_id,
  },
});

const newRoom: ContentValues = {
  ...spreadTexts("titles", noTexts),
  ...spreadTexts("descriptions", noTexts),
  avatar: avatars[0],
  priority: "0",
  min_age: String(minRoomAge),
  is_open: "false",
};

export const saveRoomOf = (id: string, version: number, values: ContentValues) =>
  send(saveRoom, {
    params: { id },
    body: {
      version,
      titles: collectTexts("titles", values),
      descriptions: collectTexts("descriptions", values),
      avatar: values.avatar as Avatar,
      priority: readNumber(values.priority),
      min_age: readNumber(values.min_age),
      is_open: values.is_open === "true",
    },
  });

/** All questions of a group, the retired ones last. */
export const editedRoomQuestionsQuery = (group_id: string) =>
  api.query(listEditedRoomQuestions, { params: { id: group_id } });

/** A question of a group, or the beginning of a new one. Its options are texts with one option a line. */
export const editedRoomQuestionQuery = (group_id: string, id: string) => ({
  queryKey: [listEditedRoomQuestions.name, group_id, id],
  queryFn: async ({ client }: { client: QueryClient }): Promise<StoredContent> => {
    const params = { id: group_id };
    const { questions } = await api.read(client, listEditedRoomQuestions, { params });
    const found = questions.find((question) => question.id === id);
    return found ? toStoredQuestion(found) : beginQuestion(questions);
  },
});

const toStoredQuestion = (question: EditedRoomQuestion): StoredContent => ({
  version: question.version,
  values: {
    ...spreadTexts("bodies", question.bodies),
    ...spreadTexts("options", joinOptions(question.options)),
    is_required: String(question.is_required),
    is_retired: String(question.is_retired),
    position: String(question.position),
  },
});

/** A new question, behind the others. */
const beginQuestion = (others: readonly EditedRoomQuestion[]): StoredContent => ({
  version: newVersion,
  values: {
    ...spreadTexts("bodies", noTexts),
    ...spreadTexts("options", noTexts),
    is_required: "false",
    is_retired: "false",
    position: String(Math.max(0, ...others.map(({ position }) => position + 1))),
  },
});

const joinOptions = (options: RoomOptions | null): TranslatedText =>
  options === null ? noTexts : mapLocales((locale) => options[locale].join("\n"));

/** The reverse of `joinOptions`: without any option, the question is answered by a text. */
function splitOptions(lines: TranslatedText): RoomOptions | null {
  const options: RoomOptions = mapLocales((locale) =>
    lines[locale]
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
  return Object.values(options).some((list) => list.length > 0) ? options : null;
}

export const saveRoomQuestionOf = (
  params: { group_id: string; id: string },
  version: number,
  values: ContentValues,
) =>
  send(saveRoomQuestion, {
    params,
    body: {
      version,
      bodies: collectTexts("bodies", values),
      options: splitOptions(collectTexts("options", values)),
      is_required: values.is_required === "true",
      is_retired: values.is_retired === "true",
      position: readNumber(values.position),
    },
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshEditedRooms = (client: QueryClient) =>
  refreshCalls(client, [listEditedRooms, getEditedRoom, listEditedRoomQuestions]);
