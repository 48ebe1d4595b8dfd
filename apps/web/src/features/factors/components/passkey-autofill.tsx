import { passkeyChallengeMinutes, type UsedCredential } from "@toibako/contract/factors.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { isCancelled, waitForPasskeyInField } from "../queries.ts";
import { useSupportsPasskeys } from "./passkey-button.tsx";

/** Milliseconds after which the offer is renewed, before its challenge expires. */
const renewalTime = (passkeyChallengeMinutes - 1) * 60_000;

/** How often one page renews the offer at most. */
const maxRounds = 20;

interface PasskeyAutofillProps {
  /** Signs in with the chosen passkey. A rejection is shown. */
  onChosen: (credential: UsedCredential) => Promise<unknown>;
  className?: string;
}

/** Lets the browser offer passkeys in the username field of the page. Shows nothing but a failed sign-in. */
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
    const abortion = new AbortController();
    const renew = () => setRound(Math.min(round + 1, maxRounds));
    void waitForPasskeyInField(abortion.signal).then(
      async (credential) => {
        if (!credential || abortion.signal.aborted) return;
        // After a refused passkey, the field offers passkeys again.
        if (!(await signIn(credential))) renew();
      },
      // So it does after a cancelled dialog. After a failed call it waits for the next round.
      (error: unknown) => {
        if (isCancelled(error) && !abortion.signal.aborted) renew();
      },
    );
    const timer = setTimeout(renew, renewalTime);
    return () => {
      clearTimeout(timer);
      abortion.abort();
    };
  }, [isSupported, round]);
  if (failure === undefined) return null;
  return (
    <Callout tone="error" {...(className !== undefined && { className })}>
      {failure}
    </Callout>
  );
}
