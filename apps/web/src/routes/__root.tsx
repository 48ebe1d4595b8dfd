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
import type { RouterContext, Site } from "#lib/page/router-context.ts";

export const Route = createRootRouteWithContext<RouterContext>()({
  shellComponent: Document,
  head: ({ match, matches }) =>
    buildPageHead({ locale: getShownLocale(matches.at(-1)?.params, match.context.locale) }),
});

/** The id of the account for which the page was rendered, empty for a visitor. The page's calls send it. */
function AccountMeta({ client }: { client: QueryClient }) {
  const reply = client.getQueryData(currentUserQuery().queryKey);
  return reply && <meta name="account" content={readUser(reply)?.id ?? ""} />;
}

/** Passes the site's settings to the browser; left out if they are empty. */
function SiteMeta({ site }: { site: Site }) {
  const { providers, app_link_url, has_mail } = site;
  if (providers.length === 0 && app_link_url === null && !has_mail) return null;
  return <meta name="toibako-site" content={JSON.stringify(site)} />;
}

/** The locale in the path, or else that of the request. */
function getShownLocale(params: { locale?: string } | undefined, fallback: Locale): Locale {
  return isLocale(params?.locale) ? params.locale : fallback;
}

/**
 * Tells scripts outside React, such as tests, that React handles events on this page. A part that is not
 * hydrated yet is hydrated as soon as it receives an event.
 */
function markHydrated() {
  document.documentElement.dataset.hydrated = "true";
  // Runs after the effect, because React hydrates no further part while it runs effects.
  queueMicrotask(replayEarlyInput);
}

/** Shows dates to visitors in their browser's time zone. It only reads the cache; other parts fetch the user. */
function DatesOfReader({ children }: { children: ReactNode }) {
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
        {/*
         * Styles of components are in styles.css, because cached pages allow no inline style
         * elements.
         */}
        <CSPProvider nonce={context.nonce} disableStyleElements>
          <QueryClientProvider client={context.queryClient}>
            <I18nProvider locale={locale}>
              <DatesOfReader>{children}</DatesOfReader>
            </I18nProvider>
          </QueryClientProvider>
        </CSPProvider>
        <Scripts />
      </body>
    </html>
  );
}
