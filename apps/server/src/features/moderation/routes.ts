import { deleteBlock, listBlocks, postBlock, postReport } from "@toibako/contract/moderation.ts";
import { implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { fieldFailure } from "#platform/failure.ts";
import { pageNumber } from "#platform/pager.ts";
import { blockAccount, blockSenderOf, liftBlock, reportQuestions } from "./commands.ts";
import { listBlocksOf } from "./queries.ts";

export const routes = [
  implement(postReport, async ({ body, viewer, services, new_id }) => {
    const { db, secrets, bus } = services;
    const { mode, item_id } = body;
    const user_pk = viewer.user.pk;
    const reporter = { user_pk, owner_key: viewer.sender_key };
    const item_uuids = await db.transaction().execute(async (db) => {
      // Blocked first: what the sender asks meanwhile is either reported or dropped.
      if (mode === "multipleWithBlock")
        await blockSenderOf(db, secrets, new_id(), user_pk, item_id);
      return reportQuestions(db, reporter, item_id, mode);
    });
    publishCounts(bus, viewer.sender_key);
    return { body: { item_uuids } };
  }),

  implement(listBlocks, async ({ query, viewer, locale, services }) => ({
    body: await listBlocksOf(services.db, viewer.user, pageNumber(query.page), locale),
  })),

  implement(postBlock, async ({ body, viewer, services, new_id }) => {
    const { db, secrets } = services;
    const { account, question_id } = body;
    const user_pk = viewer.user.pk;
    if ((account === undefined) === (question_id === undefined)) {
      throw fieldFailure("account", "missing_field");
    }
    const id =
      account === undefined
        ? await blockSenderOf(db, secrets, new_id(), user_pk, question_id ?? "")
        : await blockAccount(db, secrets, new_id(), user_pk, account);
    return { body: { block: { id } } };
  }),

  implement(deleteBlock, async ({ params, viewer, services }) => {
    await liftBlock(services.db, params.id, viewer.user.pk);
    return {};
  }),
];
