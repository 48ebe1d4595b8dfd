import "./styles.css";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { defaultLocale, type Locale, languageTag, locales } from "@toibako/contract/locales.ts";
import { hydrateRoot } from "react-dom/client";
import { ApiError } from "#lib/api-error.ts";
import { loadCatalog } from "#lib/catalogs.ts";
import { connectBrowser } from "#lib/client.ts";
import { trackErrors } from "#lib/error-reports.ts";
import { localeOf } from "#lib/locale.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { fetchTransport } from "#lib/transport.ts";
import { createAppRouter } from "./router.tsx";

const locale = pageLocale();
const csrf_token = metaOf("csrf-token")?.content ?? "";
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
const queryClient = createQueryClient();

const transport = fetchTransport({ csrf_token, locale: pageLocale });
const routeOf = () => router.state.matches.at(-1)?.routeId ?? "";
connectBrowser(queryClient, transport, trackErrors(transport, routeOf));
await loadCatalog(locale);

const router = createAppRouter({
  queryClient,
  locale,
  csrf_token,
  public_url: location.origin,
  ...(nonce && { nonce }),
});
hydrateRoot(document, <RouterClient router={router} />, {
  // A failed call is shown in its place and was routed to its handler already.
  onCaughtError(error) {
    if (!(error instanceof ApiError)) reportError(error);
  },
});

function metaOf(name: string) {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
}

/** The language that the path names; on a path without one, what the page was rendered in. */
function pageLocale(): Locale {
  const tag = document.documentElement.lang;
  const rendered = locales.find((locale) => languageTag(locale) === tag);
  return localeOf(location.pathname) ?? rendered ?? defaultLocale;
}
