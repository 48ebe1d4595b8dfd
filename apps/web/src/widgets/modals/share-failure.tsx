import { useState } from "react";
import type { SharedAnswer } from "#features/shares/components/answer-links.tsx";
import { PostFailure, PostToX } from "#features/shares/components/post-to-x.tsx";
import { postAnswer } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { MessageDialog, type ModalFrame } from "./message-dialog.tsx";

interface ShareFailureProps extends ModalFrame {
  answer: Pick<SharedAnswer, "answer_id">;
  reason: string;
}

/** Says why an answer was not shared, with a button to retry. */
export function ShareFailure({ answer, reason, ...frame }: ShareFailureProps) {
  const { t } = useTexts();
  const [latestReason, setLatestReason] = useState(reason);
  return (
    <MessageDialog
      {...frame}
      title={t("shares.failure_title")}
      actions={
        <PostToX
          post={() => postAnswer(answer.answer_id)}
          onPosted={() => frame.onOpenChange(false)}
          onFailed={setLatestReason}
          label={t("shares.share_again")}
        />
      }
    >
      <PostFailure reason={latestReason} />
    </MessageDialog>
  );
}
