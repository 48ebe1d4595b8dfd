import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { isTimelineBuilt } from "#lib/page/built.ts";
import { Tabs } from "#ui/navigation/tabs.tsx";

const friendsTabs = ["timeline", "follows", "followers"] as const;
export type FriendsTab = (typeof friendsTabs)[number];

const shownTabs = friendsTabs.filter((tab) => tab !== "timeline" || isTimelineBuilt);

/** Tabs for the friends' answers, the followed accounts and the followers. */
export function FriendsTabs({ current }: { current: FriendsTab }) {
  const { t, locale } = useTexts();
  return (
    <Tabs
      label={t("friends.tabs")}
      className="mb-5"
      items={shownTabs.map((tab) => ({
        key: tab,
        label: t(`friends.tab_${tab}`),
        current: tab === current,
        render: <Link to="/$locale/me/friends" params={{ locale }} search={{ tab }} />,
      }))}
    />
  );
}
