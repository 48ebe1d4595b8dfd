import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Faq, Group } from "#features/help/components/faq.tsx";
import { Unfold } from "#features/help/components/unfold.tsx";
import { pageQuery } from "#features/help/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Contents } from "./-help/contents.tsx";
import { Support } from "./-help/support.tsx";
import { Screen } from "./-shell/screen.tsx";

export const Route = createFileRoute("/$locale/hp")({
  // An app that shows this page as its own FAQ has its own way to the support.
  validateSearch: ({ app_faq }: { app_faq?: unknown }): { app_faq?: "1" | undefined } => ({
    app_faq: app_faq === "1" ? "1" : undefined,
  }),
  loader: async ({ context, params: { locale } }) => {
    await context.queryClient.ensureQueryData(pageQuery(locale, "faq"));
  },
  head: ({ params: { locale } }) => {
    const { t } = textsOf(locale);
    return pageHead({ locale, title: t("support.hp"), description: t("support.hp_lead") });
  },
  component: Help,
});

function Help() {
  const { t, locale } = useTexts();
  const { app_faq } = Route.useSearch();
  const { data } = useSuspenseQuery(pageQuery(locale, "faq"));
  return (
    <Screen title={t("support.hp")} aside={<Contents />}>
      <p className="-mt-3 mb-5 text-ink-2">{t("support.hp_lead")}</p>
      <div className="grid gap-8">
        <Faq text={data} />
        <Group title={t("support.licences")}>
          <Unfold title={t("support.geo_title")}>
            <p className="my-3">{t("support.geo_text")}</p>
            <p lang="en" className="my-3 border-l-4 border-line pl-4 text-sm">
              This product includes GeoLite2 Data created by MaxMind, available from{" "}
              <a
                href="https://www.maxmind.com"
                rel="noreferrer"
                className="text-brand underline underline-offset-4"
              >
                https://www.maxmind.com
              </a>
              .
            </p>
          </Unfold>
        </Group>
        {!app_faq && <Support />}
      </div>
    </Screen>
  );
}
