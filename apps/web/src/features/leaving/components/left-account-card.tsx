import { useMutation } from "@tanstack/react-query";
import type { LeftAccount } from "@toibako/contract/leaving.ts";
import type { ReactNode } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { restoreAccount } from "../queries.ts";

interface LeftAccountCardProps {
  left_account: LeftAccount;
  /** Called after a session has started. Must load a whole page. */
  onRestored: () => void;
  /** A link for readers who don't restore the account now. */
  notNowLink: ReactNode;
}

/** A left account, with a button that restores it. */
export function LeftAccountCard({ left_account, onRestored, notNowLink }: LeftAccountCardProps) {
  const { t } = useTexts();
  const { account, displaying_name, icon_url, last_day } = left_account;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: restoreAccount,
    onSuccess: onRestored,
  });
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-3">
        <Avatar seed={account} src={icon_url} size={56} />
        <div className="min-w-0">
          <p className="font-bold wrap-anywhere">
            <bdi>{displaying_name}</bdi>
          </p>
          <p translate="no" className="text-sm wrap-anywhere text-ink-2">{`@${account}`}</p>
        </div>
      </div>
      <div className="grid gap-2">
        <p>{t("leaving.back_text")}</p>
        <p className="text-sm text-ink-2">{t("leaving.back_until", { day: last_day })}</p>
      </div>
      {error && <Callout tone="error">{describeFailure(error, t("leaving.back_failed"))}</Callout>}
      <Button size="lg" isWide isPending={isPending || isSuccess} onClick={() => mutate()}>
        {t("leaving.back_button")}
      </Button>
      {notNowLink}
    </div>
  );
}
