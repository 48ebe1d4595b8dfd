import { shareCommunity as shareCommunityEndpoint } from "@toibako/contract/communities.ts";
import { shareRoom as shareRoomEndpoint } from "@toibako/contract/rooms.ts";
import {
  putAutoMessageRecruit,
  putAutoRecruit,
  shareAnswer as shareAnswerEndpoint,
  shareProfile as shareProfileEndpoint,
} from "@toibako/contract/shares.ts";
import { implement } from "#platform/http/endpoint.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import {
  setWeeklyPosts,
  shareAnswer,
  shareCommunity,
  shareProfile,
  shareRoom,
} from "./commands.ts";

export const routes = (clients: ProviderClients) => [
  implement(shareProfileEndpoint, async ({ viewer, services, locale }) => {
    await shareProfile(services, clients, viewer.user, locale);
    return {};
  }),

  implement(shareAnswerEndpoint, async ({ params, viewer, services, locale }) => {
    await shareAnswer(services, clients, viewer.user, params.id, locale);
    return {};
  }),

  implement(shareCommunityEndpoint, async ({ params, viewer, services, locale }) => {
    await shareCommunity(services, clients, viewer, params, locale);
    return {};
  }),

  implement(shareRoomEndpoint, async ({ params, viewer, services, locale }) => {
    await shareRoom(services, clients, viewer, params.uuid, locale);
    return {};
  }),

  implement(putAutoRecruit, async ({ viewer, services, body }) => {
    await setWeeklyPosts(services.db, viewer.user.pk, "questions", body.is_auto_recruit);
    return { body };
  }),

  implement(putAutoMessageRecruit, async ({ viewer, services, body }) => {
    await setWeeklyPosts(services.db, viewer.user.pk, "messages", body.is_auto_message_recruit);
    return { body };
  }),
];
