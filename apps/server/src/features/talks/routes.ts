import type { Locale } from "@toibako/contract/locales.ts";
import {
  listMessages,
  postMessage,
  readAllMessages,
  takeBackMessage,
} from "@toibako/contract/messages.ts";
import {
  acceptMessageTerms,
  getTalk,
  listTalkReports,
  listTalks,
  postTalkReport,
  releaseTalk,
  removeTalk,
  showStarter,
  startTalk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import { createDateReader } from "#platform/dates.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import { readNumber, toMessage } from "../messages/policy.ts";
import { listMessagesOf, readRange } from "../messages/queries.ts";
import { type ChangedTalk, postInTalk, readInTalk, takeBackInTalk } from "./commands/messages.ts";
import { reportTalk } from "./commands/report.ts";
import { startTalk as start } from "./commands/start.ts";
import {
  acceptTerms,
  changeParticipant,
  release,
  removeFromList,
  showStarterOf,
} from "./commands.ts";
import { listReports } from "./queries/reports.ts";
import { describeTalk, findOwnTalk, isTalkViewable, type OwnTalk } from "./queries/talk.ts";
import { listTalksOf } from "./queries.ts";

export const routes = [
  implement(listTalks, async ({ query, viewer, services, ...call }) => {
    const page = parsePageNumber(query.page);
    const locale = query.locale ?? call.locale;
    const is_held = query.held === "true";
    return { body: await listTalksOf(services, viewer, { page, is_held, locale }) };
  }),

  implement(startTalk, async ({ body, viewer, services, countRequest }) => {
    const uuid = await start(services, viewer, body.talk.account, countRequest);
    return { body: { talk: { uuid } } };
  }),

  implement(getTalk, async ({ params, query, viewer, services, ...call }) => ({
    body: { talk: await describeTalk(services, viewer, params.uuid, query.locale ?? call.locale) },
  })),

  implement(updateTalk, async ({ params, body, viewer, services, locale }) => {
    await changeParticipant(services, viewer, params.uuid, body);
    return { body: { talk: await describeTalk(services, viewer, params.uuid, locale) } };
  }),

  implement(showStarter, async ({ params, viewer, services, locale }) => {
    await showStarterOf(services, viewer, params.uuid);
    return { body: { talk: await describeTalk(services, viewer, params.uuid, locale) } };
  }),

  implement(releaseTalk, async ({ params, viewer, services, locale }) => {
    await release(services, viewer, params.uuid);
    return { body: { talk: await describeTalk(services, viewer, params.uuid, locale) } };
  }),

  implement(removeTalk, async ({ params, viewer, services }) => {
    await removeFromList(services, viewer, params.uuid);
    return {};
  }),

  implement(postTalkReport, async ({ body, viewer, services, createId }) => {
    await reportTalk(services, viewer, createId(), body);
    return { body: {} };
  }),

  implement(listTalkReports, async ({ query, viewer, services, locale }) => ({
    body: { talk_reports: await listReports(services, viewer, query.uuid, locale) },
  })),

  implement(acceptMessageTerms, async ({ viewer, services }) => {
    await acceptTerms(services.db, viewer.user.pk);
    return { body: {} };
  }),

  implement(listMessages, async ({ query, viewer, services, ...call }) => {
    const talk = await findOwnTalk(services, viewer, query.uuid);
    if (!isTalkViewable(services, talk)) throw new Failure("forbidden");
    const { messages, has_more } = await listMessagesOf(
      services.db,
      { ...talk, hidden_numbers: [] },
      readRange(query),
    );
    const locale = query.locale ?? call.locale;
    return {
      body: {
        messages: messages.map((message) => describe({ message, talk }, viewer, locale).message),
        state: toState(talk),
        has_more,
      },
    };
  }),

  implement(postMessage, async ({ body, viewer, services, ...call }) => {
    const { talk_uuid: uuid, key, body: text } = body.message;
    const changed = await postInTalk(services, viewer, { uuid, key, body: text });
    return { body: describe(changed, viewer, body.locale ?? call.locale) };
  }),

  implement(takeBackMessage, async ({ params: { uuid, key }, viewer, services, locale }) => ({
    body: describe(await takeBackInTalk(services, viewer, uuid, key), viewer, locale),
  })),

  implement(readAllMessages, async ({ params, query, viewer, services }) => {
    await readInTalk(services, viewer, params.uuid, readNumber(query.up_to));
    return { body: {} };
  }),
];

function describe({ message, talk }: ChangedTalk, { user }: SignedIn, locale: Locale) {
  const reader = { ...talk, number: talk.own_number };
  return {
    message: toMessage(message, reader, createDateReader(locale, user)),
    state: toState(talk),
  };
}

const toState = ({ last_change, own_read_number, partner_read_number }: OwnTalk) => ({
  last_change,
  own_read_number,
  partner_read_number,
});
