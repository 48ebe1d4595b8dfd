import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** What was reached, in a few words. */
export function AchievementName({ counted, count }: Pick<UserAchievement, "counted" | "count">) {
  const { t } = useTexts();
  if (counted === "community_answers") return t("achievements.community_answers");
  if (counted === "answers" && count === 1) return t("achievements.first_answer");
  return t(`achievements.${counted}`, { n: count });
}
