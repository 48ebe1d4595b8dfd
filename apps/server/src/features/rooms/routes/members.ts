import {
  getRoomMember,
  getRoomQuestions,
  hideRoomMember,
  listRoomAnswers,
  listRoomMembers,
  updateRoomMember,
} from "@toibako/contract/rooms/members.ts";
import { implement } from "#platform/http/endpoint.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { hideMember } from "../commands/membership.ts";
import { saveProfile } from "../commands/profile.ts";
import { describeMember, listAnswers, listMembers } from "../queries/members.ts";
import { findQuestions, toQuestion } from "../queries/questions.ts";
import { findOwnRoom } from "../queries/rooms.ts";

export const memberRoutes = [
  implement(getRoomQuestions, async ({ params, query, services, ...call }) => {
    const locale = query.locale ?? call.locale;
    const questions = await findQuestions(services.db, params.id);
    return {
      body: { id: params.id, items: questions.map((question) => toQuestion(question, locale)) },
    };
  }),

  implement(listRoomMembers, async ({ params, query, viewer, services }) => {
    const room = await findOwnRoom(services.db, viewer, params.uuid, "forbidden");
    return { body: await listMembers(services.db, room, parsePageNumber(query.page)) };
  }),

  implement(getRoomMember, async ({ params, query, viewer, services, ...call }) => ({
    body: await describeMember(services.db, viewer, params.id, query.locale ?? call.locale),
  })),

  implement(updateRoomMember, async ({ params, body, viewer, services, request, ...call }) => {
    await saveProfile(services, viewer, request.ip, params.id, body);
    const locale = body.locale ?? call.locale;
    return { body: await describeMember(services.db, viewer, params.id, locale) };
  }),

  implement(hideRoomMember, async ({ params, body, viewer, services }) => {
    await hideMember(services, viewer, params.id, body.is_hidden);
    return { body };
  }),

  implement(listRoomAnswers, async ({ params, query, viewer, services, ...call }) => {
    const room = await findOwnRoom(services.db, viewer, params.uuid, "forbidden");
    const { question_id } = params;
    const locale = query.locale ?? call.locale;
    const page = parsePageNumber(query.page);
    return { body: await listAnswers(services.db, room, { question_id, page, locale }) };
  }),
];
