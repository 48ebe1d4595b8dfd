import { Link } from "@tanstack/react-router";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Share } from "lucide-react";
import { Medal } from "#features/achievements/components/medal.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface AchievementProps extends ModalProps {
  achievement: Pick<UserAchievement, "id" | "counted" | "count">;
}

/** Celebrates an achievement and offers to share it. */
export function Achievement({ achievement, ...frame }: AchievementProps) {
  const { t, locale } = useTexts();
  const title = useAchievementTitle(achievement);
  return (
    <MessageDialog
      {...frame}
      title={title}
      drawing={
        <span className="mx-auto block w-32 motion-safe:animate-rise">
          <Medal {...achievement} />
        </span>
      }
      actions={
        <Link
          to="/$locale/me/share"
          params={{ locale }}
          search={{ achievement: achievement.id }}
          className={buildButtonClass({ isWide: true })}
        >
          <Share size={19} aria-hidden="true" />
          {t("shares.share")}
        </Link>
      }
    >
      <p className="text-center">{t("modals.achievement_text")}</p>
    </MessageDialog>
  );
}

/** Returns the title that celebrates an achievement. */
export function useAchievementTitle({
  counted,
  count: n,
}: AchievementProps["achievement"]): string {
  const { t } = useTexts();
  if (counted === "community_answers") return t("modals.achievement_first_community_answer");
  if (counted === "answers" && n === 1) return t("modals.achievement_first_answer");
  return t(`modals.achievement_${counted}`, { n });
}
