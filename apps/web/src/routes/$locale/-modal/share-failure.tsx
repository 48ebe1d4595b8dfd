import { useState } from "react";
import { PostFailure, PostToX } from "#features/shares/components/post-to-x.tsx";
import { postAnswer } from "#features/shares/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { type Frame, Message } from "./message.tsx";
import type { SharedAnswer } from "./share-answer.tsx";

interface ShareFailureProps extends Frame {
  answer: SharedAnswer;
  reason: string;
}

/** Says that an answer was not shared and why, and lets one try again. */
export function ShareFailure({ answer, reason, ...frame }: ShareFailureProps) {
  const { t } = useTexts();
  const [latest, setLatest] = useState(reason);
  return (
    <Message
      {...frame}
      title={t("shares.failure_title")}
      actions={
        <PostToX
          post={() => postAnswer(answer.answer_id)}
          on_posted={() => frame.on_open_change(false)}
          on_failed={setLatest}
          label={t("shares.share_again")}
        />
      }
    >
      <PostFailure reason={latest} />
    </Message>
  );
}
