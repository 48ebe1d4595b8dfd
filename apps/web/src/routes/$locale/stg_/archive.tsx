import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { FolderDown, FolderUp } from "lucide-react";
import { requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import { ExportPanel } from "#features/archives/components/export-panel.tsx";
import { ImportPanel } from "#features/archives/components/import-panel.tsx";
import { importQuery } from "#features/archives/queries/imports.ts";
import { exportQuery } from "#features/archives/queries.ts";
import { ensureIdentityConfirmation } from "#lib/http/identity-confirmation.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { KeptLettersDrawing } from "#ui/drawings/kept-letters.tsx";
import { Section } from "#ui/surfaces/section.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { AccountAside } from "#widgets/profile/account-aside.tsx";

export const Route = createFileRoute("/$locale/stg_/archive")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.prefetchQuery({ ...exportQuery(), staleTime: 0 }),
      queryClient.prefetchQuery({ ...importQuery(), staleTime: 0 }),
    ]),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("archives.title"), noindex: true }),
  component: Archive,
});

function Archive() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const client = useQueryClient();
  if (!user) return null;
  const { account } = user;
  return (
    <ShellPage
      title={t("archives.title")}
      drawing={<KeptLettersDrawing />}
      aside={<AccountAside />}
    >
      <div className="grid gap-5">
        <Section
          id="export"
          icon={<FolderDown size={20} />}
          title={t("archives.export_title")}
          text={t("archives.export_text")}
        >
          <ExportPanel confirmIdentity={() => ensureIdentityConfirmation(client)} />
        </Section>
        <Section
          id="import"
          icon={<FolderUp size={20} />}
          title={t("archives.import_title")}
          text={t("archives.import_text")}
        >
          <ImportPanel
            broughtLink={<Link to="/$locale/$account/brought" params={{ locale, account }} />}
          />
        </Section>
        <Link
          to="/$locale/stg"
          params={{ locale }}
          className={buildButtonClass({
            variant: "text",
            alignsText: true,
            className: "justify-self-start",
          })}
        >
          {t("archives.back")}
        </Link>
      </div>
    </ShellPage>
  );
}
