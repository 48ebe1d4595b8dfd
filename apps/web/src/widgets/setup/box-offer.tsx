import { Link } from "@tanstack/react-router";
import { Mailbox } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

const key = "offer-box";

/** Lets the next page of this tab offer "your box is ready" to who hasn't seen it. */
export function offerBox(): void {
  store("1");
}

/** Called by the page itself: who has seen it needs no offer. */
export function useBoxAsSeen(): void {
  useEffect(() => store(""), []);
}

function store(value: string): void {
  try {
    if (value) sessionStorage.setItem(key, value);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage may be blocked; the page is also linked from the own profile.
  }
}

/** After the first steps: leads to the page with every way to share the box, and the welcome letter. */
export function BoxOffer() {
  const { t, locale } = useTexts();
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    try {
      setIsOffered(sessionStorage.getItem(key) !== null);
    } catch {
      // As above.
    }
  }, []);
  if (!isOffered) return null;
  return (
    <Card as="section" className="mb-4 grid gap-3 text-center">
      <h2 className="flex items-center justify-center gap-2 text-md">
        <Mailbox size={22} className="text-brand" aria-hidden="true" />
        {t("onboarding.ready_title")}
      </h2>
      <Link to="/$locale/me/ready" params={{ locale }} className={buttonClass({ wide: true })}>
        {t("onboarding.ready_open")}
      </Link>
    </Card>
  );
}
