import { askToOpenSeal, decideSeal, listSeals, readSeal } from "@toibako/contract/staff/seals.ts";
import { implement } from "#platform/http/endpoint.ts";
import { askToOpen, decideRequestOf, readSealOf } from "../commands/seals.ts";
import { listSealsOf } from "../queries/seals.ts";

export const sealRoutes = [
  implement(listSeals, async ({ services, viewer, query: { state, case_id, after } }) => ({
    body: await listSealsOf(services.db, viewer.user.pk, { state, case_id, after }),
  })),

  implement(askToOpenSeal, async ({ services, viewer, params, body }) => ({
    body: { seal: await askToOpen(services, viewer.user.pk, params.id, body.reason) },
  })),

  implement(decideSeal, async ({ services, viewer, params, body }) => ({
    body: {
      seal: await decideRequestOf(services, viewer.user.pk, params.id, body.is_approved),
    },
  })),

  implement(readSeal, async ({ services, viewer, params }) => ({
    body: { record: await readSealOf(services, viewer.user.pk, params.id) },
  })),
];
