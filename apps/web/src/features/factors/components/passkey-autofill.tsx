import { passkeyChallengeMinutes, type UsedCredential } from "@toibako/contract/factors.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { isCancelled, waitForPasskeyInField } from "../queries.ts";
import { useSupportsPasskeys } from "./passkey-button.tsx";

/** The browser gets a new challenge one minute before the current one expires. */
const renewalMilliseconds = (passkeyChallengeMinutes - 1) * 60_000;

/** How many new challenges a page gets at most, so that a forgotten tab doesn't send requests for ever. */
const maxRenewals = 20;

interface PasskeyAutofillProps {
  /** Signs in with the chosen passkey. The message of a rejection is shown. */
  onChosen: (credential: UsedCredential) => Promise<unknown>;
  className?: string;
}

/** Lets the browser offer passkeys in the username field of the page. Renders only the error of a sign-in. */
export function PasskeyAutofill({ onChosen, className }: PasskeyAutofillProps) {
  const { t } = useTexts();
  const isSupported = useSupportsPasskeys();
  const [renewals, setRenewals] = useState(0);
  const [failure, setFailure] = useState<string>();
  const signIn = useEffectEvent(async (credential: UsedCredential) => {
    setFailure(undefined);
    try {
      await onChosen(credential);
      return true;
    } catch (error) {
      setFailure(describeFailure(error, t("factors.failed")));
      return false;
    }
  });
  useEffect(() => {
    if (!isSupported) return;
    const controller = new AbortController();
    const renew = () => setRenewals(Math.min(renewals + 1, maxRenewals));
    void waitForPasskeyInField(controller.signal).then(
      async (credential) => {
        if (!credential || controller.signal.aborted) return;
        // The server may refuse the passkey. Then the field needs a new challenge to offer passkeys again.
        if (!(await signIn(credential))) renew();
      },
      // If the user cancels the browser's dialog, the field gets a new challenge at once; after a failed
      // request, with the next renewal.
      (error: unknown) => {
        if (isCancelled(error) && !controller.signal.aborted) renew();
      },
    );
    const timer = setTimeout(renew, renewalMilliseconds);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isSupported, renewals]);
  if (failure === undefined) return null;
  return (
    <Callout tone="error" {...(className !== undefined && { className })}>
      {failure}
    </Callout>
  );
}
