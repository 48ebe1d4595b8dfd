import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { useBrowserValue } from "#lib/browser/browser-value.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { isCancelled, supportsPasskeys, webAuthnLibrary } from "../queries.ts";

/** Whether this browser can use passkeys; false before hydration. */
export function useSupportsPasskeys(): boolean {
  return useBrowserValue(supportsPasskeys, false);
}

interface PasskeyButtonProps {
  label: string;
  /**
   * Uses a passkey. If the promise resolves, the button stays pending until the page or the dialog is left.
   * The message of a rejection is shown below the button.
   */
  onPress: () => Promise<unknown>;
  /** The id of the part that contains the button. */
  id?: string;
  className?: string;
}

/** A button that uses a passkey; renders nothing in a browser without passkeys. */
export function PasskeyButton({ label, onPress, id, className }: PasskeyButtonProps) {
  const { t } = useTexts();
  const isSupported = useSupportsPasskeys();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!isSupported) return null;

  async function press() {
    setFailure(undefined);
    setIsPending(true);
    try {
      await onPress();
    } catch (error) {
      const fallback = t(isCancelled(error) ? "factors.passkey_cancelled" : "factors.failed");
      setFailure(describeFailure(error, fallback));
      setIsPending(false);
    }
  }
  return (
    <div id={id} className={className}>
      <Button
        variant="outline"
        isWide
        isPending={isPending}
        onClick={press}
        onPointerEnter={() => void webAuthnLibrary.load().catch(() => undefined)}
      >
        <Fingerprint size={20} aria-hidden="true" />
        {label}
      </Button>
      {failure !== undefined && (
        <Callout tone="error" className="mt-3">
          {failure}
        </Callout>
      )}
    </div>
  );
}
