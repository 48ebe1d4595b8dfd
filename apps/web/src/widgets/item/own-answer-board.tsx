import type { Item } from "@toibako/contract/items.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { Forward, Share } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { SensitivitySwitch } from "#features/answers/components/sensitivity-switch.tsx";
import { consumeJustAnswered } from "#features/answers/queries.ts";
import { AnsweredBoard } from "#features/questions/components/answered-board.tsx";
import { AnswerLinks } from "#features/shares/components/answer-links.tsx";
import { postAnswer } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useCelebrationModal } from "#widgets/modals/celebration-modal.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { useSharedAnswer } from "./item-actions.tsx";

/** The board below an account's own answer: share the answer, or pass the question on. Celebrates a new answer. */
export function OwnAnswerBoard({ question, item }: { question: Question; item: Item }) {
  const { t } = useTexts();
  const modal = useModal();
  // `question.image_url` is the picture that everybody sees. If the question is sensitive, `item.image_url`
  // is a picture for the answerer only.
  const answer = useSharedAnswer({ ...item, image_url: question.image_url });
  const [hasJustAnswered, setHasJustAnswered] = useState(false);
  // Right after answering, the sharing modal shows the new achievements itself.
  useCelebrationModal({ isPaused: hasJustAnswered });

  const post = () => postAnswer(answer.answer_id);
  const onFailed = (reason: string) => modal.open("share_failure", { post, reason });
  const offerSharing = useEffectEvent(() => {
    const justAnswered = consumeJustAnswered(item.uuid_hash);
    if (!justAnswered) return;
    setHasJustAnswered(true);
    modal.open("share_answer", { answer, justAnswered, onFailed });
  });
  useEffect(() => offerSharing(), []);

  return (
    <AnsweredBoard
      picture={{ url: answer.pictures.wide, alt: answer.alt }}
      batonButton={
        !question.is_welcome &&
        !question.associated_community && (
          <Button
            variant="outline"
            className="grow"
            aria-haspopup="dialog"
            onClick={() => modal.open("baton", { uuid_hash: question.uuid_hash })}
          >
            <Forward size={20} aria-hidden="true" />
            {t("friends.pass")}
          </Button>
        )
      }
      shareButtons={
        <>
          <Button className="grow" onClick={() => modal.open("share_answer", { answer, onFailed })}>
            <Share size={19} aria-hidden="true" />
            {t("shares.share")}
          </Button>
          <noscript>
            <AnswerLinks answer={answer} />
          </noscript>
        </>
      }
    >
      <SensitivitySwitch item={item} isInCommunity={question.associated_community !== null} />
    </AnsweredBoard>
  );
}
