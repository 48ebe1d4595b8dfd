import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link, notFound } from "@tanstack/react-router";
import { Prose } from "#features/help/components/prose.tsx";
import { SitePages } from "#features/help/components/site-pages.tsx";
import { isPageSlug, type PageSlug, pageQuery, pageTitles } from "#features/help/queries/pages.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { NoAnswersDrawing } from "#ui/drawings/no-answers.tsx";
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
    <ShellPage
      title={t(pageTitles[slug])}
      drawing={<NoAnswersDrawing />}
      aside={<SitePages current={slug} />}
    >
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
