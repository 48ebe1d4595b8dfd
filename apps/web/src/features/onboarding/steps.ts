import { type TutorialStatus, tutorialStatuses } from "@toibako/contract/onboarding.ts";
import { areMessagesAvailable } from "#lib/page/available-features.ts";

export type TutorialPage = "home" | "talks";

/** The step that follows this status, if the page shows it. */
export function findNextStep(
  status: TutorialStatus,
  page: TutorialPage,
): TutorialStatus | undefined {
  const step: TutorialStatus | undefined = tutorialStatuses[tutorialStatuses.indexOf(status) + 1];
  const pageOfStep = step === "fifth_step" ? "talks" : "home";
  // The last two steps explain messages.
  const isAboutMessages = step === "fourth_step" || step === "fifth_step";
  if (isAboutMessages && !areMessagesAvailable) return undefined;
  return pageOfStep === page ? step : undefined;
}
