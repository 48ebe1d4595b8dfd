import { getTransparency } from "@toibako/contract/help.ts";
import {
  closeCase,
  decideCase,
  listCases,
  listOwnDecisions,
  openCase,
  postAppeal,
  postCaseNote,
  undoAction,
} from "@toibako/contract/staff/cases.ts";
import { enterConsole, leaveConsole, renewConsole } from "@toibako/contract/staff/console.ts";
import { getOverview } from "@toibako/contract/staff/overview.ts";
import { implement } from "#platform/http/endpoint.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import {
  closeConsole,
  openConsole,
  renewConsole as renewConsoleOf,
} from "#platform/identity/console.ts";
import { findKnownBrowser } from "#platform/limits/known-browsers.ts";
import { listNetworkRanges } from "#platform/limits/networks.ts";
import type { AdmitCode } from "../factors/commands/code-attempts.ts";
import { verifyOwnPasskey } from "../factors/commands/passkeys.ts";
import { consumeCode } from "../factors/commands/totp.ts";
import { readCode } from "../factors/policy.ts";
import { appeal } from "./commands/appeal.ts";
import { decide } from "./commands/decide.ts";
import { publishCases } from "./commands/hints.ts";
import { closeCaseOf, closeCasesOf, openCaseOf } from "./commands/leases.ts";
import { addNote } from "./commands/notes.ts";
import { undoDecision } from "./commands/undo.ts";
import { listDecisionsAbout } from "./queries/actions.ts";
import { listCasesOf } from "./queries/cases.ts";
import { findOverview } from "./queries/overview.ts";
import { listPublicMonths } from "./queries/public-counts.ts";
import { sealRoutes } from "./routes/seals.ts";

/** `admitCode` limits attempts with codes. */
export const createStaffRoutes = (admitCode: AdmitCode) => [
  implement(enterConsole, async (call) => {
    const { services, request, viewer, body } = call;
    if (body.credential) {
      await verifyOwnPasskey(call, viewer.user.pk, body.credential);
    } else {
      if (body.code === undefined) throw createFieldFailure("code", "missing_field");
      const code = readCode(body.code);
      const { account } = viewer.user;
      await admitCode({
        code,
        account,
        networks: listNetworkRanges(request.ip),
        browser_id: await findKnownBrowser(services, request, account),
      });
      await consumeCode(services, viewer.user.pk, code);
    }
    await openConsole(services.db, request);
    return {};
  }),

  implement(renewConsole, async ({ services, request }) => {
    await renewConsoleOf(services.db, request);
    return {};
  }),

  implement(leaveConsole, async ({ services, request, viewer }) => {
    await closeCasesOf(services.db, viewer.user.pk);
    await closeConsole(services.db, request);
    publishCases(services);
    return {};
  }),

  implement(getOverview, async ({ services, viewer }) => ({
    body: await findOverview(services.db, viewer.user.pk),
  })),

  implement(listCases, async ({ services, viewer, query: { state, kind, after } }) => ({
    body: await listCasesOf(services.db, viewer.user.pk, { state, kind, after }),
  })),

  implement(openCase, async ({ services, viewer, params }) => ({
    body: { case: await openCaseOf(services, viewer.user.pk, params.id) },
  })),

  implement(closeCase, async ({ services, viewer, params }) => {
    await closeCaseOf(services.db, viewer.user.pk, params.id);
    publishCases(services);
    return {};
  }),

  implement(decideCase, async ({ services, viewer, params, body }) => {
    const action = await decide(services, viewer.user.pk, params.id, body);
    publishCases(services);
    return { body: { action } };
  }),

  implement(undoAction, async ({ services, viewer, params }) => {
    await undoDecision(services, viewer.user.pk, params.id);
    publishCases(services);
    return {};
  }),

  implement(postCaseNote, async ({ services, viewer, params, body, createId }) => ({
    body: {
      note: await addNote(services, viewer.user, { id: params.id, key: createId(), ...body }),
    },
  })),

  implement(listOwnDecisions, async ({ services, viewer, locale }) => ({
    body: { decisions: await listDecisionsAbout(services.db, viewer.user, locale) },
  })),

  implement(postAppeal, async ({ services, viewer, params, body, locale }) => ({
    body: {
      decision: await appeal(services.db, viewer.user, locale, { id: params.id, ...body }),
    },
  })),

  implement(getTransparency, async ({ services, locale }) => ({
    body: { months: await listPublicMonths(services.db, locale) },
  })),

  ...sealRoutes,
];
