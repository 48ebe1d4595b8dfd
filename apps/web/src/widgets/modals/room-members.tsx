import type { Room } from "@toibako/contract/rooms.ts";
import { MemberList } from "#features/rooms/components/member-list.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

interface RoomMembersProps extends ModalProps {
  room: Room;
  /** Called when a member is pressed. */
  onMember: (id: string) => void;
}

/** The members of a room. */
export function RoomMembers({ room, onMember, ...frame }: RoomMembersProps) {
  const { t } = useTexts();
  return (
    <Sheet {...frame} title={t("rooms.members_title")} closeLabel={t("common.close")}>
      <MemberList uuid={room.uuid} onMember={onMember} />
    </Sheet>
  );
}
