import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

interface PasteLinkProps {
  /** The address of the account's own box; undefined for visitors. */
  ownAddress: ReactNode;
}

/** The address to paste into a profile on another site; for visitors, a link to registration. */
export function PasteLink({ ownAddress }: PasteLinkProps) {
  const { t, locale } = useTexts();
  return (
    <Card as="section">
      <h2 className="mb-3 text-md leading-snug">
        {ownAddress ? t("help.own_link") : t("help.no_link")}
      </h2>
      {ownAddress ?? (
        <Link
          to="/$locale/acc/regist"
          params={{ locale }}
          className={buildButtonClass({ isWide: true })}
        >
          {t("accounts.regist_button")}
        </Link>
      )}
    </Card>
  );
}
