import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { ListChecks } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** Links to the onboarding until it is completed. */
export function OnboardingCard({ user }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  if (user.sign_up_complete) return null;
  return (
    <Card as="section" className="mb-4 flex flex-wrap items-center gap-3 max-sm:p-4 sm:gap-4">
      <ListChecks size={24} className="shrink-0 text-brand max-sm:hidden" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-32">
        <h2 className="text-md leading-snug">{t("onboarding.setup_offer")}</h2>
        <p className="text-sm text-ink-2 max-sm:hidden">{t("onboarding.setup_offer_text")}</p>
      </div>
      <Link
        to="/$locale/me/setup"
        params={{ locale }}
        className={buildButtonClass({ variant: "outline", size: "sm", className: "shrink-0" })}
      >
        {t("onboarding.setup_continue")}
      </Link>
    </Card>
  );
}
