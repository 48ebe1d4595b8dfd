import { useRouter } from "@tanstack/react-router";
import { use, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { defineLazyModule, LazyModuleFailed } from "#ui/lazy-module.ts";
import { useModal } from "#widgets/modals/modal-host.tsx";

// Loaded when a button is pressed, because every profile has such a button and most readers never press it.
const opening = defineLazyModule(async () => (await import("./open-talk.ts")).openTalk);

/** A function that starts a talk with an account and opens it, and whether it is running. See `openTalk`. */
export function useStartTalk(account: string, { quoted = "" } = {}) {
  const { locale } = useTexts();
  const router = useRouter();
  const toasts = useToasts();
  const modal = useModal();
  const showFailure = use(LazyModuleFailed);
  const [isPending, setIsPending] = useState(false);
  // State changes with the next render only; with this ref, a second press in the same frame is ignored.
  const isBusy = useRef(false);

  async function start(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsPending(true);
    try {
      const openTalk = await opening.load();
      await openTalk({ account, quoted, locale, router, toasts, modal });
    } catch (error) {
      reportError(error);
      showFailure();
    } finally {
      isBusy.current = false;
      setIsPending(false);
    }
  }
  return { start, isPending };
}
