import type { AnyRouter } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { captureInstallPrompt } from "./install.ts";
import type { PageRead } from "./kept-pages.ts";

/**
 * Registers the service worker and sends it the addresses that are read. Private windows of some browsers
 * have no service workers; they keep no pages.
 */
export function startServiceWorker(router: AnyRouter, readLocale: () => Locale): void {
  captureInstallPrompt();
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registered = serviceWorker.register("/service-worker.js");
  const sendPageRead = async () => {
    await registered;
    const { active } = await serviceWorker.ready;
    const { matches, location } = router.state;
    const isKept = matches.at(-1)?.staticData.isSameForVisitors;
    const address = isKept ? location.pathname + location.searchStr : undefined;
    active?.postMessage({ type: "page-read", locale: readLocale(), address } satisfies PageRead);
  };
  const reportPageRead = () => void sendPageRead().catch(() => {});
  reportPageRead();
  router.subscribe("onRendered", ({ hrefChanged }) => hrefChanged && reportPageRead());
}
