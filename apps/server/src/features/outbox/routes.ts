import {
  listSendQuestions,
  listWaitingQuestions,
  readSendItems,
  withdrawQuestion as withdrawEndpoint,
} from "@toibako/contract/outbox.ts";
import { implement } from "#platform/http/endpoint.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { withdrawQuestion } from "../questions/commands/withdraw.ts";
import { markAnswersRead } from "./commands.ts";
import { listSentAnswers } from "./queries/answers.ts";
import { listWaiting } from "./queries/waiting.ts";

export const routes = [
  implement(listSendQuestions, async ({ viewer, query, locale, services }) => ({
    body: await listSentAnswers(services, viewer, parsePageNumber(query.page), locale),
  })),

  implement(readSendItems, async ({ viewer, services }) => {
    await markAnswersRead(services, viewer);
    return {};
  }),

  implement(listWaitingQuestions, async ({ viewer, query, locale, services }) => ({
    body: await listWaiting(services, viewer, parsePageNumber(query.page), locale),
  })),

  implement(withdrawEndpoint, async ({ params, viewer, services }) => {
    await withdrawQuestion(services, viewer, params.id);
    return {};
  }),
];
