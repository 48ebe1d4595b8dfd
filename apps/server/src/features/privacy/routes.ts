import { forgetVisitor as forgetEndpoint, getHeldData } from "@toibako/contract/privacy.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { clearVisitorCookie } from "#platform/identity/session.ts";
import { forgetVisitor } from "./commands.ts";
import { findHeldData } from "./queries.ts";

export const routes = [
  implement(getHeldData, async ({ viewer, locale, services }) => ({
    body: { held_data: await findHeldData(services, viewer, locale) },
  })),

  implement(forgetEndpoint, async ({ viewer, services, reply }) => {
    if (viewer.user) throw new Failure("forbidden");
    await forgetVisitor(services, viewer);
    clearVisitorCookie(reply);
    return {};
  }),
];
