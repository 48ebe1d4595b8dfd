import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { Medal } from "#features/achievements/components/medal.tsx";
import { postAchievement } from "#features/achievements/queries.ts";
import { PostToX } from "#features/shares/components/post-to-x.tsx";
import { useWayToX } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { type Frame, Message } from "./message.tsx";
import { ShareWays } from "./share-ways.tsx";

interface AchievementProps extends Frame {
  /** Whose it is. */
  account: string;
  achievement: Pick<UserAchievement, "id" | "counted" | "count">;
}

/** Celebrates what somebody reached. */
export function Achievement({ account, achievement: reached, ...frame }: AchievementProps) {
  const { t, locale } = useTexts();
  const linked = useWayToX() === "linked";
  const achievement = useWords(reached);
  return (
    <Message
      {...frame}
      title={achievement}
      drawing={
        <span className="mx-auto block w-32 motion-safe:animate-enter">
          <Medal {...reached} />
        </span>
      }
      actions={
        <>
          {linked && (
            <PostToX
              post={() => postAchievement(reached.id)}
              on_posted={() => frame.on_open_change(false)}
            />
          )}
          <ShareWays
            path={`/${locale}/${account}`}
            text={t("modals.achievement_share", { achievement })}
            without_x={linked}
          />
        </>
      }
    >
      <p className="text-center">{t("modals.achievement_text")}</p>
    </Message>
  );
}

function useWords({ counted, count: n }: AchievementProps["achievement"]): string {
  const { t } = useTexts();
  if (counted === "community_answers") return t("modals.achievement_first_community_answer");
  if (counted === "answers" && n === 1) return t("modals.achievement_first_answer");
  return t(`modals.achievement_${counted}`, { n });
}
