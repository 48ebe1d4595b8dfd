import type { AnyRouter } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { readStored, writeStored } from "#lib/browser/storage.ts";
import type { PageRead } from "./kept-pages.ts";
import type { PushCheck } from "./renew-push.ts";
import { getServiceWorkers, readNotificationPermission } from "./service-workers.ts";

/**
 * Registers the service worker and sends it the address of each page that is read. Does nothing in browsers
 * without service workers, such as some private windows.
 */
export function startServiceWorker(router: AnyRouter, readPageLocale: () => Locale): void {
  const serviceWorker = getServiceWorkers();
  if (!serviceWorker) return;
  const registered = serviceWorker.register("/service-worker.js");
  const sendPageRead = async () => {
    await registered;
    const { active } = await serviceWorker.ready;
    const { matches, location } = router.state;
    const canBeKept = matches.at(-1)?.staticData.isSameForVisitors;
    const address = canBeKept ? location.pathname + location.searchStr : undefined;
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

/** Key in the local storage; its value is the account and the day of the last check of the push subscription. */
const lastPushCheckKey = "push-checked";

/** Makes the service worker check the push subscription of this browser, once a day for each account. */
async function checkPushDaily(
  serviceWorker: ServiceWorkerContainer,
  locale: Locale,
): Promise<void> {
  const account = document.querySelector<HTMLMetaElement>('meta[name="account"]')?.content;
  if (!account || readNotificationPermission() !== "granted") return;
  const check = `${account} ${new Date().toISOString().slice(0, 10)}`;
  if (readStored("localStorage", lastPushCheckKey) === check) return;
  const { active } = await serviceWorker.ready;
  active?.postMessage({ type: "check-push", locale } satisfies PushCheck);
  writeStored("localStorage", lastPushCheckKey, check);
}
