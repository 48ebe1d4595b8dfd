import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { Reply, X } from "lucide-react";
import type { RepliedMessage } from "#lib/conversation/state.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";

/** How many characters of a message are shown in a reply to it. */
const maxQuoteLength = 100;

/** What a reply to a message needs to know of it. */
export function quoteMessage(message: RoomMessage): RepliedMessage {
  const { key, number, group_talk_user_summary_id, display_name, is_taken_back, me } = message;
  const body = truncateText(message.body, maxQuoteLength);
  const sender = { group_talk_user_summary_id, display_name, me };
  return { key, number, ...sender, body, is_taken_back, is_hidden: false };
}

interface ReplyQuoteProps {
  replied: RepliedMessage;
  onPress: (replied: RepliedMessage) => void;
}

/** In a reply: who wrote the message to which it replies, and its beginning. Pressing it leads there. */
export function ReplyQuote({ replied, onPress }: ReplyQuoteProps) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      disabled={replied.is_hidden}
      className="mb-1 grid min-h-11 w-full max-w-full grid-cols-1 content-center border-l-4 border-brand-400 py-0.5 pl-2 text-left text-xs leading-snug"
      onClick={() => onPress(replied)}
    >
      <span className="sr-only">{t("rooms.reply_quote")}</span>
      {!replied.is_hidden && (
        <span dir="auto" className="truncate font-bold">
          {describeSender(t, replied)}
        </span>
      )}
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        {describeText(t, replied)}
      </span>
    </button>
  );
}

interface ReplyPreviewProps {
  replied: RepliedMessage;
  onClose: () => void;
}

/** Above the input: the message to which the typed text replies. */
export function ReplyPreview({ replied, onClose }: ReplyPreviewProps) {
  const { t } = useTexts();
  const title = replied.me
    ? t("rooms.reply_to_own")
    : t("rooms.reply_to", { name: replied.display_name || t("talks.has_left") });
  return (
    <section
      aria-label={title}
      className="mb-2 flex min-w-0 items-center gap-2 rounded-md border-l-4 border-brand-400 bg-surface-2 pl-3"
    >
      <Reply size={18} className="shrink-0 text-brand" aria-hidden="true" />
      <div className="min-w-0 flex-1 py-1 text-sm leading-snug">
        <p className="truncate font-bold">{title}</p>
        <p dir="auto" className="truncate text-ink-2">
          {describeText(t, replied)}
        </p>
      </div>
      <IconButton label={t("rooms.reply_close")} icon={<X size={20} />} onClick={onClose} />
    </section>
  );
}

const describeSender = (t: Translate, { me, display_name }: RepliedMessage): string =>
  me ? t("rooms.reply_own") : display_name || t("talks.has_left");

function describeText(t: Translate, { is_hidden, is_taken_back, body }: RepliedMessage): string {
  if (is_hidden) return t("rooms.reply_hidden");
  return is_taken_back ? t("talks.taken_back") : body;
}
