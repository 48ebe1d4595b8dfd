import { createFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LinkedNetworks, useLinkable } from "#features/accounts/components/linked-networks.tsx";
import { identitiesQuery, useCurrentUser } from "#features/accounts/queries.ts";
import { AutoRecruit } from "#features/shares/components/auto-recruit.tsx";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Card } from "#ui/card.tsx";
import { LanguageLinks } from "./-shell/language-links.tsx";
import { membersOnly } from "./-shell/members-only.ts";
import { Screen } from "./-shell/screen.tsx";
import { ThemeChoice } from "./-shell/theme-choice.tsx";

export const Route = createFileRoute("/$locale/stg")({
  beforeLoad: membersOnly,
  loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(identitiesQuery()),
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.settings"), noindex: true }),
  component: Settings,
});

function Settings() {
  const { t } = useTexts();
  const user = useCurrentUser();
  return (
    <Screen title={t("shell.settings")}>
      <div className="grid gap-5">
        <LinkedPart />
        {user?.provider.includes("twitter") && (
          <Part title={t("shares.auto_title")}>
            <AutoRecruit user={user} />
          </Part>
        )}
        <Part title={t("shell.theme")}>
          <ThemeChoice />
          <p className="mt-2 text-sm text-ink-2">{t("shell.settings_text")}</p>
        </Part>
        <Part title={t("shell.language")}>
          <LanguageLinks />
        </Part>
      </div>
    </Screen>
  );
}

/** Not there while there is nothing to link. */
function LinkedPart() {
  const { t } = useTexts();
  const providers = useLinkable();
  if (providers.length === 0) return null;
  return (
    <Part title={t("accounts.linked_title")}>
      <LinkedNetworks providers={providers} />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  );
}
