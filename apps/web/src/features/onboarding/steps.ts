import { type TutorialStatus, tutorialStatuses } from "@toibako/contract/onboarding.ts";

export type TutorialPage = "home" | "talks";

/** The step that the page shows next to a member with this status. */
export function findNextStep(
  status: TutorialStatus,
  page: TutorialPage,
): TutorialStatus | undefined {
  const step = tutorialStatuses[tutorialStatuses.indexOf(status) + 1];
  const place = step === "fifth_step" ? "talks" : "home";
  return place === page ? step : undefined;
}
