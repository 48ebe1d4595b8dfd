import { createFileRoute } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import {
  Ban,
  Clock,
  EyeOff,
  Languages,
  Link2,
  Mails,
  Megaphone,
  MessageSquareX,
  Palette,
  ShieldCheck,
  SunMoon,
  UserRound,
} from "lucide-react";
import { LinkedNetworks, useLinkable } from "#features/accounts/components/linked-networks.tsx";
import { identitiesQuery, useCurrentUser } from "#features/accounts/queries.ts";
import { OwnWords } from "#features/filters/components/own-words.tsx";
import { ngWordsQuery } from "#features/filters/queries.ts";
import { BlockList } from "#features/moderation/components/block-list.tsx";
import { blocksQuery } from "#features/moderation/queries.ts";
import { CardThemeSetting } from "#features/settings/components/card-theme-setting.tsx";
import { ProfileSettings } from "#features/settings/components/profile-settings.tsx";
import { ReceivingSettings } from "#features/settings/components/receiving-settings.tsx";
import { SensitiveSetting } from "#features/settings/components/sensitive-setting.tsx";
import { TimeZoneSetting } from "#features/settings/components/time-zone-setting.tsx";
import { AutoRecruit } from "#features/shares/components/auto-recruit.tsx";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Card } from "#ui/card.tsx";
import { Section, type SectionProps } from "#ui/section.tsx";
import { FilterPart } from "./-settings/filter-part.tsx";
import { useJump } from "./-settings/jump.ts";
import { JumpLinks } from "./-settings/jump-links.tsx";
import { DefaultAside } from "./-shell/default-aside.tsx";
import { LanguageLinks } from "./-shell/language-links.tsx";
import { membersOnly } from "./-shell/members-only.ts";
import { Screen } from "./-shell/screen.tsx";
import { ThemeChoice } from "./-shell/theme-choice.tsx";

export const Route = createFileRoute("/$locale/stg")({
  validateSearch: ({ tab }): { tab?: "sns" } => (tab === "sns" ? { tab } : {}),
  beforeLoad: membersOnly,
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.prefetchQuery(identitiesQuery()),
      queryClient.prefetchQuery(ngWordsQuery()),
      queryClient.prefetchInfiniteQuery(blocksQuery()),
    ]),
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.settings"), noindex: true }),
  component: Settings,
});

function Settings() {
  const user = useCurrentUser();
  return user ? <SettingsOf user={user} /> : null;
}

/** What can be set, in the order of the page; each is a component of its feature. */
function useSections(user: CurrentUser): SectionProps[] {
  const { t } = useTexts();
  const providers = useLinkable();
  return [
    {
      id: "profile",
      icon: <UserRound size={20} />,
      title: t("settings.profile_title"),
      children: <ProfileSettings user={user} />,
    },
    {
      id: "cards",
      icon: <Palette size={20} />,
      title: t("settings.cards_title"),
      text: t("settings.cards_text"),
      children: <CardThemeSetting user={user} />,
    },
    {
      id: "receiving",
      icon: <Mails size={20} />,
      title: t("settings.receiving_title"),
      children: <ReceivingSettings user={user} />,
    },
    {
      id: "filters",
      icon: <ShieldCheck size={20} />,
      title: t("filters.filter_title"),
      children: <FilterPart user={user} />,
    },
    {
      id: "own-words",
      icon: <MessageSquareX size={20} />,
      title: t("filters.own_title"),
      text: t("filters.own_text"),
      children: <OwnWords />,
    },
    {
      id: "blocks",
      icon: <Ban size={20} />,
      title: t("moderation.blocks_title"),
      children: <BlockList />,
    },
    {
      id: "love-field",
      icon: <EyeOff size={20} />,
      title: t("settings.sensitive_title"),
      children: <SensitiveSetting user={user} />,
    },
    ...(providers.length > 0
      ? [
          {
            id: "sns",
            icon: <Link2 size={20} />,
            title: t("accounts.linked_title"),
            children: <LinkedNetworks providers={providers} />,
          },
        ]
      : []),
    ...(user.provider.includes("twitter")
      ? [
          {
            id: "auto-post",
            icon: <Megaphone size={20} />,
            title: t("shares.auto_title"),
            children: <AutoRecruit user={user} />,
          },
        ]
      : []),
    {
      id: "screen",
      icon: <SunMoon size={20} />,
      title: t("shell.theme"),
      text: t("shell.settings_text"),
      children: <ThemeChoice />,
    },
    {
      id: "time-zone",
      icon: <Clock size={20} />,
      title: t("settings.time_title"),
      children: <TimeZoneSetting user={user} />,
    },
    {
      id: "language",
      icon: <Languages size={20} />,
      title: t("shell.language"),
      children: <LanguageLinks />,
    },
  ];
}

function SettingsOf({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const sections = useSections(user);
  useJump(Route.useSearch().tab);
  const aside = (
    <>
      <Card>
        <JumpLinks sections={sections} look="list" />
      </Card>
      <DefaultAside />
    </>
  );
  return (
    <Screen title={t("shell.settings")} aside={aside}>
      <div className="grid gap-5">
        <div className="min-w-0 lg:hidden">
          <JumpLinks sections={sections} look="row" />
        </div>
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
      </div>
    </Screen>
  );
}
