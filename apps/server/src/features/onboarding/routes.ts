import { getTutorial, putInitialSetting, putTutorial } from "@toibako/contract/onboarding.ts";
import { implement } from "#platform/http/endpoint.ts";
import { requireIdentityConfirmation } from "#platform/identity/identity-confirmation.ts";
import { describeUser } from "../accounts/queries.ts";
import { saveInitialSetting, setTutorialStatus } from "./commands.ts";

/**
 * Routes of the tutorial, which is separate from that of communities, and of the onboarding form (`initial_setting`
 * in the specification).
 */
export const routes = [
  implement(getTutorial, async ({ viewer: { user } }) => ({
    body: { tutorial_status: user.tutorial_status },
  })),

  implement(putTutorial, async ({ viewer, body, services }) => {
    await setTutorialStatus(services.db, viewer.user.pk, body.tutorial_status);
    return { body };
  }),

  implement(putInitialSetting, async (call) => {
    const { services, viewer, body, files, request, countRequest } = call;
    const file = files.get("user[icon]");
    const picture = file && { file, ip: request.ip };
    const user = await saveInitialSetting(services, viewer.user, body, picture, {
      requireConfirmation: () => requireIdentityConfirmation(call),
      countEmailChange: countRequest,
    });
    return { body: await describeUser(services, viewer, user) };
  }),
];
