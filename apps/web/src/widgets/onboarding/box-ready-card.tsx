import { Link } from "@tanstack/react-router";
import { Mailbox } from "lucide-react";
import { useEffect, useState } from "react";
import { readStored, writeStored } from "#lib/browser/storage.ts";
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
  // If the storage is blocked, the account's own profile still links to the page.
  writeStored("sessionStorage", key, isShown ? "1" : null);
}

/** Shown after the onboarding: links to the page with the welcome letter and all ways to share the box. */
export function BoxReadyCard() {
  const { t, locale } = useTexts();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(readStored("sessionStorage", key) !== null), []);
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
