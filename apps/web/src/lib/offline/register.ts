import type { AnyRouter } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { watchInstallOffer } from "./install.ts";
import type { PageRead } from "./kept-pages.ts";

/**
 * Registers the service worker and tells it which pages are read. Where there is none, as in private
 * windows of some browsers, nothing is kept.
 */
export function startServiceWorker(router: AnyRouter, readLocale: () => Locale): void {
  watchInstallOffer();
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registered = serviceWorker.register("/service-worker.js");
  const tell = async () => {
    await registered;
    const { active } = await serviceWorker.ready;
    const { matches, location } = router.state;
    const isKept = matches.at(-1)?.staticData.isSameForVisitors;
    const address = isKept ? location.pathname + location.searchStr : undefined;
    active?.postMessage({ type: "page-read", locale: readLocale(), address } satisfies PageRead);
  };
  const tellPageRead = () => void tell().catch(() => {});
  tellPageRead();
  router.subscribe("onRendered", ({ hrefChanged }) => hrefChanged && tellPageRead());
}
