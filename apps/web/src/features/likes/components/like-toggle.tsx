import { useProofWork } from "#lib/http/loader.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LikeButton } from "#ui/buttons/like-button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useToggleLike } from "../queries.ts";

interface LikeToggleProps {
  answer_id: string;
  likes_count: number;
  is_liked: boolean;
  /** If false, only the count is shown. */
  may_like: boolean;
  /** Set for visitors who must sign in to like; called instead of liking. */
  onVisitor?: (() => void) | undefined;
}

/** The like button of an answer. Its state comes from the cached query that contains the answer. */
export function LikeToggle({
  answer_id,
  likes_count,
  is_liked,
  may_like,
  onVisitor,
}: LikeToggleProps) {
  const { t, tag } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useToggleLike(answer_id);
  const isChecking = useProofWork() && isPending;

  function toggle() {
    const onError = () => toasts.showToast(t("likes.failed"), { type: "error" });
    mutate({ likes_count, is_liked }, { onError });
  }
  return (
    <LikeButton
      count={likes_count}
      isPressed={is_liked}
      label={isChecking ? t("common.checking") : t("likes.like")}
      locale={tag}
      isPending={isPending}
      onToggle={may_like ? (onVisitor ?? toggle) : undefined}
    />
  );
}
