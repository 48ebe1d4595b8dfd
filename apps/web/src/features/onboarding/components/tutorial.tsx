import type { TutorialStatus } from "@toibako/contract/onboarding.ts";
import { type TextsOfLocale, useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useTutorial } from "../queries.ts";
import { findNextStep, type TutorialPage } from "../steps.ts";
import { Balloon } from "./balloon.tsx";

/** Tells newcomers what is where, one balloon after the other, until each is done. */
export function Tutorial({ page }: { page: TutorialPage }) {
  const texts = useTexts();
  const { t } = texts;
  const toasts = useToasts();
  const { status, move_to, pending } = useTutorial(() =>
    toasts.show("error", t("onboarding.network_error")),
  );
  const step = status && findNextStep(status, page);
  if (!step) return null;
  const isLast = step === "fourth_step" || step === "fifth_step";
  return (
    <Balloon
      key={step}
      {...getWords(step, texts)}
      next={t(isLast ? "onboarding.done" : "onboarding.next")}
      pending={pending}
      onNext={() => move_to(step)}
      onSkip={() => move_to("fifth_step")}
    />
  );
}

/** What a step says, and which of the destinations it points at. */
function getWords(step: TutorialStatus, { t }: TextsOfLocale): { text: string; tab?: number } {
  if (step === "first_step")
    return { text: t("onboarding.step_1", { tab: t("shell.home") }), tab: 0 };
  if (step === "second_step")
    return { text: t("onboarding.step_2", { tab: t("shell.inbox") }), tab: 1 };
  if (step === "third_step")
    return { text: t("onboarding.step_3", { tab: t("shell.friends") }), tab: 2 };
  if (step === "fourth_step")
    return { text: t("onboarding.step_4", { tab: t("shell.messages") }), tab: 3 };
  return { text: t("onboarding.step_5") };
}
