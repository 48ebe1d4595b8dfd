import { useMutation } from "@tanstack/react-query";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import type { ButtonLook } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { XMark } from "#ui/marks/x.tsx";

interface PostToXButtonProps {
  post: () => Promise<unknown>;
  onPosted?: () => void;
  /** Called with the reason of a failure. If it is left out, the reason is shown above the button. */
  onFailed?: (reason: string) => void;
  label?: string;
  variant?: ButtonLook["variant"];
}

/** A button that posts from the linked X account. */
export function PostToXButton({ post, onPosted, onFailed, label, variant }: PostToXButtonProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const getReason = (error: Error) =>
    (error instanceof ApiError ? error.messages[0] : undefined) ?? t("shares.failure_again");
  const { mutate, isPending, error } = useMutation({
    mutationFn: post,
    onSuccess() {
      toasts.showBar("success", t("shares.linked_x_posted"));
      onPosted?.();
    },
    onError: (cause) => onFailed?.(getReason(cause)),
  });
  return (
    <>
      {error && !onFailed && <PostFailure reason={getReason(error)} />}
      <Button
        isWide
        {...(variant && { variant })}
        isPending={isPending}
        pendingLabel={t("shares.linked_x_pending")}
        onClick={() => mutate()}
      >
        <XMark />
        {label ?? t("shares.linked_post")}
      </Button>
    </>
  );
}

export function PostFailure({ reason }: { reason: string }) {
  const { t } = useTexts();
  return (
    <Callout tone="error">
      <p className="font-bold">{t("shares.x_failure_title")}</p>
      <p>{reason}</p>
    </Callout>
  );
}
