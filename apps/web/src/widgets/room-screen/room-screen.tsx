import type { CurrentUser } from "@toibako/contract/accounts.ts";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import type { Room } from "@toibako/contract/rooms.ts";
import { useState } from "react";
import { ConversationSheet } from "#ui/surfaces/conversation-frame.tsx";
import { OpenRoom } from "./conversation.tsx";
import { RoomHeader } from "./header.tsx";
import { RoomMenu } from "./menu.tsx";
import { RulesDialog } from "./rules.tsx";

/** The functions should stay the same: each message has some of them. */
export interface RoomScreenProps {
  room: Room;
  user: CurrentUser;
  /**
   * Called with the error of a failed message. If something must be done before the message can be sent, opens what it
   * takes, calls `repeat` afterwards, and returns true.
   */
  openModalFor: (error: unknown, repeat: () => void) => boolean;
  onMembers: () => void;
  /** Called when a member is pressed. */
  onMember: (id: string) => void;
  onProfile: () => void;
  onInvite: () => void;
  onReport: (message: RoomMessage) => void;
  /** Called after the reader has left the room. */
  onLeft: () => void;
}

/** A room that the reader has joined: its header, messages and composer. It fills the height of its container. */
export function RoomScreen(props: RoomScreenProps) {
  const { room, onMembers, onProfile, onInvite, onLeft } = props;
  const [areRulesOpen, setAreRulesOpen] = useState(false);
  return (
    <ConversationSheet>
      <RoomHeader room={room} onMembers={onMembers}>
        <RoomMenu
          room={room}
          onMembers={onMembers}
          onProfile={onProfile}
          onInvite={onInvite}
          onRules={() => setAreRulesOpen(true)}
          onLeft={onLeft}
        />
      </RoomHeader>
      {/* A conversation is kept in the state of the component, so each membership has its own. */}
      <OpenRoom key={room.group_talk_user_summary_id ?? room.uuid} {...props} />
      <RulesDialog open={areRulesOpen} onOpenChange={setAreRulesOpen} />
    </ConversationSheet>
  );
}
