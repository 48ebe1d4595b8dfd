import { Link } from "@tanstack/react-router";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";

export const friendsTabs = ["timeline", "recommend", "follows", "followers"] as const;
export type FriendsTab = (typeof friendsTabs)[number];

export function FriendsTabs({ current }: { current: FriendsTab }) {
  const { t, locale } = useTexts();
  return (
    <Tabs
      label={t("friends.tabs")}
      className="mb-5"
      items={friendsTabs.map((tab) => ({
        key: tab,
        label: t(`friends.tab_${tab}`),
        isCurrent: tab === current,
        render: <Link to="/$locale/me/friends" params={{ locale }} search={{ tab }} />,
      }))}
    />
  );
}
