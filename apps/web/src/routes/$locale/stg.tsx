import { createFileRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Card } from "#ui/card.tsx";
import { LanguageLinks } from "./-shell/language-links.tsx";
import { membersOnly } from "./-shell/members-only.ts";
import { Screen } from "./-shell/screen.tsx";
import { ThemeChoice } from "./-shell/theme-choice.tsx";

export const Route = createFileRoute("/$locale/stg")({
  beforeLoad: membersOnly,
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.settings"), noindex: true }),
  component: Settings,
});

function Settings() {
  const { t } = useTexts();
  return (
    <Screen title={t("shell.settings")}>
      <div className="grid gap-5">
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  );
}
