import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { offersRooms, roomsQuery } from "#features/rooms/queries/lists.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Badge } from "#ui/badge.tsx";
import { Tabs } from "#ui/navigation/tabs.tsx";
import { useCounts } from "#widgets/shell/counts.ts";

/** The part of the page of messages: the talks, or the rooms. */
export type TalksTab = "talks" | "rooms";

/**
 * The links to the parts of the page of messages. Where no rooms are offered, only an account that is in one sees them.
 */
export function TalksTabs({ tab }: { tab: TalksTab }) {
  const { t, locale } = useTexts();
  const { newest_unread_room } = useCounts();
  const { data } = useQuery({ ...roomsQuery(1, locale), enabled: !offersRooms(locale) });
  const isInRoom = (data?.pager.total_count ?? 0) > 0;
  if (!offersRooms(locale) && !isInRoom) return null;
  const params = { locale };
  return (
    <Tabs
      label={t("rooms.tabs")}
      className="mb-4"
      items={[
        {
          key: "talks",
          label: t("rooms.tab_talks"),
          render: <Link to="/$locale/me/talks" params={params} search={{}} />,
          isCurrent: tab === "talks",
        },
        {
          key: "rooms",
          label: t("rooms.tab_rooms"),
          render: <Link to="/$locale/me/talks" params={params} search={{ tab: "rooms" }} />,
          isCurrent: tab === "rooms",
          badge: newest_unread_room && <Badge text={t("shell.new")} />,
        },
      ]}
    />
  );
}
