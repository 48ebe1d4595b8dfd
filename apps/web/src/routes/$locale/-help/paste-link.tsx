import { Link } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Card } from "#ui/card.tsx";
import { ShareLink } from "../-shell/share-card.tsx";

/** The link to paste; for visitors the way to a box that has one. */
export function PasteLink() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  return (
    <Card as="section">
      <h2 className="mb-3 text-md leading-snug">
        {user ? t("support.own_link") : t("support.no_link")}
      </h2>
      {user ? (
        <ShareLink account={user.account} />
      ) : (
        <Link to="/$locale/acc/regist" params={{ locale }} className={buttonClass({ wide: true })}>
          {t("accounts.regist_button")}
        </Link>
      )}
    </Card>
  );
}
