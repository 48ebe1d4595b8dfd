import { type RefObject, useCallback, useEffect, useState } from "react";
import type { ConversationController } from "#lib/conversation/controller.ts";
import type { ConversationMessage, RepliedMessage } from "#lib/conversation/state.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";

/** Milliseconds for which a message is marked that was looked for. */
const markTime = 1_600;

/**
 * Returns a function that scrolls to the message to which another one replies, and gives it the focus. Loads older
 * messages for it, or says that it is far up.
 */
export function useFoundMessage<M extends ConversationMessage>(
  scroller: RefObject<HTMLElement | null>,
  controller: ConversationController<M>,
) {
  const { t } = useTexts();
  const toasts = useToasts();
  // An object, because the same message can be looked for again.
  const [found, setFound] = useState<{ key: string }>();
  useEffect(() => {
    const rows = scroller.current?.querySelectorAll<HTMLElement>("[data-message]") ?? [];
    const row = [...rows].find(({ dataset }) => dataset.message === found?.key);
    if (row) show(row);
  }, [scroller, found]);
  return useCallback(
    async (message: RepliedMessage) => {
      if (await controller.loadMessage(message)) setFound({ key: message.key });
      else toasts.showToast(t("rooms.reply_far"));
    },
    [controller, t, toasts],
  );
}

function show(row: HTMLElement) {
  row.scrollIntoView({ block: "center", behavior: "instant" });
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  const colors = ["var(--color-brand-soft)", "var(--color-brand-soft)", "transparent"];
  row.animate?.({ backgroundColor: colors }, { duration: markTime, easing: "ease-out" });
}
