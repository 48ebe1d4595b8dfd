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
      // A bubble whose tip points to the messages, where the badge is. The pressable area is higher than the drawn one.
      className="relative inline-flex max-w-full min-w-0 items-center justify-center rounded-full bg-brand-soft px-3 py-1 text-center text-[min(var(--size-xs),max(12px,3.8vw))] leading-tight font-bold text-brand before:absolute before:top-full before:left-1/2 before:size-2 before:-translate-1/2 before:rotate-45 before:bg-inherit after:absolute after:-inset-x-1 after:-top-3.5 after:-bottom-2 md:rounded-md md:px-2 md:after:-top-2 xl:rounded-full xl:px-3 xl:before:left-7"
    >
      <span className="md:max-xl:hidden">{t("rooms.new_message")}</span>
      <span className="hidden md:max-xl:inline">{t("rooms.new_message_short")}</span>
    </Link>
  );
}
