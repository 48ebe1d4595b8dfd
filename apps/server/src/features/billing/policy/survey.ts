import type { SurveyAnswer } from "@toibako/contract/billing/cancellation.ts";

/** The first two questions are answered by a text, the third by choices, of which the last needs a text. */
const textChoices = [1, 2, 6];

/** Whether the answers of a survey are complete: both texts, and at least one choice of the third question. */
export function isCompleteSurvey(answers: readonly SurveyAnswer[]): boolean {
  const chosen = answers.map(({ select }) => select);
  return (
    new Set(chosen).size === chosen.length &&
    chosen.includes(1) &&
    chosen.includes(2) &&
    chosen.some((select) => select >= 3) &&
    answers.every(
      ({ select, other }) => textChoices.includes(select) === (other?.trim() ?? "") > "",
    )
  );
}
