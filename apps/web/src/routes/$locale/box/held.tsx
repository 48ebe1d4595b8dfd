import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HeldList } from "#features/filters/components/held-list.tsx";
import { heldQuestionsQuery } from "#features/filters/queries/held.ts";
import { updateHeldCount } from "#features/inbox/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { ReportHeld } from "#widgets/inbox/report-held.tsx";

export const Route = createFileRoute("/$locale/box/held")({
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: ({ context: { queryClient }, deps: { pages } }) =>
    prefetchLists(queryClient, ...pages.map(heldQuestionsQuery)),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("filters.held_title"), noindex: true }),
  component: HeldQuestions,
});

function HeldQuestions() {
  const { t } = useTexts();
  const search = Route.useSearch();
  const { locale } = Route.useParams();
  const navigate = Route.useNavigate();
  const client = useQueryClient();
  const user = useCurrentUser();
  return (
    <>
      <h1 className="mb-2 text-xl">{t("filters.held_title")}</h1>
      <p className="short-text mb-2 text-sm text-ink-2">{t("filters.held_text")}</p>
      <HeldList
        theme={user?.card_theme}
        settingsLink={
          <Link
            to="/$locale/stg"
            params={{ locale }}
            hash="filters"
            className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 text-sm font-bold text-brand hover:bg-surface-2"
          >
            <SlidersHorizontal size={18} aria-hidden="true" />
            {t("filters.to_settings")}
          </Link>
        }
        address={{
          ...search,
          link: (search) => <Link to="/$locale/box/held" params={{ locale }} search={search} />,
        }}
        onRemoved={(outcome) => updateHeldCount(client, outcome)}
        onSeeInbox={() => void navigate({ to: "/$locale/box", params: { locale } })}
        renderReportButton={({ uuid_hash }, row) => <ReportHeld item_id={uuid_hash} {...row} />}
      />
    </>
  );
}
