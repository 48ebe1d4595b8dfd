import { messagesPerPage } from "@toibako/contract/messages.ts";
import { useEffect, useState } from "react";
import type { ConversationOptions } from "#lib/conversation/controller.ts";
import type { ConversationMessage } from "#lib/conversation/state.ts";
import { useConversation } from "#lib/conversation/use-conversation.ts";
import { type NewestPage, toNewestPage } from "#lib/conversation/views.ts";
import { ApiError } from "#lib/http/client.ts";

interface CachedConversationOptions<M extends ConversationMessage> {
  user_id: string;
  uuid: string;
  isWriting: boolean;
  /** Called once. `storePage` gets the newest page when the reader leaves, for a page that opens the conversation again. */
  createOptions: () => ConversationOptions<M> & { storePage: (page: NewestPage<M>) => void };
  /** Called when the server has refused a call: the conversation may have been closed for the reader. */
  onRefused: () => void;
  onPostFailed: (error: unknown, repeat: () => void) => void;
}

/** Keeps a conversation. When the page is left, the cache gets its newest page. */
export function useCachedConversation<M extends ConversationMessage>({
  user_id,
  uuid,
  isWriting,
  createOptions,
  onRefused,
  onPostFailed,
}: CachedConversationOptions<M>) {
  const [{ storePage, ...options }] = useState(createOptions);
  function noticeRefusal(error: unknown) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) onRefused();
  }
  const conversation = useConversation<M>({
    ...options,
    uuid,
    user_id,
    isWriting,
    handlers: {
      onFetchFailed: noticeRefusal,
      onPostFailed(error, repeat) {
        noticeRefusal(error);
        onPostFailed(error, repeat);
      },
    },
  });
  const { controller } = conversation;
  useEffect(
    () => () => storePage(toNewestPage(controller.getState(), messagesPerPage)),
    [controller, storePage],
  );
  return conversation;
}
