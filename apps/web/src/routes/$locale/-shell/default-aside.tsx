import { Link } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Card } from "#ui/card.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { ShareCard } from "./share-card.tsx";

/** What suits every page: one's own link, or for visitors the way to a box of their own. */
export function DefaultAside() {
  const user = useCurrentUser();
  return user ? <ShareCard account={user.account} /> : <OwnBoxCard />;
}

function OwnBoxCard() {
  const { t, locale } = useTexts();
  return (
    <Card as="section" className="text-center">
      <div className="mx-auto mb-3 w-36">
        <LetterArrivingDrawing />
      </div>
      <h2 className="text-md leading-snug">{t("shell.own_box_title")}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t("shell.own_box_text")}</p>
      <Link to="/$locale/acc/regist" params={{ locale }} className={buttonClass({ wide: true })}>
        {t("shell.sign_up")}
      </Link>
    </Card>
  );
}
