import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  HeadContent,
  Scripts,
  useParams,
  useRouter,
} from "@tanstack/react-router";
import { getLanguageTag, isLocale, type Locale } from "@toibako/contract/locales.ts";
import { type ReactNode, useEffect } from "react";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";
import { replayEarlyInput } from "#lib/browser/early-input.ts";
import { IsInBrowserTimeZone } from "#lib/i18n/formatted-date.tsx";
import { I18nProvider } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { bareSite, type RouterContext, type Site } from "#lib/page/router-context.ts";

export const Route = createRootRouteWithContext<RouterContext>()({
  shellComponent: Document,
  head: ({ match, matches }) =>
    buildPageHead({ locale: getShownLocale(matches.at(-1)?.params, match.context.locale) }),
});

/** Names the account for which the page was rendered ("" for a visitor). The page sends this id in calls. */
function AccountMeta({ client }: { client: QueryClient }) {
  const reply = client.getQueryData(currentUserQuery().queryKey);
  return reply && <meta name="account" content={readUser(reply)?.id ?? ""} />;
}

/** Passes the site's settings to the browser; renders nothing if they are those of `bareSite`. */
function SiteMeta({ site }: { site: Site }) {
  if (JSON.stringify(site) === JSON.stringify(bareSite)) return null;
  return <meta name="toibako-site" content={JSON.stringify(site)} />;
}

/** Returns the locale in the path, or else the fallback. */
function getShownLocale(params: { locale?: string } | undefined, fallback: Locale): Locale {
  return isLocale(params?.locale) ? params.locale : fallback;
}

/**
 * Tells scripts outside React, such as tests, that React handles events on this page. A part that is not
 * hydrated yet is hydrated as soon as it receives an event.
 */
function markHydrated() {
  document.documentElement.dataset.hydrated = "true";
  // Deferred, because replayed events may need other parts, and React can't hydrate them during effects.
  queueMicrotask(replayEarlyInput);
}

/** Shows dates to visitors in their browser's time zone. Reads the user from the cache; routes fetch it. */
function DateZoneProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...currentUserQuery(), enabled: false });
  const isVisitor = data !== undefined && readUser(data) === undefined;
  return <IsInBrowserTimeZone value={isVisitor}>{children}</IsInBrowserTimeZone>;
}

function Document({ children }: { children: ReactNode }) {
  const { context } = useRouter().options;
  const locale = getShownLocale(useParams({ strict: false }), context.locale);
  useEffect(markHydrated, []);
  return (
    // A script sets the theme before hydration.
    <html lang={getLanguageTag(locale)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="csrf-token" content={context.csrf_token} />
        <AccountMeta client={context.queryClient} />
        <SiteMeta site={context.site} />
        <meta name="theme-color" content="#f3f8f7" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1516" media="(prefers-color-scheme: dark)" />
        <HeadContent />
      </head>
      <body>
        {/* The styles of Base UI are in styles.css, because cached pages allow no inline style elements. */}
        <CSPProvider nonce={context.nonce} disableStyleElements>
          <QueryClientProvider client={context.queryClient}>
            <I18nProvider locale={locale}>
              <DateZoneProvider>{children}</DateZoneProvider>
            </I18nProvider>
          </QueryClientProvider>
        </CSPProvider>
        <Scripts />
      </body>
    </html>
  );
}
