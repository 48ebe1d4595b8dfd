import {
  getEditedRoom,
  listEditedRoomQuestions,
  listEditedRooms as listEditedRoomsEndpoint,
  saveRoom as saveRoomEndpoint,
  saveRoomQuestion,
} from "@toibako/contract/staff/contents/rooms.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { saveQuestion, saveRoom } from "../../rooms/commands/edit.ts";
import { schoolYearGroup } from "../../rooms/first-rooms.ts";
import {
  findEditedRoom,
  listEditedQuestions,
  listEditedRooms,
} from "../../rooms/queries/edited.ts";

/** The official rooms and the questions of all rooms, which admins make and change. */
export const roomContentRoutes = [
  implement(listEditedRoomsEndpoint, async ({ services, locale, query }) => ({
    body: {
      ...(await listEditedRooms(services.db, locale, query.after)),
      school_year_group_id: schoolYearGroup.uuid,
    },
  })),

  implement(getEditedRoom, async ({ services, params }) => {
    const room = await findEditedRoom(services.db, params.id);
    if (!room) throw new Failure("not_found");
    return { body: { room } };
  }),

  implement(saveRoomEndpoint, async ({ services, viewer, params, body }) => ({
    body: { room: await saveRoom(services, viewer.user.pk, params.id, body) },
  })),

  implement(listEditedRoomQuestions, async ({ services, params }) => ({
    body: { questions: await listEditedQuestions(services.db, params.id) },
  })),

  implement(saveRoomQuestion, async ({ services, viewer, params, body }) => ({
    body: { question: await saveQuestion(services.db, viewer.user.pk, params, body) },
  })),
];
