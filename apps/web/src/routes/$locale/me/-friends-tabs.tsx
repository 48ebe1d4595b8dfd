import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n.tsx";
import { Tabs } from "#ui/tabs.tsx";

export const friendsTabs = ["timeline", "follows", "followers"] as const;
export type FriendsTab = (typeof friendsTabs)[number];

/** What friends answered, whom one follows, and by whom one is followed. */
export function FriendsTabs({ current }: { current: FriendsTab }) {
  const { t, locale } = useTexts();
  return (
    <Tabs
      label={t("friends.tabs")}
      className="mb-5"
      items={friendsTabs.map((tab) => ({
        key: tab,
        label: t(`friends.tab_${tab}`),
        current: tab === current,
        render: <Link to="/$locale/me/friends" params={{ locale }} search={{ tab }} />,
      }))}
    />
  );
}
