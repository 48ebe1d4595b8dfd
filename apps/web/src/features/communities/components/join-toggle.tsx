import type { Community } from "@toibako/contract/communities.ts";
import { Check, Plus } from "lucide-react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Spinner } from "#ui/feedback/loader.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useMembership } from "../queries.ts";

interface JoinToggleProps {
  community: Pick<Community, "id" | "category_id" | "name" | "is_joined">;
  /** Set for visitors; called instead of joining. */
  onVisitor?: (() => void) | undefined;
  onJoined?: (() => void) | undefined;
  /** Whether the button shows no text, for narrow columns. */
  isIconOnly?: boolean;
}

/** The topic of a message that joining or leaving failed; a new attempt to join removes the message. */
const toastTopic = "membership";

/**
 * A button that joins or leaves a community. It shows the new state at once, and the old state again if the
 * server refuses. Presses are ignored until the server has replied.
 */
export function JoinToggle({
  community,
  onVisitor,
  onJoined,
  isIconOnly = false,
}: JoinToggleProps) {
  const { name } = community;
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, mutateAsync, isPending, variables } = useMembership(community);
  const is_joined = isPending ? variables : community.is_joined;

  function showFailure(error: Error) {
    const text = describeFailure(error, t("communities.membership_failed"));
    toasts.showBar("error", text, { topic: toastTopic });
  }
  function leave() {
    mutate(false, {
      onSuccess: () =>
        toasts.showToast(t("communities.left", { name }), {
          action: {
            label: t("communities.undo"),
            onPress: () => void mutateAsync(true).catch(showFailure),
          },
        }),
      onError: showFailure,
    });
  }
  function join() {
    toasts.dismiss(toastTopic);
    mutate(true, { onSuccess: () => onJoined?.(), onError: showFailure });
  }
  function toggle() {
    if (onVisitor) onVisitor();
    else if (is_joined) leave();
    else join();
  }
  const Icon = is_joined ? Check : Plus;
  const label = t(is_joined ? "communities.joined_name" : "communities.join_name", { name });
  if (isIconOnly) {
    return (
      <IconButton
        variant={is_joined ? "soft" : "outline"}
        label={label}
        icon={isPending ? <Spinner /> : <Icon size={20} aria-hidden="true" />}
        aria-disabled={isPending || undefined}
        onClick={() => isPending || toggle()}
      />
    );
  }
  return (
    <Button
      variant={is_joined ? "quiet" : "outline"}
      size="sm"
      className="shrink-0"
      isPending={isPending}
      onClick={toggle}
      aria-label={label}
    >
      {!isPending && <Icon size={18} aria-hidden="true" />}
      <span>{t(is_joined ? "communities.joined" : "communities.join")}</span>
    </Button>
  );
}
