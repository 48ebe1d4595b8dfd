import { passkeyChallengeMinutes, type UsedCredential } from "@toibako/contract/factors.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { isCancelled, waitForPasskeyInField } from "../queries.ts";
import { useSupportsPasskeys } from "./passkey-button.tsx";

/** Milliseconds after which the browser is given a new challenge, one minute before the old one expires. */
const renewalTime = (passkeyChallengeMinutes - 1) * 60_000;

/** The maximum number of challenges for one page. */
const maxRounds = 20;

interface PasskeyAutofillProps {
  /** Signs in with the chosen passkey. A rejection is shown. */
  onChosen: (credential: UsedCredential) => Promise<unknown>;
  className?: string;
}

/** Lets the browser offer passkeys in the username field of the page. Renders only the error of a failed sign-in. */
export function PasskeyAutofill({ onChosen, className }: PasskeyAutofillProps) {
  const { t } = useTexts();
  const isSupported = useSupportsPasskeys();
  const [round, setRound] = useState(0);
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
    const renew = () => setRound(Math.min(round + 1, maxRounds));
    void waitForPasskeyInField(controller.signal).then(
      async (credential) => {
        if (!credential || controller.signal.aborted) return;
        // If the server refused the passkey, the field must offer passkeys again.
        if (!(await signIn(credential))) renew();
      },
      // Also if the user cancelled the dialog. After a failed call, the next renewal tries again.
      (error: unknown) => {
        if (isCancelled(error) && !controller.signal.aborted) renew();
      },
    );
    const timer = setTimeout(renew, renewalTime);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isSupported, round]);
  if (failure === undefined) return null;
  return (
    <Callout tone="error" {...(className !== undefined && { className })}>
      {failure}
    </Callout>
  );
}
