import { useMutation } from "@tanstack/react-query";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { endDigests } from "../queries.ts";

interface UnsubscribeActionProps {
  token: string;
  account: string;
  onDone: () => void;
}

/**
 * A button that ends the daily mail of an account. Opening the page alone does nothing, because mail services
 * open links to check them.
 */
export function UnsubscribeAction({ token, account, onDone }: UnsubscribeActionProps) {
  const { t, locale } = useTexts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => endDigests(locale, token),
    onSuccess: onDone,
  });
  return (
    <div className="grid gap-5">
      <p className="text-center break-words">{t.rich("mails.unsubscribe_text", { account }, {})}</p>
      {error && <Callout tone="error">{describeFailure(error, t("mails.link_failed"))}</Callout>}
      <Button
        size="lg"
        isWide
        isPending={isPending}
        pendingLabel={t("mails.link_pending")}
        onClick={() => mutate()}
      >
        {t("mails.unsubscribe_button")}
      </Button>
    </div>
  );
}
