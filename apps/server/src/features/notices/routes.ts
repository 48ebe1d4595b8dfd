import {
  confirmNotices,
  deleteBadge,
  deleteNotice,
  getNotice,
  getNoticeBadge,
  listBadges as listBadgesEndpoint,
  listNotices as listNoticesEndpoint,
} from "@toibako/contract/notices.ts";
import { implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { pageNumber, pagerOf } from "#platform/pager.ts";
import { clearBadge, removeNotice, seeNotices } from "./commands.ts";
import { findNotice, hasUnseenNotices, listBadges, listNotices } from "./queries.ts";

export const routes = [
  implement(listNoticesEndpoint, async ({ viewer, query, locale, services }) => ({
    body: await listNotices(services.db, viewer, pageNumber(query.page), locale),
  })),

  implement(getNoticeBadge, async ({ viewer, services }) => ({
    body: { is_exist: await hasUnseenNotices(services.db, viewer.sender_key) },
  })),

  implement(confirmNotices, async ({ viewer, services }) => {
    await seeNotices(services.db, viewer.sender_key);
    return { body: { is_exist: false } };
  }),

  implement(getNotice, async ({ params, viewer, locale, services }) => {
    const notice = await findNotice(services.db, viewer, params.id, locale);
    if (!notice) throw new Failure("not_found");
    return { body: { notice } };
  }),

  implement(deleteNotice, async ({ params, viewer, services }) => {
    await removeNotice(services.db, viewer.sender_key, params.id);
    return {};
  }),

  implement(listBadgesEndpoint, async ({ viewer, services }) => {
    const badges = await listBadges(services.db, viewer.user.pk);
    const limit = Math.max(1, badges.length);
    return { body: { badges, pager: pagerOf(1, limit, badges.length) } };
  }),

  implement(deleteBadge, async ({ params, viewer, services }) => {
    await clearBadge(services.db, viewer.user.pk, params.uuid_hash);
    return {};
  }),
];
