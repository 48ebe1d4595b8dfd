import { Link, useLocation } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";

/** The link to the room with the newest unread message; hidden in that room, and if there is none. */
export function NewMessageLink({ uuid }: { uuid: string | null }) {
  const { t, locale } = useTexts();
  const isOpen = useLocation({
    select: ({ pathname }) => uuid !== null && pathname === `/${locale}/me/group_talks/${uuid}`,
  });
  if (uuid === null || isOpen) return null;
  return (
    <Link
      to="/$locale/me/group_talks/$uuid"
      params={{ locale, uuid }}
      aria-label={t("rooms.new_message_label")}
      // The pressable area is higher than the drawn one. In the strip of phones it is as wide as the bar.
      className="relative inline-flex max-w-full min-w-0 items-center justify-center gap-1.5 px-3 py-1 text-center text-xs leading-tight font-bold text-brand after:absolute after:-inset-x-1 after:-top-2 after:bottom-0 max-md:flex-1 md:rounded-md md:bg-brand-soft md:px-2 md:after:-inset-y-2 xl:rounded-full xl:px-3"
    >
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-badge" />
      <span className="md:max-xl:hidden">{t("rooms.new_message")}</span>
      <span className="hidden md:max-xl:inline">{t("rooms.new_message_short")}</span>
    </Link>
  );
}
