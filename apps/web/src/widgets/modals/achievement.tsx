import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Medal } from "#features/achievements/components/medal.tsx";
import { postAchievement } from "#features/achievements/queries.ts";
import { PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { useXPostMethod } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";
import { ShareLinks } from "./share-links.tsx";

interface AchievementProps extends ModalProps {
  /** The account that earned the achievement. */
  account: string;
  achievement: Pick<UserAchievement, "id" | "counted" | "count">;
}

/** Celebrates an achievement and offers to share it. */
export function Achievement({ account, achievement, ...frame }: AchievementProps) {
  const { t, locale } = useTexts();
  const isXLinked = useXPostMethod() === "linked";
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
        <>
          {isXLinked && (
            <PostToXButton
              post={() => postAchievement(achievement.id)}
              onPosted={() => frame.onOpenChange(false)}
            />
          )}
          <ShareLinks
            path={`/${locale}/${account}`}
            text={t("modals.achievement_share", { achievement: title })}
            isXHidden={isXLinked}
          />
        </>
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
