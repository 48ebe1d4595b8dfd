import { useQuery } from "@tanstack/react-query";
import { achievementKinds, type UserAchievement } from "@toibako/contract/achievements.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { achievementsQuery } from "../queries.ts";
import { Medal } from "./medal.tsx";

/** All achievements. Earned ones are buttons, the others are outlines. */
export function Medals({ onOpen }: { onOpen: (achievement: UserAchievement) => void }) {
  const { t } = useTexts();
  const list = useQuery(achievementsQuery());
  const { data } = list;
  if (!data) {
    return (
      <LoadingState query={list} skeleton="row" title={t("achievements.failed")} heading={3} />
    );
  }
  const earnedByKind = new Map(
    data.user_achievements.map((achievement) => [achievement.kind, achievement]),
  );
  return (
    <ul className="grid list-none grid-cols-2 gap-3 min-[26rem]:grid-cols-3">
      {achievementKinds.map((kind) => {
        const achievement = earnedByKind.get(kind);
        return (
          <li key={kind}>
            {achievement ? (
              <button
                type="button"
                onClick={() => onOpen(achievement)}
                className="grid w-full justify-items-center gap-1 rounded-xl bg-paper px-2 py-3 text-center text-ink-on-paper transition-transform duration-120 hover:brightness-98 active:scale-[0.98]"
              >
                <span className="w-20">
                  <Medal {...achievement} />
                </span>
                <span className="text-sm leading-snug font-bold">
                  <AchievementName {...achievement} />
                </span>
                <FormattedDate
                  at={achievement.earned_at}
                  form="day"
                  text={achievement.formatted_date}
                  className="text-xs"
                />
              </button>
            ) : (
              <UpcomingMedal kind={kind} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function UpcomingMedal({ kind }: { kind: UserAchievement["kind"] }) {
  const { t } = useTexts();
  // A kind is what is counted and the number to reach, such as `community_answers_1`.
  const separatorIndex = kind.lastIndexOf("_");
  const goal = {
    counted: kind.slice(0, separatorIndex) as UserAchievement["counted"],
    count: Number(kind.slice(separatorIndex + 1)),
  };
  return (
    <div className="grid justify-items-center gap-1 px-2 py-3 text-center text-ink-2">
      <span className="w-20">
        <Medal {...goal} isUpcoming />
      </span>
      <span className="text-sm leading-snug">
        <AchievementName {...goal} />
      </span>
      <span className="text-xs">{t("achievements.not_yet")}</span>
    </div>
  );
}

function AchievementName({ counted, count }: Pick<UserAchievement, "counted" | "count">) {
  const { t } = useTexts();
  if (counted === "community_answers") return <span>{t("achievements.community_answers")}</span>;
  if (counted === "answers" && count === 1) return <span>{t("achievements.first_answer")}</span>;
  return <span>{t(`achievements.${counted}`, { n: count })}</span>;
}
