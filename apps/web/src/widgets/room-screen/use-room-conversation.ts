import { useQueryClient } from "@tanstack/react-query";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import { changeCachedRoom, refreshRoomLists } from "#features/rooms/queries/lists.ts";
import {
  createRoomCalls,
  readCachedPage,
  storeCachedPage,
} from "#features/rooms/queries/messages.ts";
import { refreshRoom } from "#features/rooms/queries/room.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useCachedConversation } from "#widgets/conversation/use-cached-conversation.ts";

/** Keeps the conversation of a room. */
export function useRoomConversation(
  uuid: string,
  user_id: string,
  isWriting: boolean,
  onPostFailed: (error: unknown, repeat: () => void) => void,
) {
  const client = useQueryClient();
  const { locale } = useTexts();
  function createOptions() {
    const calls = createRoomCalls(client, uuid, locale);
    return {
      newest: readCachedPage(client, uuid, locale),
      draft: `room-message:${uuid}`,
      calls: { ...calls, markRead: (upTo: number) => calls.markRead(upTo).then(showRead) },
      storePage: (page: Parameters<typeof storeCachedPage>[3]) =>
        storeCachedPage(client, uuid, locale, page),
    };
  }
  function showRead() {
    changeCachedRoom(client, uuid, { unread_count: 0 });
    refreshRoomLists(client);
  }
  return useCachedConversation<RoomMessage>({
    uuid,
    user_id,
    isWriting,
    createOptions,
    /** The reader may have been blocked, or have left the room on another page, or the room may be archived. */
    onRefused: () => void refreshRoom(client, uuid, locale),
    onPostFailed,
  });
}
