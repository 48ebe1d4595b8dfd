import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link, notFound } from "@tanstack/react-router";
import { pageSlugs } from "@toibako/contract/help.ts";
import { Prose } from "#features/help/components/prose.tsx";
import { isPageSlug, type PageSlug, pageQuery, pageTitles } from "#features/help/queries/pages.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/fxp/$slug")({
  staticData: { isSameForVisitors: true },
  params: {
    parse: ({ slug }) => ({ slug: slug as PageSlug }),
    stringify: ({ slug }) => ({ slug }),
  },
  beforeLoad: ({ params }) => {
    if (!isPageSlug(params.slug)) throw notFound();
  },
  loader: async ({ context, params: { locale, slug } }) => {
    await context.queryClient.ensureQueryData(pageQuery(locale, slug));
  },
  head: ({ params: { locale, slug } }) =>
    isPageSlug(slug) ? buildPageHead({ locale, title: getTexts(locale).t(pageTitles[slug]) }) : {},
  component: LegalPage,
});

function LegalPage() {
  const { t, locale } = useTexts();
  const { slug } = Route.useParams();
  const { data } = useSuspenseQuery(pageQuery(locale, slug));
  return (
    <ShellPage title={t(pageTitles[slug])} aside={<Contents current={slug} />}>
      <article className="running-text rounded-sheet bg-surface px-5 py-4 shadow-e2 sm:px-8 sm:py-6">
        <Prose text={data} />
      </article>
      {slug === "privacy" && (
        <p className="mt-4 px-1">
          <Link
            to="/$locale/me/privacy"
            params={{ locale }}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {t("privacy.title")}
          </Link>
        </p>
      )}
    </ShellPage>
  );
}

/** Links to the legal pages. */
function Contents({ current }: { current: PageSlug }) {
  const { t, locale } = useTexts();
  return (
    <Card as="section">
      <h2 className="mb-2 text-md">{t("shell.site_pages")}</h2>
      <ul className="-mx-3 grid list-none">
        {pageSlugs.map((slug) => (
          <li key={slug}>
            <Link
              to="/$locale/fxp/$slug"
              params={{ locale, slug }}
              aria-current={slug === current ? "page" : undefined}
              className="flex min-h-11 items-center rounded-lg px-3 text-sm hover:bg-surface-2 aria-[current]:bg-brand-soft aria-[current]:font-bold aria-[current]:text-brand"
            >
              {t(pageTitles[slug])}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
