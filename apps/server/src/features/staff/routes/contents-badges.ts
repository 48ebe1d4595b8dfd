import { giveBadge, listGivenBadges } from "@toibako/contract/staff/contents/badges.ts";
import { implement } from "#platform/http/endpoint.ts";
import { startBadgeRun } from "../../notices/commands/badges.ts";
import { listGiven } from "../../notices/queries/badges.ts";

export const badgeContentRoutes = [
  implement(listGivenBadges, async ({ services }) => ({
    body: { badges: await listGiven(services.db) },
  })),

  implement(giveBadge, async ({ services, viewer, params, body }) => ({
    body: {
      badge: await startBadgeRun(services.db, viewer.user.pk, params.keyword, body.version),
    },
  })),
];
