import { createFileRoute, Link } from "@tanstack/react-router";
import { FolderDown } from "lucide-react";
import { requireSession } from "#features/accounts/queries.ts";
import { ExportPanel } from "#features/archives/components/export-panel.tsx";
import { exportQuery } from "#features/archives/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { Section } from "#ui/surfaces/section.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/stg_/archive")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    queryClient.prefetchQuery({ ...exportQuery(), staleTime: 0 }),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("archives.title"), noindex: true }),
  component: Archive,
});

function Archive() {
  const { t, locale } = useTexts();
  return (
    <ShellPage title={t("archives.title")}>
      <div className="grid gap-5">
        <Section
          id="export"
          icon={<FolderDown size={20} />}
          title={t("archives.export_title")}
          text={t("archives.export_text")}
        >
          <ExportPanel />
        </Section>
        <Link
          to="/$locale/stg"
          params={{ locale }}
          className={buttonClass({ variant: "text", className: "justify-self-start" })}
        >
          {t("archives.back")}
        </Link>
      </div>
    </ShellPage>
  );
}
