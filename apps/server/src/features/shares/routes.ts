import {
  putAutoMessageRecruit,
  putAutoRecruit,
  shareAnswer as shareAnswerEndpoint,
  shareProfile as shareProfileEndpoint,
} from "@toibako/contract/shares.ts";
import { implement } from "#platform/http/endpoint.ts";
import type { Networks } from "../accounts/networks/open.ts";
import { setAutoRecruit, shareAnswer, shareProfile } from "./commands.ts";

export const routes = (networks: Networks) => [
  implement(shareProfileEndpoint, async ({ viewer, services, locale }) => {
    await shareProfile(services, networks, viewer.user, locale);
    return {};
  }),

  implement(shareAnswerEndpoint, async ({ params, viewer, services, locale }) => {
    await shareAnswer(services, networks, viewer.user, params.id, locale);
    return {};
  }),

  implement(putAutoRecruit, async ({ viewer, services, body }) => {
    await setAutoRecruit(services.db, viewer.user.pk, "questions", body.is_auto_recruit);
    return { body };
  }),

  implement(putAutoMessageRecruit, async ({ viewer, services, body }) => {
    await setAutoRecruit(services.db, viewer.user.pk, "messages", body.is_auto_message_recruit);
    return { body };
  }),
];
