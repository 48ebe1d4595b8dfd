import { Link } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { ProfileAddressCard } from "./profile-address.tsx";

/** The usual aside: the address of the account's profile; for visitors a link to registration. */
export function DefaultAside() {
  const user = useCurrentUser();
  return user ? <ProfileAddressCard account={user.account} /> : <SignUpCard />;
}

/** Invites visitors to register, to get a box of their own. */
export function SignUpCard() {
  const { t, locale } = useTexts();
  return (
    <Card as="section" className="text-center">
      <div className="mx-auto mb-3 w-36">
        <LetterArrivingDrawing />
      </div>
      <h2 className="text-md leading-snug">{t("shell.own_box_title")}</h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t("shell.own_box_text")}</p>
      <Link
        to="/$locale/acc/regist"
        params={{ locale }}
        className={buildButtonClass({ isWide: true })}
      >
        {t("shell.sign_up")}
      </Link>
    </Card>
  );
}
