import { changeQuestion, listReceivedItems } from "@toibako/contract/inbox.ts";
import { changeTypes } from "@toibako/contract/questions.ts";
import { implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { fieldFailure } from "#platform/failure.ts";
import { pageNumber } from "#platform/pager.ts";
import { text } from "#platform/texts.ts";
import { moveQuestion } from "./commands.ts";
import { listReceived } from "./queries.ts";

export const routes = [
  implement(listReceivedItems, async ({ query, viewer, locale, services }) => {
    const page = pageNumber(query.page);
    const limit = Number(query.limit);
    return {
      body: await listReceived(services.db, viewer.user, query.status, page, limit, locale),
    };
  }),

  implement(changeQuestion, async ({ params, body, viewer, services, ...call }) => {
    const wanted = body.status ?? (body.change_type && changeTypes[body.change_type]);
    if (!wanted) throw fieldFailure("change_type", "missing_field");
    const status = await moveQuestion(services.db, params.id, viewer.user.pk, wanted);
    publishCounts(services.bus, viewer.sender_key);
    const label = text(body.locale ?? call.locale, `status_${status}`);
    return { body: { uuid_hash: params.id, status, label } };
  }),
];
