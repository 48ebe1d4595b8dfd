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
      // The pressable area is higher than the drawn one.
      className="relative inline-flex min-h-7 items-center rounded-full bg-badge px-3 text-xs leading-tight font-bold whitespace-nowrap text-on-badge shadow-e2 after:absolute after:-inset-x-1 after:-inset-y-2 xl:max-w-full"
    >
      {t("rooms.new_message")}
    </Link>
  );
}
