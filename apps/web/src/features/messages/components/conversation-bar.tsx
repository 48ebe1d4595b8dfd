import { ArrowDown } from "lucide-react";
import type { Bar } from "#lib/conversation/views.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

interface ConversationBarProps {
  bar: Bar;
  onRetry: () => void;
  onNewMessage: () => void;
}

/** Above the composer: that fetching has failed, that a message has arrived, or why a text isn't sent. */
export function ConversationBar({ bar, onRetry, onNewMessage }: ConversationBarProps) {
  return (
    // Rendered even if it is empty: screen readers announce only changes of what was in the page before.
    <div
      role="status"
      className="pointer-events-none absolute inset-x-4 bottom-full z-10 grid justify-items-center pb-2 *:pointer-events-auto"
    >
      <BarContent key={bar} bar={bar} onRetry={onRetry} onNewMessage={onNewMessage} />
    </div>
  );
}

function BarContent({ bar, onRetry, onNewMessage }: ConversationBarProps) {
  const { t } = useTexts();
  if (bar === "HIDE") return null;
  if (bar === "NEW_MESSAGE") {
    return (
      <div className="animate-rise rounded-full shadow-e3">
        <Button size="sm" onClick={onNewMessage}>
          <ArrowDown size={18} aria-hidden="true" />
          {t("messages.new_message")}
        </Button>
      </div>
    );
  }
  if (bar === "FETCH_FAILED") {
    return (
      <div className="flex animate-rise flex-wrap items-center justify-center gap-x-2 rounded-xl bg-danger-soft py-1 pr-1 pl-4 text-sm font-semibold text-danger shadow-e3">
        <span>{t("messages.fetch_failed")}</span>
        <Button size="sm" variant="text" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      </div>
    );
  }
  return (
    <p className="animate-rise rounded-xl bg-warn-bg px-4 py-2 text-sm font-semibold text-warn-ink shadow-e3">
      {t(bar === "MESSAGE_INVALID" ? "rooms.latin_refused" : "messages.empty")}
    </p>
  );
}
