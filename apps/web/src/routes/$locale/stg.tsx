import { createFileRoute } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { SignOutButton } from "#features/accounts/components/sign-out-button.tsx";
import { sessionsQuery } from "#features/accounts/queries/sessions.ts";
import { identitiesQuery, requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import {
  billingItemsQuery,
  creditCardQuery,
  offerQuery,
  subscriptionQuery,
} from "#features/billing/queries.ts";
import { factorsQuery } from "#features/factors/queries.ts";
import { calmModeQuery } from "#features/filters/queries/calm-mode.ts";
import { ngWordsQuery } from "#features/filters/queries/words.ts";
import { blocksQuery } from "#features/moderation/queries.ts";
import { pushQuery } from "#features/push/queries.ts";
import { GroupIndex, useScrollToSetting } from "#features/settings/components/group-index.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { GearDrawing } from "#ui/drawings/gear.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { SettingGroup } from "#ui/surfaces/setting-rows.tsx";
import { LazyPlanPage, loadPlanPage } from "#widgets/billing/lazy-plan-page.ts";
import { DefaultAside } from "#widgets/page/default-aside.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { useSoldItem } from "#widgets/settings/plan-row.tsx";
import { useSettingGroups } from "#widgets/settings/setting-groups.tsx";
import { UnsavedTextDialog } from "#widgets/settings/unsaved-text-dialog.tsx";

interface SettingsSearch {
  tab?: "sns" | "safety" | "card";
  /** The order of a payment from whose page the browser comes back. */
  order?: string | undefined;
}

export const Route = createFileRoute("/$locale/stg")({
  validateSearch: ({ tab, order }): SettingsSearch => ({
    ...((tab === "sns" || tab === "safety" || tab === "card") && { tab }),
    ...(tab === "card" && typeof order === "string" && /^[\w-]{1,64}$/.test(order) && { order }),
  }),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient }, params: { locale }, deps: { tab } }) => {
    await queryClient.prefetchQuery(billingItemsQuery(locale));
    const sold = queryClient.getQueryData(billingItemsQuery(locale).queryKey)?.items ?? [];
    const subscription = sold.length > 0 && queryClient.prefetchQuery(subscriptionQuery());
    if (tab === "card" && sold.length > 0) {
      const offer = queryClient.prefetchQuery(offerQuery("credit_card", locale));
      const card = queryClient.prefetchQuery(creditCardQuery(locale));
      await Promise.all([subscription, offer, card]);
      return;
    }
    await Promise.all([
      subscription,
      queryClient.prefetchQuery(identitiesQuery()),
      queryClient.prefetchQuery(sessionsQuery()),
      queryClient.prefetchQuery(factorsQuery()),
      queryClient.prefetchQuery(ngWordsQuery()),
      queryClient.prefetchQuery(calmModeQuery()),
      queryClient.prefetchQuery(pushQuery()),
      queryClient.prefetchInfiniteQuery(blocksQuery()),
    ]);
  },
  head: async ({ params: { locale }, match }) => {
    // The router runs the head, unlike the loader, before hydration. Without the code of the page, presses would be lost.
    if (match.search.tab === "card") await loadPlanPage().catch(() => undefined);
    return buildPageHead({ locale, title: getTexts(locale).t("shell.settings"), noindex: true });
  },
  component: Settings,
});

function Settings() {
  const user = useCurrentUser();
  const item = useSoldItem();
  const { tab, order } = Route.useSearch();
  if (!user) return null;
  if (tab !== "card" || !item) return <SettingsPage user={user} />;
  return <LazyPlanPage user={user} item={item} order_id={order} aside={<SettingsAside />} />;
}

function SettingsAside() {
  const groups = useSettingGroups();
  return (
    <>
      <Card>
        <GroupIndex groups={groups} look="list" />
      </Card>
      <DefaultAside />
    </>
  );
}

function SettingsPage({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const groups = useSettingGroups();
  useScrollToSetting(Route.useSearch().tab);
  return (
    <ShellPage title={t("shell.settings")} drawing={<GearDrawing />} aside={<SettingsAside />}>
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
