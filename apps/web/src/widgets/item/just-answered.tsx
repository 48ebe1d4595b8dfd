import { useQuery } from "@tanstack/react-query";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import type { Item } from "@toibako/contract/items.ts";
import { type ReactNode, useState } from "react";
import { Medal } from "#features/achievements/components/medal.tsx";
import type { JustAnswered as JustAnsweredDetails } from "#features/answers/queries.ts";
import { userQuery } from "#features/profiles/queries.ts";
import type { SharedAnswer } from "#features/shares/components/answer-links.tsx";
import { LinkedPost } from "#features/shares/components/linked-post.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { RollingNumber } from "#ui/rolling-number.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { RetriedPicture } from "#ui/surfaces/retried-picture.tsx";
import { useAchievementTitle } from "#widgets/modals/achievement.tsx";
import { useCelebration } from "#widgets/modals/celebration.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { ShareLink } from "./item-actions.tsx";
import { NextStep } from "./next-step.tsx";

interface JustAnsweredProps {
  item: Item;
  answer: SharedAnswer;
  justAnswered: JustAnsweredDetails;
  /** Further buttons and settings of the question. */
  children: ReactNode;
}

/**
 * Below an answer that was just sent: the achievement that it has earned, its sharing and the next question. It
 * stands there with the answer, and rises a little when the answer has been seen.
 */
export function JustAnswered({ item, answer, justAnswered, children }: JustAnsweredProps) {
  const { t } = useTexts();
  const modal = useModal();
  const { answered_count: n, uuid_hash } = justAnswered;
  return (
    <Card
      as="section"
      aria-labelledby="just-answered"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      data-part="sharing"
    >
      {/* With large text, the words stand below the picture. */}
      <div className="flex flex-wrap gap-4">
        <SmallPicture picture={answer.pictures.tall ?? answer.pictures.question} />
        {/* As high as the picture, so that the achievement moves nothing when it appears. */}
        <div className="grid min-h-[199px] min-w-0 flex-1 basis-28 grid-cols-[minmax(0,1fr)] content-start gap-2">
          <h2 id="just-answered" className="text-lg">
            {t("shares.answer_prompt_title")}
          </h2>
          {n > 1 && <p className="text-sm text-ink-2">{t("answers.answered_in_batch", { n })}</p>}
          <AnswersCount account={item.answered_user_account} />
          <ShareLink item={item} look={{ isWide: true }} />
          <div role="status" className="empty:hidden">
            <NewAchievement />
          </div>
        </div>
      </div>
      <LinkedPost
        answer_id={answer.answer_id}
        onFailed={(failure) => modal.open("share_failure", failure)}
      />
      <NextStep answered_id={uuid_hash} />
      {children}
    </Card>
  );
}

function SmallPicture({ picture }: { picture: SharedAnswer["pictures"]["tall"] }) {
  return (
    <span className="block h-[199px] w-[112px] shrink-0 overflow-hidden rounded-lg bg-paper shadow-e1">
      {picture && (
        <RetriedPicture
          src={picture.url}
          alt={picture.alt}
          className="size-full object-contain text-transparent"
        />
      )}
    </span>
  );
}

/** How many answers the account has. It is refetched after an answer, so that the number is seen to grow. */
function AnswersCount({ account }: { account: string }) {
  const { t, tag } = useTexts();
  const user = useQuery(userQuery(account)).data?.user;
  // Keeps the place of the number.
  if (!user) return <p className="h-[1lh] text-xl" />;
  const renderNumber = () => (
    <b className="text-xl text-ink">
      <RollingNumber text={user.answers_count.toLocaleString(tag)} />
    </b>
  );
  return (
    <p className="text-sm text-ink-2">
      {t.rich("profiles.answers_count", { n: user.answers_count }, { b: renderNumber })}
    </p>
  );
}

/** The achievement that the answer has earned; appears when the server has stored it. */
function NewAchievement() {
  const [achievement, setAchievement] = useState<UserAchievement>();
  useCelebration({ hasJustAnswered: true, onEarned: setAchievement });
  return achievement && <AchievementBadge achievement={achievement} />;
}

function AchievementBadge({ achievement }: { achievement: UserAchievement }) {
  const title = useAchievementTitle(achievement);
  return (
    <p className="flex items-center gap-2 rounded-lg bg-like-soft px-3 py-1 text-sm font-bold text-like motion-safe:animate-rise">
      <span className="block w-7 shrink-0">
        <Medal {...achievement} />
      </span>
      {title}
    </p>
  );
}
