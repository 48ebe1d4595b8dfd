import { Link } from "@tanstack/react-router";
import { type Community, maxJoinedCommunities } from "@toibako/contract/communities.ts";
import type { ReactNode, SubmitEvent } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Checkbox } from "#ui/forms/choice.tsx";
import { useJoinCommunities } from "../queries.ts";
import { CommunityIcon } from "./community-icon.tsx";

export interface SuggestionFormProps {
  communities: Community[];
  /** The communities that the account has joined already; shown as ticked. */
  joined?: Community[];
  /** How many communities the account may still join. */
  remaining: number;
  /** The ids of the ticked communities, which the page keeps while it shows other forms. */
  ticked: string[];
  onTick: (ids: string[]) => void;
  /** Called after the ticked communities were joined, or immediately if none is ticked. */
  onDone: () => void;
  /** By default, the button says that it continues to the next page. */
  submitLabel?: string;
  pendingLabel?: string;
  /** Whether the button stays pending after `onDone` was called. */
  isFinishing?: boolean;
  /** The button that leads to the previous page. */
  previous?: ReactNode;
}

/**
 * Checkboxes to join several communities at once. When the account may join no more communities, the unticked
 * boxes are disabled. If `remaining` is 0, the form says where the reader can leave a community. With
 * `method="dialog"`, pressing the button before hydration sends nothing.
 */
export function SuggestionForm({
  communities,
  joined = [],
  remaining,
  ticked,
  onTick,
  onDone,
  submitLabel,
  pendingLabel,
  isFinishing = false,
  previous,
}: SuggestionFormProps) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending } = useJoinCommunities();
  const isFull = ticked.length >= remaining;

  function toggle(id: string) {
    const others = ticked.filter((tickedId) => tickedId !== id);
    onTick(others.length < ticked.length ? others : [...ticked, id]);
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending || isFinishing) return;
    if (ticked.length === 0) return onDone();
    mutate(ticked, {
      onSuccess: onDone,
      onError: (error) =>
        toasts.showBar("error", describeFailure(error, t("communities.request_failed"))),
    });
  }
  return (
    <form method="dialog" onSubmit={submit} className="grid gap-5">
      {remaining === 0 && (
        <Callout>
          {t.rich(
            "communities.all_joined",
            { n: maxJoinedCommunities },
            {
              list: (children) => (
                <Link to="/$locale/communities" params={{ locale }} className="underline">
                  {children}
                </Link>
              ),
            },
          )}
        </Callout>
      )}
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="sr-only">{t("shell.communities")}</legend>
        {joined.map((community) => (
          <CommunityCheckbox key={community.id} community={community} checked disabled />
        ))}
        {communities.map((community) => (
          <CommunityCheckbox
            key={community.id}
            community={community}
            checked={ticked.includes(community.id)}
            disabled={isFull && !ticked.includes(community.id)}
            onChange={() => toggle(community.id)}
          />
        ))}
      </fieldset>
      <div className="sticky bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-bg px-4 py-2.5">
        {previous}
        <p
          role="status"
          className="min-w-0 flex-1 basis-24 text-right text-sm leading-snug tabular-nums text-ink-2"
        >
          {t("communities.may_choose", { n: Math.max(0, remaining - ticked.length) })}
        </p>
        <Button
          type="submit"
          isPending={isPending || isFinishing}
          pendingLabel={pendingLabel ?? t("communities.joining")}
        >
          {submitLabel ?? t(ticked.length > 0 ? "communities.join_and_next" : "communities.next")}
        </Button>
      </div>
    </form>
  );
}

interface CommunityCheckboxProps {
  community: Community;
  checked: boolean;
  disabled: boolean;
  onChange?: () => void;
}

function CommunityCheckbox({ community, ...box }: CommunityCheckboxProps) {
  const { icon_uri, name, description } = community;
  return (
    <Checkbox
      label={
        <span className="flex min-w-0 items-center gap-3">
          <CommunityIcon src={icon_uri} size={40} className="-my-1" />
          <span className="min-w-0 leading-snug font-bold">
            <bdi>#{name}</bdi>
          </span>
        </span>
      }
      hint={
        <span dir="auto" className="running-text mt-1 line-clamp-3">
          {description}
        </span>
      }
      {...box}
      readOnly={!box.onChange}
      // The text of a disabled box is not greyed out, so that it stays readable.
      className="rounded-xl bg-surface px-4 py-4 shadow-e1 has-checked:ring-2 has-checked:ring-brand has-disabled:opacity-100! [&>input]:mt-1 [&>input:disabled:not(:checked)]:border-line [&>input:disabled:not(:checked)]:bg-surface-2"
    />
  );
}
