import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Usage } from "#features/help/components/usage.tsx";
import { type Service, serviceOf, usageQuery } from "#features/help/queries.ts";
import { pageHead } from "#lib/head.ts";
import { type Translate, textsOf, useTexts } from "#lib/i18n.tsx";
import { Contents } from "./-help/contents.tsx";
import { PasteLink } from "./-help/paste-link.tsx";
import { ServiceLinks } from "./-help/service-links.tsx";
import { Screen } from "./-shell/screen.tsx";

export const Route = createFileRoute("/$locale/itr")({
  // A service that is not known leads to the list of all, at the address without it.
  validateSearch: ({ service }: { service?: unknown }): { service?: Service | undefined } => ({
    service: serviceOf(service),
  }),
  loader: async ({ context, params: { locale } }) => {
    await context.queryClient.ensureQueryData(usageQuery(locale));
  },
  head: ({ params: { locale }, match }) => {
    const { t } = textsOf(locale);
    const { service } = match.search;
    const title = service ? titleOf(t, service) : t("support.itr");
    return pageHead({ locale, title, description: t("support.itr_lead") });
  },
  component: WhereToPaste,
});

function WhereToPaste() {
  const { t, locale } = useTexts();
  const { service } = Route.useSearch();
  const { data } = useSuspenseQuery(usageQuery(locale));
  if (!service) {
    return (
      <Screen title={t("support.itr")} aside={<Contents />}>
        <p className="-mt-3 mb-5 text-ink-2">{t("support.itr_lead")}</p>
        <ServiceLinks />
      </Screen>
    );
  }
  return (
    <Screen title={titleOf(t, service)} aside={<Contents />}>
      <div className="grid gap-6">
        <article className="rounded-sheet bg-surface px-5 py-6 shadow-e2 sm:px-8 sm:py-8">
          <Usage text={data} service={service} />
        </article>
        <PasteLink />
        <section>
          <h2 className="mb-3 text-lg">{t("support.itr_others")}</h2>
          <ServiceLinks except={service} />
        </section>
      </div>
    </Screen>
  );
}

function titleOf(t: Translate, service: Service): string {
  return t("support.itr_title", { service: t(`support.service_${service}`) });
}
