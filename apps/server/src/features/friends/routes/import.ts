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
  implement(startFriendImport, async ({ viewer, services }) => {
    await startImport(services.db, viewer.user.pk);
    return { body: await findImport(services, viewer) };
  }),

  implement(getFriendImport, async ({ viewer, services }) => ({
    body: await findImport(services, viewer),
  })),

  implement(listFollowersOnX, async ({ viewer, query, services }) => ({
    body: await listImportedFollowers(services, viewer, query.tab, parsePageNumber(query.page)),
  })),
];
