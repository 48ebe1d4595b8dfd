import { Link } from "@tanstack/react-router";
import { HeartHandshake, Send } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** A link to the help lines. */
export function HelpLinesCard() {
  const { t, locale } = useTexts();
  return (
    <HelpCard title={t("help.lines_title")} text={t("help.lines_lead")}>
      <Link
        to="/$locale/help_lines"
        params={{ locale }}
        className={buildButtonClass({ variant: "outline" })}
      >
        <HeartHandshake size={18} aria-hidden="true" />
        {t("help.lines_see")}
      </Link>
    </HelpCard>
  );
}

/** A link to the contact form. */
export function SupportCard() {
  const { t, locale } = useTexts();
  return (
    <HelpCard title={t("help.support_title")} text={t("help.support_text")}>
      <Link
        to="/$locale/inquiry"
        params={{ locale }}
        className={buildButtonClass({ variant: "outline" })}
      >
        <Send size={18} aria-hidden="true" />
        {t("help.to_inquiry")}
      </Link>
    </HelpCard>
  );
}

interface HelpCardProps {
  title: string;
  text: string;
  /** The link. */
  children: ReactNode;
}

function HelpCard({ title, text, children }: HelpCardProps) {
  return (
    <Card as="section" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h2 className="text-md leading-snug">{title}</h2>
        <p className="mt-1 text-sm text-ink-2">{text}</p>
      </div>
      {children}
    </Card>
  );
}
