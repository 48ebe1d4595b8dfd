import { Link } from "@tanstack/react-router";
import { Mailbox } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** Key in the session storage. */
const key = "offer-box";

/** Shows `BoxReadyCard` on the next pages of this tab. */
export function scheduleBoxReadyCard(): void {
  storeFlag(true);
}

/** Removes `BoxReadyCard` from the next pages; called by the page to which it links. */
export function useRemoveBoxReadyCard(): void {
  useEffect(() => storeFlag(false), []);
}

function storeFlag(isShown: boolean): void {
  try {
    if (isShown) sessionStorage.setItem(key, "1");
    else sessionStorage.removeItem(key);
  } catch {
    // Storage may be blocked. The account's own profile also links to the page.
  }
}

/** Shown after the onboarding: links to the page with the welcome letter and all ways to share the box. */
export function BoxReadyCard() {
  const { t, locale } = useTexts();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    try {
      setIsShown(sessionStorage.getItem(key) !== null);
    } catch {
      // Storage may be blocked; then the card isn't shown.
    }
  }, []);
  if (!isShown) return null;
  return (
    <Card as="section" className="mb-4 grid gap-3 text-center max-sm:gap-2 max-sm:p-4">
      <h2 className="flex items-center justify-center gap-2 text-md">
        <Mailbox size={22} className="text-brand" aria-hidden="true" />
        {t("onboarding.ready_title")}
      </h2>
      <Link
        to="/$locale/me/ready"
        params={{ locale }}
        className={buildButtonClass({ isWide: true })}
      >
        {t("onboarding.ready_open")}
      </Link>
    </Card>
  );
}
