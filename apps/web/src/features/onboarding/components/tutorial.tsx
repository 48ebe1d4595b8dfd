import { type TutorialStatus, tutorialStatuses } from "@toibako/contract/onboarding.ts";
import type { ReactNode } from "react";
import { type TextsOfLocale, useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useTutorial } from "../queries.ts";
import { Balloon } from "./balloon.tsx";

type TutorialPage = "home" | "talks";

/** The status that no step follows. */
const lastStatus: TutorialStatus = "fifth_step";

interface TutorialProps {
  page: TutorialPage;
  /** Shown once the page has no further step. */
  children?: ReactNode;
}

/** The next step of the tutorial for new accounts, in a balloon. */
export function Tutorial({ page, children }: TutorialProps) {
  const texts = useTexts();
  const { t } = texts;
  const toasts = useToasts();
  const { status, isUnknown, moveTo, isPending } = useTutorial(() =>
    toasts.showBar("error", t("onboarding.network_error")),
  );
  const step = status && findNextStep(status, page);
  if (!step) return (status || isUnknown) && children;
  const isLast = step === "fourth_step" || step === lastStatus;
  return (
    <Balloon
      key={step}
      text={getStepText(step, texts)}
      nextLabel={t(isLast ? "onboarding.done" : "onboarding.next")}
      isPending={isPending}
      onNext={() => moveTo(step)}
      onSkip={() => moveTo(lastStatus)}
    />
  );
}

function getStepText(step: TutorialStatus, { t }: TextsOfLocale): string {
  if (step === "first_step") return t("onboarding.step_1", { tab: t("shell.inbox") });
  if (step === "second_step") return t("onboarding.step_2", { tab: t("shell.home") });
  if (step === "third_step") return t("onboarding.step_3", { tab: t("shell.friends") });
  if (step === "fourth_step") return t("onboarding.step_4", { tab: t("shell.messages") });
  return t("onboarding.step_5");
}

/** The step that follows this status, if the page shows it. */
export function findNextStep(
  status: TutorialStatus,
  page: TutorialPage,
): TutorialStatus | undefined {
  const step: TutorialStatus | undefined = tutorialStatuses[tutorialStatuses.indexOf(status) + 1];
  const pageOfStep = step === "fifth_step" ? "talks" : "home";
  return pageOfStep === page ? step : undefined;
}
