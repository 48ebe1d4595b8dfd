import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { hasUnsavedText } from "#lib/forms/unsaved-text.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { DiscardDialog } from "#ui/overlays/draft-sheet.tsx";

/** Blocks the waiting navigation, or lets it go on. Only the first call has an effect. */
type Decide = (isBlocked: boolean) => void;

/**
 * Asks before a page with unsaved text is left. The browser asks in its own words when the tab is closed
 * or another document is loaded. Uses the router's history, because `useBlocker` would add its code to
 * the libraries that every page loads.
 */
export function UnsavedTextDialog() {
  const { t } = useTexts();
  const { history } = useRouter();
  const [waiting, setWaiting] = useState<{ decide: Decide }>();
  useEffect(() => {
    let decideWaiting: Decide | undefined;
    return history.block({
      enableBeforeUnload: hasUnsavedText,
      blockerFn({ currentLocation, nextLocation }) {
        if (currentLocation.pathname === nextLocation.pathname) {
          // The reader pressed "back", and then "forward" while the dialog was open, so the page isn't left.
          decideWaiting?.(false);
          setWaiting(undefined);
          return false;
        }
        if (!hasUnsavedText()) return false;
        return new Promise<boolean>((decide) => {
          decideWaiting = decide;
          setWaiting({ decide });
        });
      },
    });
  }, [history]);

  function decide(isBlocked: boolean) {
    waiting?.decide(isBlocked);
    setWaiting(undefined);
  }
  return (
    <DiscardDialog
      open={waiting !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) decide(true);
      }}
      texts={{
        title: t("settings.unsaved_title"),
        text: t("settings.unsaved_text"),
        discard: t("settings.unsaved_discard"),
        keep: t("settings.unsaved_keep"),
      }}
      onDiscard={() => decide(false)}
    />
  );
}
