import { useMutation } from "@tanstack/react-query";
import type { Output } from "@toibako/contract/endpoint.ts";
import type { getMailLink } from "@toibako/contract/mails.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { describeFailure } from "#lib/http/client.ts";
import { isReplyLost } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { followMailLink } from "../queries.ts";

export type MailLink = Output<typeof getMailLink>;

const texts = {
  confirm_identity: { text: "mails.identity_text", button: "mails.identity_button" },
  confirm_email: { text: "mails.confirm_text", button: "mails.confirm_button" },
  undo_email: { text: "mails.undo_text", button: "mails.undo_button" },
} as const;

interface MailLinkActionProps {
  token: string;
  link: MailLink;
  onDone: () => void;
  /** Called if the link was used meanwhile, in another tab or by a call whose reply was lost. */
  onUsed: () => void;
}

/**
 * Says what a link from a mail does, with a button that does it. Opening the page alone does nothing, because
 * mail services open links to check them.
 */
export function MailLinkAction({ token, link, onDone, onUsed }: MailLinkActionProps) {
  const { t } = useTexts();
  const { purpose, account, email } = link;
  const { text, button } = texts[purpose];
  const values = { account, email };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => followMailLink(token),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === "not_found") onUsed();
    },
  });
  return (
    <div className="grid gap-5">
      <p className="text-center break-words">{t.rich(text, values, {})}</p>
      {error && (
        <Callout tone="error">
          {isReplyLost(error)
            ? t("mails.link_lost")
            : describeFailure(error, t("mails.link_failed"))}
        </Callout>
      )}
      <Button
        size="lg"
        isWide
        isPending={isPending}
        pendingLabel={t("mails.link_pending")}
        onClick={() => mutate()}
      >
        {t(button)}
      </Button>
    </div>
  );
}
