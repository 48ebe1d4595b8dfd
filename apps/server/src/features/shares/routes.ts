import {
  putAutoMessageRecruit,
  putAutoRecruit,
  shareAnswer,
  shareProfile,
} from "@toibako/contract/shares.ts";
import { implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import type { Networks } from "../accounts/networks/open.ts";
import { expectPosted, postToTwitter, setAutoRecruit } from "./commands.ts";
import { findSharedAnswer, postFor, postOfAnswer } from "./queries.ts";

export const routes = (networks: Networks) => [
  implement(shareProfile, async ({ viewer, services, locale }) => {
    const { pk, account } = viewer.user;
    const text = postFor(services.config, { account, locale }, "questions");
    expectPosted(await postToTwitter(services, networks, pk, text));
    return {};
  }),

  implement(shareAnswer, async ({ params, viewer, services, locale }) => {
    const { pk, displaying_name } = viewer.user;
    const answer = await findSharedAnswer(services.db, params.id, pk);
    if (!answer) throw new Failure("not_found");
    const text = postOfAnswer(services.config, answer, displaying_name, locale);
    expectPosted(await postToTwitter(services, networks, pk, text));
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
