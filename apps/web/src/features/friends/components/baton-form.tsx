import type { BatonFriend } from "@toibako/contract/friends.ts";
import { Forward } from "lucide-react";
import { type SubmitEvent, useRef, useState } from "react";
import { getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import type { More } from "#lib/page/growing-list.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Checkbox } from "#ui/forms/choice.tsx";
import { usePassBaton } from "../queries/people.ts";

interface BatonFormProps {
  uuid_hash: string;
  /** At least one friend. */
  friends: BatonFriend[];
  /** To how many further friends the question may be passed on. */
  left: number;
  more: More;
  onPassed: () => void;
}

/** The form that picks friends and passes the question on to them. */
export function BatonForm({ uuid_hash, friends, left, more, onPassed }: BatonFormProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [picked, setPicked] = useState<string[]>([]);
  const { mutate, isPending, error } = usePassBaton(uuid_hash);
  const rows = useRef<HTMLFieldSetElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const remaining = left - picked.length;

  function toggle(account: string) {
    const others = picked.filter((pickedAccount) => pickedAccount !== account);
    setPicked(others.length < picked.length ? others : [...picked, account]);
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isPending) return;
    if (picked.length === 0) {
      setIsRefused(true);
      rows.current?.querySelector<HTMLElement>("input:enabled")?.focus();
      return;
    }
    mutate(picked, {
      onSuccess: () => {
        toasts.showToast(t("friends.passed"), { type: "success" });
        onPassed();
      },
    });
  }
  return (
    <form method="dialog" onSubmit={submit} className="grid gap-4">
      <p className="text-sm text-ink-2">{t("friends.baton_text")}</p>
      <fieldset ref={rows} className="grid gap-1">
        <legend className="sr-only">{t("friends.baton_friends")}</legend>
        {friends.map((friend) => (
          <Checkbox
            key={friend.account}
            label={<FriendName friend={friend} />}
            checked={friend.is_passed || picked.includes(friend.account)}
            disabled={friend.is_passed || (remaining <= 0 && !picked.includes(friend.account))}
            onChange={() => toggle(friend.account)}
            className="rounded-lg px-2 hover:bg-surface-2 [&>input]:mt-2"
          />
        ))}
      </fieldset>
      <LoadMore more={more} rows={rows} count={friends.length} />
      {error && <Refusal error={error} />}
      <div className="sticky bottom-0 grid gap-1 bg-surface pt-2">
        {isRefused && picked.length === 0 && (
          <p role="alert" className="text-center text-sm font-semibold text-danger">
            {t("friends.baton_required")}
          </p>
        )}
        <p role="status" className="text-center text-sm tabular-nums text-ink-2">
          {t("friends.baton_left", { n: Math.max(0, remaining) })}
        </p>
        <Button type="submit" isWide isPending={isPending} pendingLabel={t("friends.passing")}>
          <Forward size={20} aria-hidden="true" />
          {t("friends.pass")}
        </Button>
      </div>
    </form>
  );
}

function FriendName({
  friend: { account, displaying_name, icon_url, is_passed },
}: {
  friend: BatonFriend;
}) {
  const { t } = useTexts();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar seed={account} src={icon_url} size={40} />
      <span className="min-w-0 leading-snug">
        <span className="block font-bold wrap-anywhere">
          <bdi>{displaying_name}</bdi>
        </span>
        <span
          translate={is_passed ? undefined : "no"}
          className="block truncate text-sm text-ink-2"
        >
          {is_passed ? t("friends.is_passed") : `@${account}`}
        </span>
      </span>
    </span>
  );
}

function Refusal({ error }: { error: Error }) {
  const { t } = useTexts();
  return (
    <Callout tone="error">
      {getErrorTexts(error, t("friends.failed")).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Callout>
  );
}
