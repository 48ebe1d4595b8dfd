import { Link } from "@tanstack/react-router";
import { HeartHandshake } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** A link to the help lines. */
export function LinesCard() {
  const { t, locale } = useTexts();
  return (
    <Card as="section" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h2 className="text-md leading-snug">{t("help.lines_title")}</h2>
        <p className="mt-1 text-sm text-ink-2">{t("help.lines_lead")}</p>
      </div>
      <Link
        to="/$locale/help_lines"
        params={{ locale }}
        className={buttonClass({ variant: "outline" })}
      >
        <HeartHandshake size={18} aria-hidden="true" />
        {t("help.lines_see")}
      </Link>
    </Card>
  );
}
