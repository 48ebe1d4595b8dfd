import {
  getFriendImport,
  listFollowersOnX,
  startFriendImport,
} from "@toibako/contract/friends/import.ts";
import { implement } from "#platform/http/endpoint.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { startImport } from "../commands/start-import.ts";
import { findImport, listImportedFollowers } from "../queries/import.ts";

export const importRoutes = [
  implement(startFriendImport, async ({ viewer: { user }, services: { db } }) => {
    await startImport(db, user.pk);
    return { body: await findImport(db, user.pk) };
  }),

  implement(getFriendImport, async ({ viewer: { user }, services: { db } }) => ({
    body: await findImport(db, user.pk),
  })),

  implement(listFollowersOnX, async ({ viewer: { user }, query, services }) => ({
    body: await listImportedFollowers(services, user.pk, query.tab, parsePageNumber(query.page)),
  })),
];
