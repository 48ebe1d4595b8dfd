import { adPortMessage, buildAdMarkup } from "@toibako/contract/ads/frame.ts";
import type { Config } from "#platform/config.ts";
import { escapeMarkup } from "#platform/markup.ts";
import type { ShownTag } from "./queries.ts";

/**
 * Features that the frame must not use, also those that frames may use unless a header forbids them. A new feature of
 * browsers isn't forbidden until it is named here; browsers ignore names that they don't know.
 */
const forbiddenFeatures = [
  "accelerometer",
  "attribution-reporting",
  "autoplay",
  "bluetooth",
  "browsing-topics",
  "camera",
  "captured-surface-control",
  "clipboard-read",
  "clipboard-write",
  "compute-pressure",
  "digital-credentials-create",
  "digital-credentials-get",
  "display-capture",
  "encrypted-media",
  "focus-without-user-activation",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "join-ad-interest-group",
  "keyboard-map",
  "language-detector",
  "language-model",
  "local-fonts",
  "local-network",
  "local-network-access",
  "loopback-network",
  "magnetometer",
  "microphone",
  "midi",
  "on-device-speech-recognition",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "private-aggregation",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "run-ad-auction",
  "screen-wake-lock",
  "serial",
  "shared-storage",
  "speaker-selection",
  "storage-access",
  "summarizer",
  "sync-xhr",
  "translator",
  "usb",
  "web-share",
  "window-management",
  "xr-spatial-tracking",
];

/** Whether an address is on this machine, as in development and tests. */
const isLoopback = (address: string) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname);

/**
 * The headers of a frame. `sandbox` gives it an origin of its own, whoever opens it. A press may open a new tab, which is
 * sandboxed as well; nothing else leaves the frame.
 */
export function createFrameHeaders({
  public_url,
  ads_origin,
}: Pick<Config, "public_url" | "ads_origin">): Record<string, string> {
  const hosts = isLoopback(public_url) ? "https: http://127.0.0.1:* http://localhost:*" : "https:";
  const policy = [
    "sandbox allow-scripts allow-popups",
    `default-src ${hosts}`,
    `script-src ${hosts} 'unsafe-inline'`,
    `style-src ${hosts} 'unsafe-inline'`,
    `img-src ${hosts} data: blob:`,
    `media-src ${hosts} data: blob:`,
    `font-src ${hosts} data:`,
    `connect-src ${hosts}`,
    `frame-src ${hosts}`,
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ads_origin === undefined ? "'self'" : public_url}`,
  ];
  return {
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "permissions-policy": forbiddenFeatures.map((feature) => `${feature}=()`).join(", "),
    "x-robots-tag": "noindex",
    "x-dns-prefetch-control": "off",
    "cross-origin-resource-policy": ads_origin === undefined ? "same-origin" : "cross-origin",
  };
}

/**
 * The first script of a frame. It gives the page a port, and answers the page's pings, so that the page knows how busy the
 * frame is. The tag, which runs later, can't reach the port or change the functions that the script has taken.
 */
const watchScript = `(() => {
  const { port1, port2 } = new MessageChannel();
  const reply = port1.postMessage.bind(port1);
  const readData = Function.prototype.call.bind(
    Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data").get,
  );
  const now = performance.now.bind(performance);
  const { timeOrigin } = performance;
  const write = document.write.bind(document);
  const close = document.close.bind(document);
  let busy = 0;
  if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
    const list = Function.prototype.call.bind(PerformanceObserverEntryList.prototype.getEntries);
    const readDuration = Function.prototype.call.bind(
      Object.getOwnPropertyDescriptor(PerformanceEntry.prototype, "duration").get,
    );
    new PerformanceObserver((entries) => {
      const tasks = list(entries);
      for (let i = 0; i < tasks.length; i++) busy += readDuration(tasks[i]);
    }).observe({ type: "longtask" });
  }
  port1.onmessage = (event) => {
    const { number, markup } = readData(event);
    if (markup !== undefined) {
      write(markup);
      // The load event, for which Geniee's passback waits, comes after it.
      return close();
    }
    reply({ number, received_at: timeOrigin + now(), busy_ms: busy });
    busy = 0;
  };
  parent.postMessage("${adPortMessage}", "*", [port2]);
})();`;

/** Creates the document of a frame around the markup of a tag. Links open a new tab, because the frame itself can't leave. */
export function createFrameDocument(markup: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title></title>
<base target="_blank">
<style>html,body{margin:0;padding:0;overflow:hidden}</style>
<script>${watchScript}</script>
</head>
<body>
${markup}
</body>
</html>`;
}

/** The addresses that a network is told: of the page and of the page before it, without queries; empty if they aren't public. */
interface FrameAddresses {
  page_url: string;
  referrer: string;
}

/** Builds the markup of a tag or of a native unit. */
export function buildFrameMarkup(
  { tag, unit }: ShownTag,
  { native_ad_script_url }: Pick<Config, "native_ad_script_url">,
  addresses: FrameAddresses,
): string {
  if (!unit || native_ad_script_url === undefined) return buildAdMarkup(tag);
  const address = new URL(native_ad_script_url);
  for (const [name, value] of Object.entries({ ...unit, ...addresses }))
    address.searchParams.set(name, value);
  return `<script src="${escapeMarkup(address.href)}"></script>`;
}
