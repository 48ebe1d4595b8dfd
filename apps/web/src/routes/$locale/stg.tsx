import { createFileRoute, Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { closedHandleDays, handleChangeDays } from "@toibako/contract/handles.ts";
import {
  AtSign,
  Ban,
  BellRing,
  Cake,
  Clock,
  Database,
  DoorOpen,
  EyeOff,
  FolderDown,
  KeyRound,
  Languages,
  Leaf,
  Link2,
  Mail,
  Mails,
  Megaphone,
  MessageSquareX,
  MonitorSmartphone,
  Palette,
  PanelBottom,
  Search,
  ShieldCheck,
  Smartphone,
  SunMoon,
  UserRound,
} from "lucide-react";
import {
  LinkedProviders,
  useLinkableProviders,
} from "#features/accounts/components/linked-providers.tsx";
import { PasswordSetting } from "#features/accounts/components/password-setting.tsx";
import { SessionList } from "#features/accounts/components/session-list.tsx";
import { sessionsQuery } from "#features/accounts/queries/sessions.ts";
import { identitiesQuery, requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import { FactorSettings } from "#features/factors/components/factor-settings.tsx";
import { factorsQuery } from "#features/factors/queries.ts";
import { CalmSetting } from "#features/filters/components/calm-setting.tsx";
import { OwnWords } from "#features/filters/components/own-words.tsx";
import { calmModeQuery } from "#features/filters/queries/calm-mode.ts";
import { ngWordsQuery } from "#features/filters/queries/words.ts";
import { LeavingLinks } from "#features/leaving/components/leaving-links.tsx";
import { BlockList } from "#features/moderation/components/block-list.tsx";
import { blocksQuery } from "#features/moderation/queries.ts";
import { InstallApp } from "#features/push/components/install-app.tsx";
import { PushSettings } from "#features/push/components/push-settings.tsx";
import { pushQuery } from "#features/push/queries.ts";
import { AvatarSetting } from "#features/settings/components/avatar-setting.tsx";
import { CardThemeSetting } from "#features/settings/components/card-theme-setting.tsx";
import { EmailSetting } from "#features/settings/components/email-setting.tsx";
import { HandleSetting } from "#features/settings/components/handle-setting.tsx";
import { JumpLinks, useScrollToSection } from "#features/settings/components/jump-links.tsx";
import { PersonalSettings } from "#features/settings/components/personal-settings.tsx";
import { ProfileSettings } from "#features/settings/components/profile-settings.tsx";
import {
  ArrivalSetting,
  DigestSetting,
  FindableSetting,
  ReceivingSettings,
  SensitiveSetting,
} from "#features/settings/components/switch-settings.tsx";
import { TimeZoneSetting } from "#features/settings/components/time-zone-setting.tsx";
import { AutoRecruit } from "#features/shares/components/auto-recruit.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { Section, type SectionProps } from "#ui/surfaces/section.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { FilterSetting } from "#widgets/settings/filter-setting.tsx";
import { ProviderPictures } from "#widgets/settings/provider-pictures.tsx";
import { LanguageLinks } from "#widgets/shell/language-links.tsx";
import { ThemeChoice } from "#widgets/shell/theme-choice.tsx";

export const Route = createFileRoute("/$locale/stg")({
  validateSearch: ({ tab }): { tab?: "sns" | "safety" } =>
    tab === "sns" || tab === "safety" ? { tab } : {},
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

/** The sections of the page in their order. */
function useSections(user: CurrentUser): SectionProps[] {
  const { t, locale } = useTexts();
  const providers = useLinkableProviders();
  const modal = useModal();
  return [
    {
      id: "profile",
      icon: <UserRound size={20} />,
      title: t("settings.profile_title"),
      children: (
        <>
          <AvatarSetting user={user}>
            <ProviderPictures />
          </AvatarSetting>
          <ProfileSettings user={user} />
        </>
      ),
    },
    {
      id: "handle",
      icon: <AtSign size={20} />,
      title: t("settings.handle_title"),
      text: t("settings.handle_text", { days: handleChangeDays, closed_days: closedHandleDays }),
      children: <HandleSetting user={user} />,
    },
    {
      id: "findable",
      icon: <Search size={20} />,
      title: t("settings.findable_title"),
      children: <FindableSetting user={user} />,
    },
    {
      id: "personal",
      icon: <Cake size={20} />,
      title: t("settings.personal_title"),
      text: t("settings.personal_text"),
      children: <PersonalSettings user={user} />,
    },
    {
      id: "email",
      icon: <Mail size={20} />,
      title: t("mails.title"),
      text: t("mails.text"),
      children: (
        <>
          <EmailSetting
            user={user}
            onEntered={(email) => modal.open("authorization_email", { email })}
          />
          <DigestSetting user={user} />
        </>
      ),
    },
    {
      id: "password",
      icon: <KeyRound size={20} />,
      title: t("passwords.title"),
      text: t(user.has_password ? "passwords.change_text" : "passwords.set_text"),
      children: <PasswordSetting user={user} />,
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
      id: "calm",
      icon: <Leaf size={20} />,
      title: t("filters.calm_title"),
      text: t("filters.calm_text"),
      children: <CalmSetting />,
    },
    {
      id: "filters",
      icon: <ShieldCheck size={20} />,
      title: t("filters.filter_title"),
      children: <FilterSetting user={user} />,
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
            children: <LinkedProviders providers={providers} />,
          },
        ]
      : []),
    {
      id: "safety",
      icon: <KeyRound size={20} />,
      title: t("factors.title"),
      text: t("factors.text"),
      children: <FactorSettings account={user.account} />,
    },
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
      id: "arrivals",
      icon: <PanelBottom size={20} />,
      title: t("settings.arrivals_title"),
      children: <ArrivalSetting user={user} />,
    },
    {
      id: "push",
      icon: <BellRing size={20} />,
      title: t("push.title"),
      text: t("push.text"),
      children: <PushSettings />,
    },
    {
      id: "app",
      icon: <Smartphone size={20} />,
      title: t("push.app_title"),
      text: t("push.app_text"),
      children: <InstallApp />,
    },
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
      children: <LanguageLinks hasIcon={false} />,
    },
    {
      id: "privacy",
      icon: <Database size={20} />,
      title: t("privacy.title"),
      children: (
        <Link
          to="/$locale/me/privacy"
          params={{ locale }}
          className={buttonClass({ variant: "outline", className: "justify-self-start" })}
        >
          {t("privacy.settings_text")}
        </Link>
      ),
    },
    {
      id: "archive",
      icon: <FolderDown size={20} />,
      title: t("archives.title"),
      text: t("archives.settings_text"),
      children: (
        <Link
          to="/$locale/stg/archive"
          params={{ locale }}
          className={buttonClass({ variant: "outline", className: "justify-self-start" })}
        >
          {t("archives.settings_link")}
        </Link>
      ),
    },
    {
      id: "sessions",
      icon: <MonitorSmartphone size={20} />,
      title: t("accounts.sessions_title"),
      text: t("accounts.sessions_text"),
      children: <SessionList user_id={user.id} />,
    },
    {
      id: "leave",
      icon: <DoorOpen size={20} />,
      title: t("leaving.section_title"),
      children: <LeavingLinks />,
    },
  ];
}

function SettingsPage({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const sections = useSections(user);
  useScrollToSection(Route.useSearch().tab);
  const aside = (
    <Card>
      <JumpLinks sections={sections} look="list" />
    </Card>
  );
  return (
    <ShellPage title={t("shell.settings")} aside={aside}>
      <div className="grid gap-5">
        <div className="min-w-0 lg:hidden">
          <JumpLinks sections={sections} look="row" />
        </div>
        {sections.map((section) => (
          <Section key={section.id} {...section} />
        ))}
      </div>
    </ShellPage>
  );
}
