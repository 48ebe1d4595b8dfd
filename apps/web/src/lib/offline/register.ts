import type { AnyRouter } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import type { PageRead } from "./kept-pages.ts";
import type { PushCheck } from "./renew-push.ts";

/**
 * Registers the service worker and sends it the addresses that are read. Private windows of some browsers
 * have no service workers; they keep no pages.
 */
export function startServiceWorker(router: AnyRouter, readPageLocale: () => Locale): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registered = serviceWorker.register("/service-worker.js");
  const sendPageRead = async () => {
    await registered;
    const { active } = await serviceWorker.ready;
    const { matches, location } = router.state;
    const isKept = matches.at(-1)?.staticData.isSameForVisitors;
    const address = isKept ? location.pathname + location.searchStr : undefined;
    active?.postMessage({
      type: "page-read",
      locale: readPageLocale(),
      address,
    } satisfies PageRead);
  };
  const reportPageRead = () => void sendPageRead().catch(() => {});
  reportPageRead();
  void checkPushDaily(serviceWorker, readPageLocale()).catch(() => {});
  router.subscribe("onRendered", ({ hrefChanged }) => hrefChanged && reportPageRead());
}

/** The account and the day of the last check of this browser's push subscription. */
const lastPushCheck = "push-checked";

/** Lets the service worker check the push subscription of this browser, once a day for each account. */
async function checkPushDaily(
  serviceWorker: ServiceWorkerContainer,
  locale: Locale,
): Promise<void> {
  const account = document.querySelector<HTMLMetaElement>('meta[name="account"]')?.content;
  const isPermitted = "Notification" in globalThis && Notification.permission === "granted";
  if (!account || !isPermitted) return;
  const check = `${account} ${new Date().toISOString().slice(0, 10)}`;
  if (localStorage.getItem(lastPushCheck) === check) return;
  const { active } = await serviceWorker.ready;
  active?.postMessage({ type: "check-push", locale } satisfies PushCheck);
  localStorage.setItem(lastPushCheck, check);
}
