import { createFileRoute } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { SignOutButton } from "#features/accounts/components/sign-out-button.tsx";
import { sessionsQuery } from "#features/accounts/queries/sessions.ts";
import { identitiesQuery, requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import { factorsQuery } from "#features/factors/queries.ts";
import { calmModeQuery } from "#features/filters/queries/calm-mode.ts";
import { ngWordsQuery } from "#features/filters/queries/words.ts";
import { blocksQuery } from "#features/moderation/queries.ts";
import { pushQuery } from "#features/push/queries.ts";
import { GroupIndex, useScrollToSetting } from "#features/settings/components/group-index.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { SettingGroup } from "#ui/surfaces/setting-rows.tsx";
import { DefaultAside } from "#widgets/page/default-aside.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { useSettingGroups } from "#widgets/settings/setting-groups.tsx";
import { UnsavedTextDialog } from "#widgets/settings/unsaved-text-dialog.tsx";

export const Route = createFileRoute("/$locale/stg")({
  validateSearch: ({ tab }): { tab?: "sns" | "safety" | "card" } =>
    tab === "sns" || tab === "safety" || tab === "card" ? { tab } : {},
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.prefetchQuery(identitiesQuery()),
      queryClient.prefetchQuery(sessionsQuery()),
      queryClient.prefetchQuery(factorsQuery()),
      queryClient.prefetchQuery(ngWordsQuery()),
      queryClient.prefetchQuery(calmModeQuery()),
      queryClient.prefetchQuery(pushQuery()),
      queryClient.prefetchInfiniteQuery(blocksQuery()),
    ]),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.settings"), noindex: true }),
  component: Settings,
});

function Settings() {
  const user = useCurrentUser();
  return user ? <SettingsPage user={user} /> : null;
}

function SettingsPage({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const groups = useSettingGroups();
  useScrollToSetting(Route.useSearch().tab);
  const aside = (
    <>
      <Card>
        <GroupIndex groups={groups} look="list" />
      </Card>
      <DefaultAside />
    </>
  );
  return (
    <ShellPage title={t("shell.settings")} aside={aside}>
      <div className="grid gap-8">
        <div className="min-w-0 lg:hidden">
          <GroupIndex groups={groups} look="grid" />
        </div>
        {groups.map(({ id, title, Rows }) => (
          <SettingGroup key={id} id={id} title={title}>
            <Rows user={user} />
          </SettingGroup>
        ))}
        <SignOutButton user_id={user.id} />
      </div>
      <UnsavedTextDialog />
    </ShellPage>
  );
}
