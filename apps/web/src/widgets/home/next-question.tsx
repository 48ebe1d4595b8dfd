import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { PenLine } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { NoQuestions } from "#features/inbox/components/no-questions.tsx";
import { ReceivedLetter } from "#features/inbox/components/received-letter.tsx";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import { ProfileShareButtons } from "#features/shares/components/profile-share-buttons.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { putAside } from "#ui/motions/later.ts";
import { HomeCard, HomeLink } from "./home-card.tsx";

/** The newest received questions, one at a time; if there are none, an invitation to share the box. */
export function NextQuestion({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const list = useQuery(nextQuestionsQuery());
  const [skippedCount, setSkippedCount] = useState(0);
  const letter = useRef<HTMLDivElement>(null);
  const showNext = () => flushSync(() => setSkippedCount(skippedCount + 1));
  const { data } = list;
  if (!data) {
    return (
      <LoadingState query={list} skeleton="letter" title={t("inbox.failed_title")}>
        {t("inbox.failed_text")}
      </LoadingState>
    );
  }
  const { items, pager } = data;
  const item = items[skippedCount % items.length];
  if (!item) {
    return (
      <HomeCard>
        <NoQuestions
          status="unread"
          action={
            <div className="lg:hidden">
              <ProfileShareButtons account={account} />
            </div>
          }
        />
      </HomeCard>
    );
  }
  const others = pager.total_count - 1;
  return (
    <HomeCard
      title={t("inbox.next_question")}
      link={
        others > 0 && (
          <HomeLink
            render={<Link to="/$locale/me/home" params={{ locale }} search={{ tab: "received" }} />}
          >
            {t("inbox.other_questions", { n: others })}
          </HomeLink>
        )
      }
    >
      <div ref={letter} data-part="next-letter">
        <QuestionToAnswer
          key={item.uuid_hash}
          item={item}
          onLater={items.length > 1 ? () => putAside(letter.current, showNext) : undefined}
        />
      </div>
    </HomeCard>
  );
}

interface QuestionToAnswerProps {
  item: ReceivedItem;
  /** Shows the next question; undefined if there is no other. */
  onLater: (() => void) | undefined;
}

/** A question with the form to answer it. Phones show the form after a press; wide screens always show it. */
function QuestionToAnswer({ item, onLater }: QuestionToAnswerProps) {
  const { t } = useTexts();
  const router = useRouter();
  const [isAnswering, setIsAnswering] = useState(false);
  const [picked, setPicked] = useState<number>();
  function closeForm() {
    setIsAnswering(false);
    setPicked(undefined);
  }
  function pickAndAnswer(index: number) {
    setPicked(index);
    setIsAnswering(true);
  }
  const laterButton = onLater && (
    <Button variant="outline" onClick={onLater}>
      {t("inbox.later")}
    </Button>
  );
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div data-paper={item.paper} className="-mx-2 rounded-xl p-2">
        <ReceivedLetter
          item={item}
          size="md"
          isReported={false}
          // Wide screens always show the form, which has the options.
          options={isAnswering ? "hidden" : { onPick: pickAndAnswer, className: "lg:hidden" }}
        />
      </div>
      <div className={isAnswering ? undefined : "hidden lg:block"}>
        <AnswerForm
          question={item}
          picked={picked}
          onAnswered={(location) => router.navigate({ href: location })}
          {...(isAnswering ? { onClose: closeForm } : { action: laterButton })}
        />
      </div>
      {!isAnswering && (
        <div className="flex flex-wrap items-center gap-2 lg:hidden">
          <Button className="flex-1" onClick={() => setIsAnswering(true)}>
            <PenLine size={18} aria-hidden="true" />
            {t("inbox.answer")}
          </Button>
          {laterButton}
        </div>
      )}
    </article>
  );
}
