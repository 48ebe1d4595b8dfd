import { useState } from "react";
import { PostFailure, PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface ShareFailureProps extends ModalProps {
  /** Tries again to post. */
  post: () => Promise<unknown>;
  reason: string;
}

/** Says why posting from the linked account failed, and has a button to retry. */
export function ShareFailure({ post, reason, ...frame }: ShareFailureProps) {
  const { t } = useTexts();
  const [latestReason, setLatestReason] = useState(reason);
  return (
    <MessageDialog
      {...frame}
      title={t("shares.failure_title")}
      actions={
        <PostToXButton
          post={post}
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
