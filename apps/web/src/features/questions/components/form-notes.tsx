import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";

/** What a sender should know; a phone shows it once the form is taken up. */
export function FormNotes({ shown }: { shown: boolean }) {
  const { t, locale } = useTexts();
  const terms = (children: ReactNode) => (
    <Link to="/$locale/fxp/$slug" params={{ locale, slug: "terms" }} className="underline">
      {children}
    </Link>
  );
  return (
    <div
      className={cx(
        "grid gap-1 text-center text-xs text-balance [word-break:auto-phrase]",
        !shown && "max-lg:hidden",
      )}
    >
      <p>{t("questions.emoji_notice")}</p>
      <p>{t.rich("questions.agreement", {}, { terms })}</p>
    </div>
  );
}
