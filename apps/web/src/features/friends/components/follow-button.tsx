import { UserCheck, UserPlus } from "lucide-react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useFollow } from "../queries/people.ts";

interface FollowButtonProps {
  account: string;
  displaying_name: string;
  is_friend: boolean;
  /** Set for visitors; called instead of following. */
  onVisitor?: (() => void) | undefined;
  /** Called with the new state, for lists whose cached replies don't contain it. */
  onChanged?: (is_friend: boolean) => void;
}

/** A button that follows an account or unfollows it. */
export function FollowButton(props: FollowButtonProps) {
  const { account, displaying_name: name, is_friend, onVisitor, onChanged } = props;
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useFollow(account);

  function toggle() {
    if (onVisitor) return onVisitor();
    mutate(!is_friend, {
      onSuccess: (followState) => onChanged?.(followState.is_friend),
      onError: (error) => {
        toasts.showToast(describeFailure(error, t("friends.failed")), { type: "error" });
      },
    });
  }
  const Icon = is_friend ? UserCheck : UserPlus;
  return (
    <Button
      variant={is_friend ? "quiet" : "outline"}
      size="sm"
      className="shrink-0"
      isPending={isPending}
      onClick={toggle}
      aria-label={t(is_friend ? "friends.following_name" : "friends.follow_name", { name })}
    >
      {!isPending && <Icon size={18} aria-hidden="true" />}
      <span>{t(is_friend ? "friends.following" : "friends.follow")}</span>
    </Button>
  );
}
