import {
  changeQuestion,
  deleteBinnedQuestion,
  emptyBin as emptyBinEndpoint,
  listReceivedItems,
} from "@toibako/contract/inbox.ts";
import { changeTypes } from "@toibako/contract/questions.ts";
import { implement } from "#platform/http/endpoint.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { parsePageNumber, readPosition } from "#platform/http/pager.ts";
import { translate } from "#platform/texts/texts.ts";
import { deleteBinned, emptyBin, moveQuestion } from "./commands.ts";
import { countInbox, listReceived } from "./queries.ts";

export const routes = [
  implement(listReceivedItems, async ({ query, viewer, locale, services }) => {
    const page = parsePageNumber(query.page);
    const limit = query.limit === "3" ? 3 : 20;
    const position = readPosition(query);
    return {
      body: await listReceived(
        services.db,
        viewer.user,
        query.status,
        page,
        limit,
        locale,
        position,
      ),
    };
  }),

  implement(changeQuestion, async ({ params, body, viewer, services, ...call }) => {
    const wantedStatus = body.status ?? (body.change_type && changeTypes[body.change_type]);
    if (!wantedStatus) throw createFieldFailure("change_type", "missing_field");
    const status = await moveQuestion(services, viewer, params.id, wantedStatus);
    const label = translate(body.locale ?? call.locale, `status_${status}`);
    return { body: { uuid_hash: params.id, status, label } };
  }),

  implement(deleteBinnedQuestion, async ({ params, viewer, services }) => {
    await deleteBinned(services, viewer, params.id);
    return {};
  }),

  implement(emptyBinEndpoint, async ({ viewer, services }) => {
    await emptyBin(services, viewer);
    return { body: { counts: await countInbox(services.db, viewer.user.pk) } };
  }),
];
