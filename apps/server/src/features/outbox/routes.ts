import { listSendQuestions, readSendItems, sentPerPage } from "@toibako/contract/outbox.ts";
import { implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { pageNumber } from "#platform/pager.ts";
import { markOutboxAccessed } from "./commands.ts";
import { listSentAnswers } from "./queries.ts";

export const routes = [
  implement(listSendQuestions, async ({ viewer, query, locale, services }) => {
    const limit = viewer.user ? sentPerPage.user : sentPerPage.visitor;
    return {
      body: await listSentAnswers(services.db, viewer, pageNumber(query.page), limit, locale),
    };
  }),

  implement(readSendItems, async ({ viewer, services }) => {
    if (viewer.sender_key) await markOutboxAccessed(services.db, viewer.sender_key);
    if (viewer.sender_key) publishCounts(services.bus, viewer.sender_key);
    return {};
  }),
];
