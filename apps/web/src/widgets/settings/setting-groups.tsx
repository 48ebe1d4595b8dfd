import { Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { closedHandleDays, handleChangeDays } from "@toibako/contract/handles.ts";
import { restorableDays } from "@toibako/contract/leaving.ts";
import { localeNames } from "@toibako/contract/locales.ts";
import {
  AtSign,
  Ban,
  Bell,
  BellRing,
  Cake,
  Clock,
  CreditCard,
  Database,
  DoorOpen,
  EyeOff,
  FolderDown,
  Inbox,
  Languages,
  Leaf,
  LockKeyhole,
  MailOpen,
  Mails,
  Megaphone,
  MessageCircle,
  MessageSquareX,
  Palette,
  PanelBottom,
  Search,
  ShieldCheck,
  Smartphone,
  SunMoon,
  Trash2,
  UserRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { CalmSetting } from "#features/filters/components/calm-setting.tsx";
import { OwnWords } from "#features/filters/components/own-words.tsx";
import { useCalmMode } from "#features/filters/queries/calm-mode.ts";
import { BlockList } from "#features/moderation/components/block-list.tsx";
import { InstallApp } from "#features/push/components/install-app.tsx";
import { PushSettings } from "#features/push/components/push-settings.tsx";
import { AvatarSetting } from "#features/settings/components/avatar-setting.tsx";
import { useBirthdayFormat } from "#features/settings/components/birthday-fields.tsx";
import { CardThemeSetting } from "#features/settings/components/card-theme-setting.tsx";
import { HandleSetting } from "#features/settings/components/handle-setting.tsx";
import { PersonalSettings } from "#features/settings/components/personal-settings.tsx";
import { ProfileSettings } from "#features/settings/components/profile-settings.tsx";
import {
  ArrivalSetting,
  DigestSetting,
  FindableSetting,
  MessagesSetting,
  ReceivingSettings,
  SensitiveSetting,
} from "#features/settings/components/switch-settings.tsx";
import { TimeZoneSetting } from "#features/settings/components/time-zone-setting.tsx";
import { WeeklyPosts } from "#features/shares/components/weekly-posts.tsx";
import { useTheme } from "#lib/browser/theme.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { nameTimeZone } from "#lib/i18n/time-zone-list.ts";
import { LinkRow, OpeningRow, SwitchRow } from "#ui/surfaces/setting-rows.tsx";
import { LanguageLinks } from "#widgets/shell/language-links.tsx";
import { ThemeChoice } from "#widgets/shell/theme-choice.tsx";
import { FilterSetting } from "./filter-setting.tsx";
import { PlanRow, useSoldItem } from "./plan-row.tsx";
import { ProviderPictures } from "./provider-pictures.tsx";
import { useFilterStrength, usePushState } from "./setting-values.ts";
import { SignInRows } from "./sign-in-rows.tsx";

interface Group {
  id: string;
  icon: ReactNode;
  title: string;
  Rows: (props: { user: CurrentUser }) => ReactNode;
}

/** The groups of the settings page in their order. The plan is one of them if the site sells any. */
export function useSettingGroups(): Group[] {
  const { t } = useTexts();
  const isSelling = useSoldItem() !== undefined;
  const plan = {
    id: "card",
    icon: <CreditCard size={20} />,
    title: t("billing.title"),
    Rows: PlanRow,
  };
  return [
    {
      id: "own-page",
      icon: <UserRound size={20} />,
      title: t("settings.group_page"),
      Rows: PageRows,
    },
    {
      id: "received",
      icon: <Inbox size={20} />,
      title: t("settings.group_received"),
      Rows: ReceivedRows,
    },
    {
      id: "notifications",
      icon: <Bell size={20} />,
      title: t("settings.group_notifications"),
      Rows: NotificationRows,
    },
    { id: "look", icon: <Palette size={20} />, title: t("settings.group_look"), Rows: LookRows },
    {
      id: "sign-in",
      icon: <LockKeyhole size={20} />,
      title: t("settings.group_sign_in"),
      Rows: SignInRows,
    },
    ...(isSelling ? [plan] : []),
    { id: "data", icon: <Database size={20} />, title: t("settings.group_data"), Rows: DataRows },
  ];
}

interface RowsProps {
  user: CurrentUser;
}

function PageRows({ user }: RowsProps) {
  const { t } = useTexts();
  return (
    <>
      <OpeningRow
        id="profile"
        icon={<UserRound size={20} />}
        title={t("settings.profile_title")}
        value={user.displaying_name || <span translate="no">{`@${user.account}`}</span>}
      >
        <AvatarSetting user={user}>
          <ProviderPictures />
        </AvatarSetting>
        <ProfileSettings user={user} />
      </OpeningRow>
      <OpeningRow
        id="handle"
        icon={<AtSign size={20} />}
        title={t("settings.handle_title")}
        value={<span translate="no">{`@${user.account}`}</span>}
        text={t("settings.handle_text", { days: handleChangeDays, closed_days: closedHandleDays })}
      >
        <HandleSetting user={user} />
      </OpeningRow>
      <SwitchRow id="findable" icon={<Search size={20} />} title={t("settings.findable_title")}>
        <FindableSetting user={user} />
      </SwitchRow>
    </>
  );
}

function ReceivedRows({ user }: RowsProps) {
  const { t } = useTexts();
  const { data: calm } = useCalmMode();
  const filterStrength = useFilterStrength(user);
  const formatBirthday = useBirthdayFormat();
  return (
    <>
      <OpeningRow id="receiving" icon={<Mails size={20} />} title={t("settings.receiving_title")}>
        <ReceivingSettings user={user} />
      </OpeningRow>
      <SwitchRow
        id="messages"
        icon={<MessageCircle size={20} />}
        title={t("settings.messages_label")}
      >
        <MessagesSetting user={user} />
      </SwitchRow>
      <OpeningRow
        id="calm"
        icon={<Leaf size={20} />}
        title={t("filters.calm_title")}
        value={calm && t(calm.is_on ? "factors.on" : "factors.off")}
        text={t("filters.calm_text")}
      >
        <CalmSetting />
      </OpeningRow>
      <OpeningRow
        id="filters"
        icon={<ShieldCheck size={20} />}
        title={t("filters.filter_title")}
        value={filterStrength}
      >
        <FilterSetting user={user} />
      </OpeningRow>
      <OpeningRow
        id="own-words"
        icon={<MessageSquareX size={20} />}
        title={t("filters.own_title")}
        text={t("filters.own_text")}
      >
        <OwnWords />
      </OpeningRow>
      <OpeningRow id="blocks" icon={<Ban size={20} />} title={t("moderation.blocks_title")}>
        <BlockList />
      </OpeningRow>
      {/* The specification names this id. The placeholder of a sensitive question links to it. */}
      <SwitchRow id="love-field" icon={<EyeOff size={20} />} title={t("settings.sensitive_title")}>
        <SensitiveSetting user={user} />
      </SwitchRow>
      <OpeningRow
        id="personal"
        icon={<Cake size={20} />}
        title={t("settings.personal_title")}
        value={user.birthday ? formatBirthday(user.birthday) : undefined}
        text={t("settings.personal_text")}
      >
        <PersonalSettings user={user} />
      </OpeningRow>
      {user.provider.includes("twitter") && (
        <OpeningRow
          id="auto-post"
          icon={<Megaphone size={20} />}
          title={t("shares.auto_title")}
          value={t(user.is_auto_recruit ? "factors.on" : "factors.off")}
        >
          <WeeklyPosts user={user} />
        </OpeningRow>
      )}
    </>
  );
}

function NotificationRows({ user }: RowsProps) {
  const { t } = useTexts();
  const pushState = usePushState();
  return (
    <>
      <SwitchRow
        id="arrivals"
        icon={<PanelBottom size={20} />}
        title={t("settings.arrivals_title")}
      >
        <ArrivalSetting user={user} />
      </SwitchRow>
      <SwitchRow id="digest" icon={<MailOpen size={20} />} title={t("mails.digest_label")}>
        <DigestSetting user={user} />
      </SwitchRow>
      <OpeningRow
        id="push"
        icon={<BellRing size={20} />}
        title={t("push.title")}
        value={pushState}
        text={t("push.text")}
      >
        <PushSettings />
      </OpeningRow>
      <OpeningRow
        id="app"
        icon={<Smartphone size={20} />}
        title={t("push.app_title")}
        text={t("push.app_text")}
      >
        <InstallApp />
      </OpeningRow>
    </>
  );
}

function LookRows({ user }: RowsProps) {
  const { t, locale, tag } = useTexts();
  const theme = useTheme() ?? "system";
  return (
    <>
      <OpeningRow
        id="screen"
        icon={<SunMoon size={20} />}
        title={t("shell.theme")}
        value={t(`shell.theme_${theme}`)}
        text={t("shell.settings_text")}
      >
        <ThemeChoice />
      </OpeningRow>
      <OpeningRow
        id="cards"
        icon={<Palette size={20} />}
        title={t("settings.cards_title")}
        value={t(`settings.theme_${user.card_theme}`)}
        text={t("settings.cards_text")}
      >
        <CardThemeSetting user={user} />
      </OpeningRow>
      <OpeningRow
        id="language"
        icon={<Languages size={20} />}
        title={t("shell.language")}
        value={localeNames[locale]}
      >
        <LanguageLinks hasIcon={false} />
      </OpeningRow>
      <OpeningRow
        id="time-zone"
        icon={<Clock size={20} />}
        title={t("settings.time_title")}
        // Server and browser may name it differently.
        value={<span suppressHydrationWarning>{nameTimeZone(tag, user.time_zone)}</span>}
      >
        <TimeZoneSetting user={user} />
      </OpeningRow>
    </>
  );
}

function DataRows() {
  const { t, locale } = useTexts();
  const params = { locale };
  return (
    <>
      <LinkRow
        id="privacy"
        icon={<Database size={20} />}
        title={t("privacy.title")}
        text={t("privacy.settings_text")}
        render={<Link to="/$locale/me/privacy" params={params} />}
      />
      <LinkRow
        id="archive"
        icon={<FolderDown size={20} />}
        title={t("archives.title")}
        text={t("archives.settings_text")}
        render={<Link to="/$locale/stg/archive" params={params} />}
      />
      <LinkRow
        id="leave"
        icon={<DoorOpen size={20} />}
        title={t("leaving.leave_link")}
        text={t("leaving.leave_link_text", { days: restorableDays })}
        render={<Link to="/$locale/stg/leave" params={params} />}
      />
      <LinkRow
        id="destroy"
        icon={<Trash2 size={20} />}
        title={t("leaving.destroy_link")}
        text={t("leaving.destroy_link_text")}
        render={<Link to="/$locale/stg/destroy" params={params} />}
      />
    </>
  );
}
