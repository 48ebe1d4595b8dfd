import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { ConversationBanner } from "#features/messages/components/conversation-banner.tsx";
import type { Banner } from "#lib/conversation/views.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Card } from "#ui/surfaces/card.tsx";

interface RoomBannerProps {
  room: Room;
  banner: Banner;
  oldest: RoomMessage | undefined;
  onOlder: () => void;
}

/** The strip above the oldest message: what an empty room begins with, its beginning, or the way to older messages. */
export function RoomBanner({ room, banner, oldest, onOlder }: RoomBannerProps) {
  const { t } = useTexts();
  return (
    <ConversationBanner
      banner={banner}
      firstLanding={
        <div className="my-auto grid grid-cols-1 justify-items-center py-6">
          <Card className="grid max-w-md grid-cols-1 gap-2 text-center text-sm text-ink-2">
            {room.description !== "" && (
              <p dir="auto" className="wrap-anywhere">
                {room.description}
              </p>
            )}
            <p>{t("rooms.empty")}</p>
          </Card>
        </div>
      }
      beginning={oldest ? t("rooms.begins_on", { date: oldest.formatted_date }) : t("rooms.begins")}
      onOlder={onOlder}
    />
  );
}
