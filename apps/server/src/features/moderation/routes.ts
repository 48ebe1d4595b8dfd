import {
  deleteBlock,
  listBlocks,
  postBlock,
  postReport,
  reportAccount,
} from "@toibako/contract/moderation.ts";
import { implement } from "#platform/http/endpoint.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { createBlock, removeBlock } from "./commands/block.ts";
import { createReport } from "./commands/report.ts";
import { reportAccount as reportAccountOf } from "./commands/report-account.ts";
import { listBlocksOfReceiver } from "./queries.ts";

export const routes = [
  implement(postReport, async ({ body, viewer, services, createId }) => {
    // A report may also block the sender; the block gets this id.
    const report = { block_id: createId(), ...body };
    return { body: await createReport(services, viewer, report) };
  }),

  implement(reportAccount, async ({ params, body, viewer, services }) => {
    await reportAccountOf(services, viewer, params.account, body);
    return { body: {} };
  }),

  implement(listBlocks, async ({ query, viewer, locale, services }) => ({
    body: await listBlocksOfReceiver(services, viewer.user, parsePageNumber(query.page), locale),
  })),

  implement(postBlock, async ({ body, viewer, services, createId }) => {
    const id = await createBlock(services, viewer, { id: createId(), ...body });
    return { body: { block: { id } } };
  }),

  implement(deleteBlock, async ({ params, viewer, services }) => {
    await removeBlock(services.db, params.id, viewer.user.pk);
    return {};
  }),
];
