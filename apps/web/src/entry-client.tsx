import "./styles.css";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { defaultLocale, type Locale, languageTag, locales } from "@toibako/contract/locales.ts";
import { hydrateRoot } from "react-dom/client";
import { ApiError } from "#lib/api-error.ts";
import { loadCatalog } from "#lib/catalogs.ts";
import { connectBrowser } from "#lib/client.ts";
import { trackErrors } from "#lib/error-reports.ts";
import { localeOf } from "#lib/locale.ts";
import { loadAnewOnce } from "#lib/new-release.ts";
import { createQueryClient } from "#lib/query-client.ts";
import { bareSite, isIos, type Site } from "#lib/router-context.ts";
import { fetchTransport } from "#lib/transport.ts";
import { createAppRouter } from "./router.tsx";

const locale = pageLocale();
const csrf_token = metaOf("csrf-token")?.content ?? "";
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
const queryClient = createQueryClient();

const transport = fetchTransport({ csrf_token, locale: pageLocale });
let router: ReturnType<typeof createAppRouter> | undefined;
const routeOf = () => router?.state.matches.at(-1)?.routeId ?? "";
connectBrowser(queryClient, transport, trackErrors(transport, routeOf));
try {
  await loadCatalog(locale);
} catch (error) {
  // A page that was kept from before the last release names texts that are gone.
  await loadAnewOnce();
  throw error;
}

router = createAppRouter({
  queryClient,
  locale,
  csrf_token,
  public_url: location.origin,
  site: pageSite(),
  is_ios: isIos(navigator.userAgent),
  ...(nonce && { nonce }),
});
hydrateRoot(document, <RouterClient router={router} />, {
  // A failed call is shown in its place and was routed to its handler already.
  onCaughtError(error) {
    if (!(error instanceof ApiError)) reportError(error);
  },
});

/** What the page itself says of the site; most sites have nothing to say. */
function pageSite(): Site {
  const content = metaOf("toibako-site")?.content;
  return content ? (JSON.parse(content) as Site) : bareSite;
}

function metaOf(name: string) {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
}

/** The language that the path names; on a path without one, what the page was rendered in. */
function pageLocale(): Locale {
  const tag = document.documentElement.lang;
  const rendered = locales.find((locale) => languageTag(locale) === tag);
  return localeOf(location.pathname) ?? rendered ?? defaultLocale;
}
