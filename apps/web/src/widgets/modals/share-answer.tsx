import type { SharedAnswer } from "#features/shares/components/answer-links.tsx";
import { AnswerSharing } from "#features/shares/components/answer-sharing.tsx";
import { PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { postAnswer, useXPostMethod } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

interface ShareAnswerProps extends ModalProps {
  answer: SharedAnswer;
  /** Set for the account's own answer; called if posting from the linked account failed, with the reason. */
  onFailed?: (reason: string) => void;
}

/** Shares an answer of the account or of somebody else. */
export function ShareAnswer({ answer, onFailed, ...frame }: ShareAnswerProps) {
  const { t } = useTexts();
  return (
    <Sheet {...frame} title={t("shares.answer_title")} closeLabel={t("common.close")}>
      <AnswerSharing answer={answer} />
      {onFailed && (
        <div className="mt-3">
          <LinkedPost
            answer={answer}
            onPosted={() => frame.onOpenChange(false)}
            onFailed={onFailed}
          />
        </div>
      )}
    </Sheet>
  );
}

interface LinkedPostProps {
  answer: SharedAnswer;
  onPosted?: () => void;
  onFailed: (reason: string) => void;
}

/** A button that posts the answer from the linked account on X; renders nothing if no account is linked. */
export function LinkedPost({ answer, ...outcome }: LinkedPostProps) {
  const { t } = useTexts();
  if (useXPostMethod() !== "linked") return null;
  return (
    <PostToXButton
      post={() => postAnswer(answer.answer_id)}
      {...outcome}
      label={t("shares.linked_post")}
      variant="outline"
    />
  );
}
