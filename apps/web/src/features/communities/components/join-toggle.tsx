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
  /** Called instead of joining, if a visitor presses the button. */
  onVisitor?: (() => void) | undefined;
  onJoined?: (() => void) | undefined;
  /** Only the icon, for narrow columns. */
  isIcon?: boolean;
}

/** The topic of messages about joining and leaving; a new message replaces the previous one. */
const topic = "membership";

/**
 * Joins or leaves a community. Shows the new state at once, and the old one again if the server refuses.
 * Ignores presses until the server has replied.
 */
export function JoinToggle({ community, onVisitor, onJoined, isIcon = false }: JoinToggleProps) {
  const { name } = community;
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, mutateAsync, isPending, variables } = useMembership(community);
  const is_joined = isPending ? variables : community.is_joined;

  function fail(error: Error) {
    toasts.show("error", describeFailure(error, t("communities.membership_failed")), { topic });
  }
  function leave() {
    mutate(false, {
      onSuccess: () =>
        toasts.toast(t("communities.left", { name }), {
          action: {
            label: t("communities.undo"),
            onPress: () => void mutateAsync(true).catch(fail),
          },
        }),
      onError: fail,
    });
  }
  function join() {
    toasts.dismiss(topic);
    mutate(true, { onSuccess: () => onJoined?.(), onError: fail });
  }
  function press() {
    if (onVisitor) onVisitor();
    else if (is_joined) leave();
    else join();
  }
  const Icon = is_joined ? Check : Plus;
  const label = t(is_joined ? "communities.joined_name" : "communities.join_name", { name });
  if (isIcon) {
    return (
      <IconButton
        variant={is_joined ? "soft" : "outline"}
        label={label}
        icon={isPending ? <Spinner /> : <Icon size={20} aria-hidden="true" />}
        aria-disabled={isPending || undefined}
        onClick={() => isPending || press()}
      />
    );
  }
  return (
    <Button
      variant={is_joined ? "quiet" : "outline"}
      size="sm"
      className="shrink-0"
      pending={isPending}
      onClick={press}
      aria-label={label}
    >
      {!isPending && <Icon size={18} aria-hidden="true" />}
      {t(is_joined ? "communities.joined" : "communities.join")}
    </Button>
  );
}
