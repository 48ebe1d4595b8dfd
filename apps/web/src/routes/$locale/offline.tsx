import { createFileRoute } from "@tanstack/react-router";
import { KeptPages, Unreachable } from "#features/offline/components/offline-page.tsx";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { WidePage } from "#widgets/page/shell-page.tsx";

/** The page that the service worker shows in place of a page that can't be loaded. */
export const Route = createFileRoute("/$locale/offline")({
  staticData: { isSameForVisitors: true },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("offline.title"), noindex: true }),
  component: OfflinePage,
});

function OfflinePage() {
  return (
    <WidePage>
      <div className="mx-auto max-w-column px-4 py-8">
        <Unreachable />
        <KeptPages />
      </div>
    </WidePage>
  );
}
