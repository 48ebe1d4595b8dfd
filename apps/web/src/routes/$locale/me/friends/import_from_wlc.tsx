import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { requireSession } from "#features/accounts/queries.ts";
import { importQuery } from "#features/friends/queries/import.ts";
import { dismissImportOffer } from "#lib/browser/import-offer.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { validateNextSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { FriendsDrawing } from "#ui/drawings/friends.tsx";
import { FollowersImportPanel } from "#widgets/friends/followers-import-panel.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

/** The step after registration that imports followers from X. `next` is the page after this step. */
export const Route = createFileRoute("/$locale/me/friends/import_from_wlc")({
  validateSearch: validateNextSearch,
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) => prefetchLists(queryClient, importQuery()),
  head: ({ params: { locale } }) =>
    buildPageHead({
      locale,
      title: getTexts(locale).t("friends.import_step_title"),
      noindex: true,
    }),
  component: ImportStep,
});

function ImportStep() {
  const { t, locale } = useTexts();
  const { next } = Route.useSearch();
  useEffect(dismissImportOffer, []);
  return (
    <ShellPage aside={<AccountAside />}>
      <div className="mx-auto max-w-lg">
        <div className="grid justify-items-center text-center">
          <div className="mb-3 w-44">
            <FriendsDrawing />
          </div>
          <h1 className="text-xl">{t("friends.import_step_title")}</h1>
          <p className="mt-1 mb-5 text-sm text-balance text-ink-2">
            {t("friends.import_step_text")}
          </p>
        </div>
        <FollowersImportPanel />
        <a
          href={next ?? `/${locale}/me/home`}
          className={buildButtonClass({ size: "lg", isWide: true })}
        >
          {t("friends.import_step_next")}
        </a>
      </div>
    </ShellPage>
  );
}
