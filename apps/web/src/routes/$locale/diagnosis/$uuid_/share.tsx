import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { diagnosisGameQuery, sharedResultQuery } from "#features/diagnosis/queries.ts";
import { ShareStage } from "#features/shares/components/share-stage.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { StagePage } from "#widgets/page/stage-page.tsx";

export const Route = createFileRoute("/$locale/diagnosis/$uuid_/share")({
  staticData: { isSameForVisitors: true },
  validateSearch: ({ result }: Record<string, unknown>): { result?: string } =>
    typeof result === "string" && /^[\w-]{22}$/.test(result) ? { result } : {},
  loaderDeps: ({ search }) => ({ result: search.result }),
  loader: async ({ context: { queryClient }, params: { uuid }, deps: { result = "" } }) => {
    await Promise.all([
      queryClient.ensureQueryData(diagnosisGameQuery(uuid)).catch(throwNotFound),
      queryClient.ensureQueryData(sharedResultQuery(uuid, result)).catch(throwNotFound),
    ]);
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("diagnosis.share_title"), noindex: true }),
  component: ShareResultPage,
});

/** Shares what somebody got from a diagnosis game. */
function ShareResultPage() {
  const { t, locale } = useTexts();
  const { uuid } = Route.useParams();
  const { result: id = "" } = Route.useSearch();
  const { game } = useSuspenseQuery(diagnosisGameQuery(uuid)).data;
  const { result } = useSuspenseQuery(sharedResultQuery(uuid, id)).data;
  const words = { title: game.title, result: result.share_body };
  return (
    <StagePage
      back={{
        link: (
          <Link to="/$locale/diagnosis/$uuid" params={{ locale, uuid }} search={{ result: id }} />
        ),
        text: t("shell.back_to", { title: game.title }),
      }}
    >
      <ShareStage
        title={t("diagnosis.share_title")}
        content={{
          path: `/${locale}/diagnosis/${uuid}?result=${id}`,
          text: t("diagnosis.share_text", words),
          pictures: {
            wide: {
              url: result.image_url,
              alt: t("diagnosis.picture_alt", words),
              file_name: buildPictureName(game.title),
            },
          },
        }}
      />
    </StagePage>
  );
}
