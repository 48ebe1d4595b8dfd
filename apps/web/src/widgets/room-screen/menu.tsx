import type { Room } from "@toibako/contract/rooms.ts";
import {
  Bell,
  BellOff,
  CircleUserRound,
  CornerDownLeft,
  EllipsisVertical,
  LogOut,
  ScrollText,
  UserRoundPlus,
  UsersRound,
} from "lucide-react";
import { useState } from "react";
import { useLeaveRoom, useMuteRoom } from "#features/rooms/queries/room.ts";
import { useEnterSends } from "#lib/conversation/enter-sends.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { Menu, type MenuEntry } from "#ui/overlays/menu.tsx";

interface RoomMenuProps {
  room: Room;
  onMembers: () => void;
  onProfile: () => void;
  onInvite: () => void;
  onRules: () => void;
  /** Called after the reader has left the room. */
  onLeft: () => void;
}

/** What a member can do with a room. */
export function RoomMenu(props: RoomMenuProps) {
  const { room, onMembers, onProfile, onInvite, onRules, onLeft } = props;
  const { t } = useTexts();
  const [isLeaving, setIsLeaving] = useState(false);
  const mute = useMute(room.uuid);
  const [enterSends, setEnterSends] = useEnterSends();
  const { is_muted, is_archived } = room;

  const enter: MenuEntry = {
    key: "enter",
    label: t(enterSends ? "messages.enter_adds_line" : "messages.enter_sends"),
    icon: <CornerDownLeft size={20} />,
    onSelect: () => setEnterSends(!enterSends),
  };
  const invite: MenuEntry = {
    key: "invite",
    label: t("rooms.menu_invite"),
    icon: <UserRoundPlus size={20} />,
    onSelect: onInvite,
  };
  const listEntries = (): MenuEntry[] => [
    {
      key: "members",
      label: t("rooms.menu_members"),
      icon: <UsersRound size={20} />,
      onSelect: onMembers,
    },
    {
      key: "profile",
      label: t("rooms.menu_profile"),
      icon: <CircleUserRound size={20} />,
      onSelect: onProfile,
    },
    ...(is_archived ? [] : [invite]),
    {
      key: "mute",
      label: t(is_muted ? "messages.unmute" : "messages.mute"),
      icon: is_muted ? <Bell size={20} /> : <BellOff size={20} />,
      onSelect: () => void mute(!is_muted),
    },
    ...(enterSends === undefined ? [] : [enter]),
    {
      key: "rules",
      label: t("rooms.menu_rules"),
      icon: <ScrollText size={20} />,
      onSelect: onRules,
    },
    {
      key: "leave",
      label: t("rooms.leave"),
      icon: <LogOut size={20} />,
      isDangerous: true,
      onSelect: () => setIsLeaving(true),
    },
  ];
  return (
    <>
      <Menu
        trigger={<IconButton label={t("rooms.menu")} icon={<EllipsisVertical size={22} />} />}
        entries={listEntries}
      />
      <LeaveDialog room={room} open={isLeaving} onOpenChange={setIsLeaving} onLeft={onLeft} />
    </>
  );
}

/** Mutes the room or ends that, and says whether it has worked. */
function useMute(uuid: string) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutateAsync } = useMuteRoom(uuid);
  return async (isMuted: boolean) => {
    try {
      await mutateAsync(isMuted);
      toasts.showToast(t(isMuted ? "rooms.menu_muted" : "messages.unmuted"), { type: "success" });
    } catch (error) {
      toasts.showBar("error", describeFailure(error, t("talks.change_failed")));
    }
  };
}

interface LeaveDialogProps {
  room: Room;
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onLeft: () => void;
}

function LeaveDialog({ room, open, onOpenChange, onLeft }: LeaveDialogProps) {
  const { t } = useTexts();
  const { mutateAsync } = useLeaveRoom(room.uuid);
  async function leave() {
    await mutateAsync();
    onLeft();
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("rooms.leave_title")}
      confirmLabel={t("rooms.leave_confirm")}
      processingLabel={t("rooms.leave_processing")}
      cancelLabel={t("common.cancel")}
      failureText={t("talks.change_failed")}
      isDangerous
      onConfirm={leave}
    >
      {t("rooms.leave_text")}
    </ConfirmDialog>
  );
}
