import type { Item } from "@toibako/contract/items.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { Forward } from "lucide-react";
import { useEffect } from "react";
import { SensitivitySwitch } from "#features/answers/components/sensitivity-switch.tsx";
import { useJustAnswered } from "#features/answers/queries.ts";
import { AnsweredBoard } from "#features/questions/components/answered-board.tsx";
import { AnswerLinks } from "#features/shares/components/answer-links.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useLazyModule } from "#ui/lazy-module.ts";
import { useCelebrationModal } from "#widgets/modals/celebration-modal.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { ShareLink, useSharedAnswer } from "./item-actions.tsx";
import { justAnsweredPart } from "./just-answered-part.ts";

/** The board below an account's own answer: share the answer, or pass the question on. Celebrates a new answer. */
export function OwnAnswerBoard({ question, item }: { question: Question; item: Item }) {
  const { t } = useTexts();
  const modal = useModal();
  // `question.image_url` is the picture that everybody sees. If the question is sensitive, `item.image_url`
  // is a picture for the answerer only.
  const answer = useSharedAnswer({ ...item, image_url: question.image_url });
  const justAnswered = useJustAnswered(item.uuid_hash);
  const JustAnswered = useLazyModule(justAnsweredPart, justAnswered !== undefined, () => {});
  // Right after answering, the new achievement is shown below the answer.
  useCelebrationModal({ isPaused: justAnswered !== undefined });
  // The form that had the focus is gone.
  useEffect(() => {
    if (justAnswered && document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [justAnswered]);

  const batonButton = !question.is_welcome && !question.associated_community && (
    <Button
      variant="outline"
      className="grow"
      aria-haspopup="dialog"
      onClick={() => modal.open("baton", { uuid_hash: question.uuid_hash })}
    >
      <Forward size={20} aria-hidden="true" />
      {t("friends.pass")}
    </Button>
  );
  const sensitivity = (
    <SensitivitySwitch item={item} isInCommunity={question.associated_community !== null} />
  );
  if (justAnswered) {
    // The empty space keeps the answers below in their place while the code is loading.
    if (!JustAnswered) return <div className="min-h-dvh" />;
    return (
      <JustAnswered item={item} answer={answer} justAnswered={justAnswered}>
        {batonButton}
        {sensitivity}
      </JustAnswered>
    );
  }
  return (
    <AnsweredBoard
      picture={answer.pictures.wide}
      batonButton={batonButton}
      shareButtons={
        <>
          <ShareLink item={item} look={{ className: "grow" }} />
          <noscript>
            <AnswerLinks answer={answer} />
          </noscript>
        </>
      }
    >
      {sensitivity}
    </AnsweredBoard>
  );
}
