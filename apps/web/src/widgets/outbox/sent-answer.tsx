import type { SentAnswer as Answer } from "@toibako/contract/outbox.ts";
import type { ReactElement } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { LikeToggle } from "#features/likes/components/like-toggle.tsx";
import { SentCard } from "#features/outbox/components/sent-card.tsx";
import { WaitingList } from "#features/outbox/components/waiting-list.tsx";
import { SensitiveNotice } from "#features/profiles/components/sensitive-notice.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";

/** An answer to a question that the reader sent, with a like button and further actions. */
export function SentAnswer({ answer, children }: { answer: Answer; children: ReactElement }) {
  const user = useCurrentUser();
  return (
    <SentCard
      answer={answer}
      text={answer.text && <FoldedText text={answer.text} />}
      withheldNotice={<SensitiveNotice theme={answer.card_theme} heading={2} />}
      actions={
        <>
          <LikeToggle
            answer_id={answer.id_hash}
            likes_count={answer.likes_count}
            is_liked={answer.has_been_liked_by_current_user}
            may_like={answer.answered_user_toibako_id !== user?.account}
          />
          {children}
        </>
      }
    />
  );
}

/** The reader's questions that have no answer yet. */
export function WaitingQuestions() {
  return (
    <WaitingList
      renderText={(body) => <FoldedText text={body} lines={3} textClass="written running-text" />}
    />
  );
}
