import { useMutation, useQuery } from "@tanstack/react-query";
import { identityLinkMinutes } from "@toibako/contract/factors.ts";
import { Mail } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { awaitedConfirmationQuery, sendIdentityLink } from "../queries.ts";

interface MailConfirmationProps {
  /** The confirmed address of the account. */
  email: string;
  onConfirmed: () => void;
}

/**
 * A button that mails a link. Calls `onConfirmed` when the link has confirmed the identity in another tab.
 */
export function MailConfirmation({ email, onConfirmed }: MailConfirmationProps) {
  const { t } = useTexts();
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: sendIdentityLink });
  const { data } = useQuery(awaitedConfirmationQuery(isSuccess));
  const isConfirmed = isSuccess && data?.is_confirmed === true;
  const confirm = useEffectEvent(onConfirmed);
  useEffect(() => {
    if (isConfirmed) confirm();
  }, [isConfirmed]);
  if (isSuccess) {
    return (
      <div role="status">
        <Callout>
          {t.rich("factors.confirm_mail_sent", { email, minutes: identityLinkMinutes }, {})}
        </Callout>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <Button variant="outline" isWide isPending={isPending} onClick={() => mutate()}>
        <Mail size={20} aria-hidden="true" />
        {t("factors.confirm_mail")}
      </Button>
      {error && (
        <Callout tone="error">{describeFailure(error, t("factors.confirm_mail_failed"))}</Callout>
      )}
    </div>
  );
}
