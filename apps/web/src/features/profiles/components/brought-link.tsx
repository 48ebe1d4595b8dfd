import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";

/** The link from a profile to the brought answers of its account; renders nothing if there are none. */
export function BroughtLink({ user }: { user: PublicUser }) {
  const { t, locale } = useTexts();
  const { account, brought_answers_count: n } = user;
  if (n === 0) return null;
  return (
    <Link
      to="/$locale/$account/brought"
      params={{ locale, account }}
      className={buildButtonClass({ variant: "outline", isWide: true })}
    >
      {t("profiles.brought_link", { n })}
    </Link>
  );
}
