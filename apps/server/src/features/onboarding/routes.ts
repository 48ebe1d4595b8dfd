import { getTutorial, putTutorial } from "@toibako/contract/onboarding.ts";
import { implement } from "#platform/http/endpoint.ts";
import { setTutorialStatus } from "./commands.ts";
import { readTutorialStatus } from "./queries.ts";

export const routes = [
  implement(getTutorial, async ({ viewer, services }) => ({
    body: { tutorial_status: await readTutorialStatus(services.db, viewer.user.pk) },
  })),

  implement(putTutorial, async ({ viewer, body, services }) => {
    await setTutorialStatus(services.db, viewer.user.pk, body.tutorial_status);
    return { body };
  }),
];
