import { Link } from "@tanstack/react-router";
import type { Room } from "@toibako/contract/rooms.ts";
import { ProviderButtons } from "#features/accounts/components/provider-buttons.tsx";
import { RoomHead } from "#features/rooms/components/room-head.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useShownAddress } from "#lib/page/unknown-address.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** The page of a room for a visitor: what the room is, and links to register or sign in, which lead back to it. */
export function RoomInvitation({ room }: { room: Room }) {
  const { t, locale } = useTexts();
  const next = useShownAddress();
  const linkProps = { params: { locale }, search: { next } };
  return (
    <Card as="section" className="grid gap-6">
      <RoomHead room={room} />
      <p className="text-sm text-ink-2">{t("rooms.invitation_text")}</p>
      <div className="grid gap-3">
        <Link
          to="/$locale/acc/regist"
          {...linkProps}
          className={buildButtonClass({ isWide: true })}
        >
          {t("accounts.regist_button")}
        </Link>
        <Link
          to="/$locale/acc/login"
          {...linkProps}
          className={buildButtonClass({ variant: "outline", isWide: true })}
        >
          {t("accounts.login_button")}
        </Link>
        <ProviderButtons next={next} place="below" look="names" />
      </div>
    </Card>
  );
}
