import {
  confirmNotices,
  confirmNoticesByGet,
  deleteBadge,
  deleteNotice,
  getNotice,
  getNoticeBadge,
  listBadges,
  listNotices as listNoticesEndpoint,
  markSeen,
  markSeenByGet,
  maxSeenAtOnce,
} from "@toibako/contract/notices.ts";
import { rejectForgedWrite } from "#platform/http/csrf.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { createSinglePager, parsePageNumber } from "#platform/http/pager.ts";
import { markItemsSeen } from "./commands/seen.ts";
import { clearBadge, markAllSeen, removeNotice } from "./commands.ts";
import { readCachedStatesAndBadges } from "./queries/read-states.ts";
import { countUnseenNotices, findNotice, listNotices } from "./queries.ts";

/** Splits a query parameter into ids; those after the first `maxSeenAtOnce` are ignored. */
function splitIds(joined = ""): string[] {
  return joined.split(",", maxSeenAtOnce).filter((id) => id !== "");
}

export const routes = [
  implement(listNoticesEndpoint, async ({ viewer, query, locale, services }) => ({
    body: await listNotices(services, viewer, parsePageNumber(query.page), locale),
  })),

  implement(getNoticeBadge, async ({ viewer, services }) => ({
    body: { is_exist: (await countUnseenNotices(services, viewer)) > 0 },
  })),

  implement(confirmNotices, async ({ viewer, services }) => {
    await markAllSeen(services, viewer);
    return { body: { is_exist: false } };
  }),

  implement(confirmNoticesByGet, async ({ viewer, services, request }) => {
    rejectForgedWrite(services, request);
    await markAllSeen(services, viewer);
    return { body: { is_exist: false } };
  }),

  implement(markSeen, async ({ body, viewer, services }) => {
    await markItemsSeen(services, viewer, body);
    return {};
  }),

  implement(markSeenByGet, async ({ query, viewer, services, request }) => {
    // A page without scripts loads this address as an image, which can't send a CSRF token.
    if (request.headers["sec-fetch-site"] !== "same-origin") throw new Failure("foreign_origin");
    await markItemsSeen(services, viewer, {
      questions: splitIds(query.questions),
      answers: splitIds(query.answers),
      notices: splitIds(query.notices),
    });
    return {};
  }),

  implement(getNotice, async ({ params, viewer, locale, services }) => {
    const notice = await findNotice(services, viewer, params.id, locale);
    if (!notice) throw new Failure("not_found");
    return { body: { notice } };
  }),

  implement(deleteNotice, async ({ params, viewer, services }) => {
    await removeNotice(services, viewer, params.id);
    return {};
  }),

  implement(listBadges, async ({ viewer, services }) => {
    const { badges } = await readCachedStatesAndBadges(services, viewer);
    return { body: { badges, pager: createSinglePager(badges.length) } };
  }),

  implement(deleteBadge, async ({ params, viewer, services }) => {
    await clearBadge(services.db, viewer.user.pk, params.uuid_hash);
    return {};
  }),
];
