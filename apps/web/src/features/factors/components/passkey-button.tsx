import { Fingerprint } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { isCancelled, passkeyCode, supportsPasskeys } from "../queries.ts";

const subscribeToNothing = () => () => {};

/** Whether this browser can use passkeys; false on the server and until hydration. */
export function useSupportsPasskeys(): boolean {
  return useSyncExternalStore(subscribeToNothing, supportsPasskeys, () => false);
}

interface PasskeyButtonProps {
  label: string;
  /** Signs in or confirms with a passkey; its rejection is shown below the button. */
  onUse: () => Promise<unknown>;
  className?: string;
}

/** A button that uses a passkey; renders nothing in a browser without passkeys. */
export function PasskeyButton({ label, onUse, className }: PasskeyButtonProps) {
  const { t } = useTexts();
  const isSupported = useSupportsPasskeys();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!isSupported) return null;

  async function handlePress() {
    setFailure(undefined);
    setIsPending(true);
    try {
      await onUse();
    } catch (error) {
      const fallback = t(isCancelled(error) ? "factors.passkey_cancelled" : "factors.failed");
      setFailure(describeFailure(error, fallback));
      setIsPending(false);
    }
  }
  return (
    <div className={className}>
      <Button
        variant="outline"
        wide
        pending={isPending}
        onClick={handlePress}
        onPointerEnter={() => void passkeyCode.load().catch(() => undefined)}
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
