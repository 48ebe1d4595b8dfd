import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Card } from "#ui/card.tsx";

/** The way to the operator for whoever found no answer. */
export function Support() {
  const { t, locale } = useTexts();
  return (
    <Card as="section" className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h2 className="text-md leading-snug">{t("support.support_title")}</h2>
        <p className="mt-1 text-sm text-ink-2">{t("support.support_text")}</p>
      </div>
      <Link
        to="/$locale/inquiry"
        params={{ locale }}
        className={buttonClass({ variant: "outline" })}
      >
        <Send size={18} aria-hidden="true" />
        {t("support.to_inquiry")}
      </Link>
    </Card>
  );
}
