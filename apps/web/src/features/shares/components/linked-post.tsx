import { useTexts } from "#lib/i18n/texts.tsx";
import { postAnswer, useXPostMethod } from "../queries.ts";
import { PostToXButton } from "./post-to-x-button.tsx";

interface LinkedPostProps {
  answer_id: string;
  onFailed: (reason: string) => void;
}

/** A button that posts the answer from the linked account on X; renders nothing if no account is linked. */
export function LinkedPost({ answer_id, onFailed }: LinkedPostProps) {
  const { t } = useTexts();
  if (useXPostMethod() !== "linked") return null;
  return (
    <PostToXButton
      post={() => postAnswer(answer_id)}
      onFailed={onFailed}
      label={t("shares.linked_post")}
      variant="outline"
    />
  );
}
