import type { Translate } from "#lib/i18n/texts.tsx";
import type { CardProblem, CardRefusal } from "../queries/provider-script.ts";

const problemTexts = {
  number: "billing.problem_number",
  expiry: "billing.problem_expiry",
  security_code: "billing.problem_security_code",
  holder: "billing.problem_holder",
  api_key: "billing.problem_api_key",
  congestion: "billing.problem_congestion",
  unexpected: "billing.problem_unexpected",
} as const satisfies Record<Exclude<CardProblem, "other">, string>;

/** Says why the provider's script has made no token. */
export function getCardProblemText(t: Translate, { problem, code = "" }: CardRefusal): string {
  return problem === "other" ? t("billing.problem_other", { code }) : t(problemTexts[problem]);
}
