import { Archive, MessageCircleOff } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Why nothing can be posted in a room, in place of the input: it is archived, or staff have blocked the reader. */
export function ClosedNote({ isArchived }: { isArchived: boolean }) {
  const { t } = useTexts();
  const Icon = isArchived ? Archive : MessageCircleOff;
  return (
    <p className="grid min-h-11 place-items-center px-2 text-center text-sm font-semibold text-ink-2">
      <span>
        <Icon size={18} className="mr-2 inline align-[-0.2em]" aria-hidden="true" />
        <span>{t(isArchived ? "rooms.closed_archived" : "rooms.closed_blocked")}</span>
      </span>
    </p>
  );
}
