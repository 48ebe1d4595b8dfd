import { useTexts } from "#lib/i18n.tsx";
import { HeartsDrawing } from "#ui/drawings/hearts.tsx";
import { type Frame, Message } from "./message.tsx";
import { ShareWays } from "./share-ways.tsx";

interface AchievementProps extends Frame {
  /** Whose it is. */
  account: string;
  kind: "answers" | "likes" | "community_answers";
  /** How many; the first answer has words of its own. */
  count: number;
}

/** Celebrates what somebody reached. */
export function Achievement({ account, kind, count, ...frame }: AchievementProps) {
  const { t, locale } = useTexts();
  const achievement = useWords(kind, count);
  return (
    <Message
      {...frame}
      title={achievement}
      drawing={<HeartsDrawing />}
      actions={
        <ShareWays
          path={`/${locale}/${account}`}
          text={t("modals.achievement_share", { achievement })}
        />
      }
    >
      {t("modals.achievement_text")}
    </Message>
  );
}

function useWords(kind: AchievementProps["kind"], n: number): string {
  const { t } = useTexts();
  if (kind === "community_answers") return t("modals.achievement_first_community_answer");
  if (kind === "answers" && n === 1) return t("modals.achievement_first_answer");
  return t(`modals.achievement_${kind}`, { n });
}
