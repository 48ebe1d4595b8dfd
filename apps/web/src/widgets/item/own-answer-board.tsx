import type { Item } from "@toibako/contract/items.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { Forward, Share } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Sensitivity } from "#features/answers/components/sensitivity.tsx";
import { consumeJustAnswered } from "#features/answers/queries.ts";
import { AnsweredBoard } from "#features/questions/components/answered-board.tsx";
import { useWayToX } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useCelebration } from "#widgets/modals/celebration.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { useSharedAnswer } from "./item-actions.tsx";

/** For the author of an answer: share it, pass the question on, and celebrate a new answer. */
export function OwnAnswerBoard({ question, item }: { question: Question; item: Item }) {
  const { t } = useTexts();
  const modal = useModal();
  const answer = useSharedAnswer(item);
  const isXLinked = useWayToX() === "linked";
  const [hasJustAnswered, setHasJustAnswered] = useState(false);
  useCelebration(hasJustAnswered);

  // The share modal opens by itself only with a linked X account; see docs/decisions/0010.
  const offerSharing = useEffectEvent(() => {
    if (!consumeJustAnswered(item.uuid_hash)) return;
    setHasJustAnswered(true);
    if (!isXLinked) return;
    const onFailed = (reason: string) => modal.open("share_failure", { answer, reason });
    modal.open("share_answer", { answer, onFailed });
  });
  useEffect(() => offerSharing(), []);

  return (
    <AnsweredBoard
      question={question}
      baton={
        <Button
          variant="outline"
          className="grow"
          aria-haspopup="dialog"
          onClick={() => modal.open("baton", { uuid_hash: question.uuid_hash })}
        >
          <Forward size={20} aria-hidden="true" />
          {t("friends.pass")}
        </Button>
      }
      share={
        <Button onClick={() => modal.open("share_answer", { answer })}>
          <Share size={19} aria-hidden="true" />
          {t("shares.share")}
        </Button>
      }
    >
      <Sensitivity item={item} />
    </AnsweredBoard>
  );
}
