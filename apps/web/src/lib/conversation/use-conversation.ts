import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { listenToEvents } from "#lib/http/event-stream.ts";
import { useIsStaleTab } from "#lib/http/stale-tab.ts";
import {
  type ConversationController,
  type ConversationHandlers,
  type ConversationOptions,
  createController,
} from "./controller.ts";
import type { ConversationMessage } from "./state.ts";
import { getUnreadNumber } from "./views.ts";

/** Milliseconds between two polls while the input has no focus. */
const pollInterval = 10_000;
/** Milliseconds after which changes are fetched even if no event stream has opened. */
const streamPatience = 1_000;

/** Conversations whose page was left while posts were being sent; a page that opens again continues with them. */
const leftControllers = new Map<string, unknown>();

interface UseConversationOptions<M extends ConversationMessage> extends ConversationOptions<M> {
  /** The account of the page. */
  user_id: string;
  /** The id of the conversation in hints of the event stream. */
  uuid: string;
  /** Whether the input has the focus. */
  isWriting: boolean;
  handlers: ConversationHandlers;
}

/**
 * Keeps a conversation up to date: by hints of the event stream, by polling while nobody writes, and when the page
 * becomes visible or the device online again. First subscribes and then fetches, so that nothing falls in between.
 */
export function useConversation<M extends ConversationMessage>(options: UseConversationOptions<M>) {
  const { user_id, uuid, isWriting, handlers } = options;
  const [controller] = useState(
    () =>
      (leftControllers.get(options.draft) as ConversationController<M> | undefined) ??
      createController(options),
  );
  const state = useSyncExternalStore(
    controller.subscribe,
    controller.getState,
    controller.getState,
  );
  const onPostFailed = useEffectEvent(handlers.onPostFailed);
  const onFetchFailed = useEffectEvent(handlers.onFetchFailed);

  useEffect(() => {
    leftControllers.delete(options.draft);
    controller.setHandlers({ onPostFailed, onFetchFailed });
    // Later than what was typed before hydration, which replaces the text.
    const restoring = setTimeout(controller.restore);
    return () => {
      clearTimeout(restoring);
      controller.setHandlers(undefined);
      leaveController(options.draft, controller);
    };
  }, [controller, options.draft]);

  // The calls of a stale tab would be refused.
  const isStale = useIsStaleTab();
  useEffect(() => {
    if (isStale) return;
    const fetching = setTimeout(controller.catchUp, streamPatience);
    const stop = listenToEvents(user_id, {
      onEvent(event) {
        if (event.kind !== "conversation" || event.data.uuid !== uuid) return;
        controller.catchUp(event.data.last_change);
      },
      onOpen() {
        clearTimeout(fetching);
        controller.catchUp();
      },
      onClose() {},
    });
    return () => {
      clearTimeout(fetching);
      stop();
    };
  }, [controller, user_id, uuid, isStale]);

  const isVisible = useIsVisible();
  useEffect(() => {
    if (!isVisible || isWriting || isStale) return;
    const polling = setInterval(controller.catchUp, pollInterval);
    return () => clearInterval(polling);
  }, [controller, isVisible, isWriting, isStale]);
  useReturn(() => isStale || controller.catchUp());

  const { isLoaded, isEndOnScreen } = state;
  const unreadNumber = getUnreadNumber(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is reported as read if its end is on the screen
  useEffect(() => {
    if (isVisible && isLoaded && isEndOnScreen) controller.markRead();
  }, [controller, isVisible, isLoaded, isEndOnScreen, unreadNumber]);

  return { state, controller };
}

/** Keeps the controller until its posts have been sent or have come back. */
function leaveController<M extends ConversationMessage>(
  draft: string,
  controller: ConversationController<M>,
): void {
  if (controller.getState().posts.length === 0) return;
  leftControllers.set(draft, controller);
  const unsubscribe = controller.subscribe(() => {
    if (controller.getState().posts.length > 0) return;
    unsubscribe();
    if (leftControllers.get(draft) === controller) leftControllers.delete(draft);
  });
}

/** Whether the page is visible; false on the server and during hydration. */
const useIsVisible = () => useSyncExternalStore(subscribeToVisibility, isPageVisible, () => false);

const isPageVisible = () => !document.hidden;

function subscribeToVisibility(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Calls a function when the page becomes visible or the device online again. */
function useReturn(onReturn: () => void) {
  const handleReturn = useEffectEvent(onReturn);
  useEffect(() => {
    const returnIfVisible = () => {
      if (!document.hidden) handleReturn();
    };
    document.addEventListener("visibilitychange", returnIfVisible);
    addEventListener("online", returnIfVisible);
    return () => {
      document.removeEventListener("visibilitychange", returnIfVisible);
      removeEventListener("online", returnIfVisible);
    };
  }, []);
}
