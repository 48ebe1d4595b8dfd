import { Archive, MessageCircleOff } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Why nothing can be posted in a room, in place of the input: it is archived, or staff have blocked the reader. */
export function ClosedNote({ isArchived }: { isArchived: boolean }) {
  const { t } = useTexts();
  const Icon = isArchived ? Archive : MessageCircleOff;
  return (
    <p className="flex min-h-11 items-center justify-center gap-2 px-2 text-center text-sm font-semibold text-ink-2">
      <Icon size={18} className="shrink-0" aria-hidden="true" />
      <span>{t(isArchived ? "rooms.closed_archived" : "rooms.closed_blocked")}</span>
    </p>
  );
}
