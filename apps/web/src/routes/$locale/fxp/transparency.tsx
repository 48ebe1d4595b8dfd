import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { CountTable } from "#features/help/components/count-table.tsx";
import { SitePages } from "#features/help/components/site-pages.tsx";
import { transparencyQuery } from "#features/help/queries/transparency.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/fxp/transparency")({
  staticData: { isSameForVisitors: true },
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(transparencyQuery()),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("help.transparency") }),
  component: Transparency,
});

function Transparency() {
  const { t } = useTexts();
  const { months } = useSuspenseQuery(transparencyQuery()).data;
  return (
    <ShellPage
      title={t("help.transparency")}
      drawing={<NotFoundDrawing />}
      aside={<SitePages current="transparency" />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="running-text px-1 text-ink-2">{t("help.transparency_text")}</p>
        <CountTable
          title={t("help.transparency_decisions")}
          names={["reports", "hidden", "warned", "suspended", "stopped"]}
          months={months}
        />
        <CountTable
          title={t("help.transparency_appeals")}
          names={["appeals", "appeals_accepted"]}
          months={months}
        />
        <CountTable
          title={t("help.transparency_seals")}
          text={t("help.transparency_seals_text")}
          names={["seals_asked", "seals_approved", "seals_refused", "seals_read"]}
          months={months}
        />
      </div>
    </ShellPage>
  );
}
