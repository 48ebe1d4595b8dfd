import type { Locale } from "@toibako/contract/locales.ts";
import { getOfflineAddress } from "./kept-pages.ts";

/** Fetches the offline page and returns the CSRF token of the session, which every page contains. */
export async function fetchCsrfToken(locale: Locale): Promise<string> {
  const html = await (await fetch(getOfflineAddress(locale), { cache: "no-store" })).text();
  return /name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? "";
}
