import { useQuery } from "@tanstack/react-query";
import { Link, linkOptions, useRouter } from "@tanstack/react-router";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { useState } from "react";
import { Medal } from "#features/achievements/components/medal.tsx";
import { communitySuggestionsQuery } from "#features/communities/queries.ts";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import type { SharedAnswer } from "#features/shares/components/answer-links.tsx";
import { AnswerSharing } from "#features/shares/components/answer-sharing.tsx";
import { PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { postAnswer, useXPostMethod } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { useAchievementTitle } from "./achievement.tsx";
import { useCelebration } from "./celebration.ts";
import type { ModalProps } from "./modal-props.ts";

interface ShareAnswerProps extends ModalProps {
  answer: SharedAnswer;
  /** Set right after answering: the question's id, and the number of questions that were answered together. */
  justAnswered?: { uuid_hash: string; answered_count: number };
  /** Called if posting from the linked account failed, with the reason. */
  onFailed: (reason: string) => void;
}

/**
 * Shares the account's own answer. Right after answering, the sheet also shows a new achievement and links to
 * the next question. If the server says that communities should be suggested now, closing the sheet and
 * following this link lead to the suggestions first.
 */
export function ShareAnswer({ answer, justAnswered, onFailed, ...frame }: ShareAnswerProps) {
  const { t, locale } = useTexts();
  const router = useRouter();
  const suggestions = useQuery({
    ...communitySuggestionsQuery(),
    enabled: justAnswered !== undefined,
  });
  const isSuggesting = justAnswered !== undefined && suggestions.data?.is_due === true;

  function changeOpen(isOpen: boolean) {
    frame.onOpenChange(isOpen);
    if (isOpen || !isSuggesting) return;
    void router.navigate(linkToSuggestions(locale, router.state.location.href));
  }
  const close = () => changeOpen(false);
  const count = justAnswered?.answered_count ?? 1;
  return (
    <Sheet
      {...frame}
      onOpenChange={changeOpen}
      title={t(justAnswered ? "shares.answer_prompt_title" : "shares.answer_title")}
      closeLabel={t("common.close")}
      footer={
        justAnswered && (
          <NextSteps
            answered_id={justAnswered.uuid_hash}
            isSuggesting={isSuggesting}
            onClose={close}
          />
        )
      }
    >
      {count > 1 && (
        <p className="mb-3 text-sm text-ink-2">{t("answers.answered_in_batch", { n: count })}</p>
      )}
      <div className="pt-4">
        <AnswerSharing answer={answer} badge={justAnswered && <NewAchievement />} />
        <LinkedPost answer={answer} onPosted={close} onFailed={onFailed} />
      </div>
    </Sheet>
  );
}

/** Links to the page that suggests communities, which then continues to `next`. */
const linkToSuggestions = (locale: Locale, next: string) =>
  linkOptions({ to: "/$locale/communities/suggestions", params: { locale }, search: { next } });

/** The achievement that the answer has earned; appears when the server has stored it. */
function NewAchievement() {
  const [achievement, setAchievement] = useState<UserAchievement>();
  useCelebration({ hasJustAnswered: true, onEarned: setAchievement });
  return achievement && <AchievementBadge achievement={achievement} />;
}

function AchievementBadge({ achievement }: { achievement: UserAchievement }) {
  const title = useAchievementTitle(achievement);
  return (
    <p className="flex items-center gap-1.5 rounded-full bg-like-soft py-1 pr-4 pl-2 text-sm font-bold text-like shadow-e1 motion-safe:animate-rise">
      <span className="-my-2 block w-8">
        <Medal {...achievement} />
      </span>
      {title}
    </p>
  );
}

interface LinkedPostProps extends Pick<ShareAnswerProps, "answer" | "onFailed"> {
  onPosted: () => void;
}

/** A button that posts the answer from the linked account on X; renders nothing if no account is linked. */
function LinkedPost({ answer, ...outcome }: LinkedPostProps) {
  const { t } = useTexts();
  if (useXPostMethod() !== "linked") return null;
  return (
    <div className="mt-3">
      <PostToXButton
        post={() => postAnswer(answer.answer_id)}
        {...outcome}
        label={t("shares.linked_post")}
        variant="outline"
      />
    </div>
  );
}

interface NextStepsProps {
  /** The id of the question that was just answered. */
  answered_id: string;
  isSuggesting: boolean;
  onClose: () => void;
}

/** A link to the next question, if there is one, and a button that closes the sheet. */
function NextSteps({ answered_id, isSuggesting, onClose }: NextStepsProps) {
  const { t, locale } = useTexts();
  const { data, isPending } = useQuery(nextQuestionsQuery());
  const next = data?.items.find(({ uuid_hash }) => uuid_hash !== answered_id);
  // A list that was loaded before answering still counts the answered question.
  const isOutdated = data?.items.some(({ uuid_hash }) => uuid_hash === answered_id) ?? false;
  const n = (data?.pager.total_count ?? 0) - (isOutdated ? 1 : 0);
  return (
    <div className="grid flex-1 gap-1">
      {/* Reserves the place of the link while the list loads, so that nothing moves when the reader presses. */}
      {isPending && <div className="h-13" />}
      {next && (
        <Link
          {...(isSuggesting
            ? linkToSuggestions(locale, `/${locale}/q/${next.uuid_hash}`)
            : linkOptions({ to: "/$locale/q/$uuid", params: { locale, uuid: next.uuid_hash } }))}
          className={buildButtonClass({ size: "lg", isWide: true })}
        >
          {t("shares.next_question", { n })}
        </Link>
      )}
      <Button variant={next || isPending ? "text" : "primary"} isWide onClick={onClose}>
        {t("shares.see_answer")}
      </Button>
    </div>
  );
}
