import "./styles.css";
import { isLocale, locales, languageTag } from "@toibako/contract/locales.ts";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { hydrateRoot } from "react-dom/client";
import { loadCatalog } from "#lib/catalogs.ts";
import { connectBrowser } from "#lib/client.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { fetchTransport } from "#lib/transport.ts";
import { createAppRouter } from "./router.tsx";

const locale = pageLocale();
const csrf_token = metaOf("csrf-token")?.content ?? "";
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
const queryClient = createQueryClient();

connectBrowser(queryClient, fetchTransport({ csrf_token, locale: pageLocale }));
await loadCatalog(locale);

const router = createAppRouter({
  queryClient,
  locale,
  csrf_token,
  public_url: location.origin,
  ...(nonce && { nonce }),
});
hydrateRoot(document, <RouterClient router={router} />);

function metaOf(name: string) {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
}

/** The language that the path names; on a path without one, what the page was rendered in. */
function pageLocale() {
  const segment = location.pathname.split("/")[1];
  if (isLocale(segment)) return segment;
  const tag = document.documentElement.lang;
  return locales.find((candidate) => languageTag(candidate) === tag) ?? "ja";
}
