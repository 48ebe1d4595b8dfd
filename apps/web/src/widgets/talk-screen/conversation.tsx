import { useQueryClient } from "@tanstack/react-query";
import { type Message, messageLength, messagesPerPage } from "@toibako/contract/messages.ts";
import type { Talk } from "@toibako/contract/talks.ts";
import { readTypedText } from "@toibako/contract/text.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { Composer } from "#features/messages/components/composer.tsx";
import { ConversationBar } from "#features/messages/components/conversation-bar.tsx";
import { TalkRow } from "#features/messages/components/message-bubble.tsx";
import { LeavingDialog, TakeBackDialog } from "#features/messages/components/message-dialogs.tsx";
import { MessageList } from "#features/messages/components/message-list.tsx";
import {
  createTalkCalls,
  type MessagesPage,
  newestMessagesQuery,
} from "#features/messages/queries.ts";
import { describePartner } from "#features/talks/components/partner.tsx";
import { changeCachedTalk, refreshTalks, talkQuery } from "#features/talks/queries.ts";
import { scrollSmoothlyToEnd } from "#lib/browser/smooth-scroll.ts";
import type { PlacedRow } from "#lib/conversation/days.ts";
import type { Conversation } from "#lib/conversation/state.ts";
import { useConversation } from "#lib/conversation/use-conversation.ts";
import { useMinute } from "#lib/conversation/use-minute.ts";
import { getBanner, getBar, toNewestPage } from "#lib/conversation/views.ts";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { getMessageDraftKey } from "#widgets/talks/message-draft.ts";
import { TalkBanner } from "./banner.tsx";
import { describePostFailure, describeTextProblem, WritingNote } from "./notes.tsx";
import { RequestShare } from "./share.tsx";
import type { TalkScreenProps } from "./talk-screen.tsx";

/** Pixels from the end of the list above which the button to share one's own link appears. */
const shareThreshold = 30;

/** The messages of a talk and the composer. */
export function OpenTalk({ talk, user, openModalFor }: TalkScreenProps) {
  const { t } = useTexts();
  const { uuid, is_answered, messages_left, is_ended } = talk;
  const name = describePartner(talk, t);
  const [isWriting, setIsWriting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isScrolled, setIsScrolled] = useState(false);
  const [takenBack, setTakenBack] = useState<string>();
  const [address, setAddress] = useState<URL>();
  const now = useMinute();
  const scroller = useRef<HTMLDivElement>(null);

  const { state, controller } = useTalkConversation(uuid, user.id, isWriting, (error, repeat) => {
    if (!openModalFor(error, repeat)) setFailure(describePostFailure(t, error));
  });
  useCurrentTalk(talk, state);

  const renderRow = useCallback(
    (row: PlacedRow<Message>) => (
      <TalkRow
        row={row}
        name={name}
        now={now}
        onTakeBack={setTakenBack}
        onAddress={is_answered ? setAddress : undefined}
      />
    ),
    [name, now, is_answered],
  );
  function send() {
    const { text, problem } = readTypedText(state.text, messageLength);
    setFailure(undefined);
    if (text !== undefined) controller.post(text);
    else if (problem === "invalid_text_required") controller.refuse("MESSAGE_EMPTY");
    else setFailure(describeTextProblem(t, problem));
  }
  function write(text: string) {
    setFailure(undefined);
    controller.write(text);
  }
  return (
    <>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <MessageList
          state={state}
          controller={controller}
          scroller={scroller}
          time_zone={user.time_zone}
          now={now}
          banner={
            <TalkBanner
              talk={talk}
              banner={getBanner(state)}
              oldest={state.messages[0]}
              onOlder={controller.loadOlder}
            />
          }
          renderRow={renderRow}
          onScroll={(distance) => setIsScrolled(distance > shareThreshold)}
        />
        <RequestShare user={user} isShown={isScrolled} />
      </div>
      <div className="relative shrink-0 border-t border-line bg-surface px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:px-4 md:pb-3">
        <ConversationBar
          bar={getBar(state)}
          onRetry={controller.retry}
          onNewMessage={() => scroller.current && scrollSmoothlyToEnd(scroller.current)}
        />
        {failure !== undefined && (
          <Callout tone="error" className="mb-2">
            {failure}
          </Callout>
        )}
        <WritingNote talk={talk} />
        <Composer
          text={state.text}
          limit={messageLength}
          label={t("messages.write")}
          onWrite={write}
          onSend={send}
          isUnavailable={is_ended || messages_left === 0}
          onFocusChange={setIsWriting}
        />
      </div>
      <TakeBackDialog
        uuid={uuid}
        messageKey={takenBack}
        focusAfter={scroller}
        onTakenBack={controller.replace}
        onClosed={() => setTakenBack(undefined)}
      />
      <LeavingDialog address={address} onClosed={() => setAddress(undefined)} />
    </>
  );
}

/** Keeps the conversation of a talk. When the page is left, the cache gets its newest page. */
function useTalkConversation(
  uuid: string,
  user_id: string,
  isWriting: boolean,
  onPostFailed: (error: unknown, repeat: () => void) => void,
) {
  const client = useQueryClient();
  const { locale } = useTexts();
  const [options] = useState(() => {
    const calls = createTalkCalls(client, uuid, locale);
    const { queryKey } = newestMessagesQuery(uuid, locale);
    return {
      newest: client.getQueryData<MessagesPage>(queryKey),
      draft: getMessageDraftKey(uuid),
      calls: { ...calls, markRead: () => calls.markRead().then(showRead) },
    };
  });
  function showRead() {
    changeCachedTalk(client, uuid, { unread_count: 0 });
    refreshTalks(client);
  }
  /** The talk may have been closed for the reader, or its partner may have ended it. */
  function refreshTalk(error: unknown) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    if (isRefused) void client.invalidateQueries({ queryKey: talkQuery(uuid).queryKey });
  }
  const conversation = useConversation<Message>({
    ...options,
    uuid,
    user_id,
    isWriting,
    handlers: {
      onFetchFailed: refreshTalk,
      onPostFailed(error, repeat) {
        refreshTalk(error);
        onPostFailed(error, repeat);
      },
    },
  });
  const { controller } = conversation;
  useEffect(
    () => () => {
      const { queryKey } = newestMessagesQuery(uuid, locale);
      const page = toNewestPage(controller.getState(), messagesPerPage);
      // It isn't cached if the talk was removed from the list.
      client.setQueryData<MessagesPage>(queryKey, (cached) => cached && page);
    },
    [client, controller, uuid, locale],
  );
  return conversation;
}

/**
 * Fetches the talk again when something else than its messages has changed, for example who the partner is, and with
 * each message until the first reply.
 */
function useCurrentTalk(
  { uuid, is_answered }: Pick<Talk, "uuid" | "is_answered">,
  { other_changes, messages }: Conversation<Message>,
) {
  const client = useQueryClient();
  const newest = messages.at(-1)?.number ?? 0;
  const known = useRef({ other_changes, newest });
  useEffect(() => {
    const before = known.current;
    known.current = { other_changes, newest };
    const isStale =
      other_changes !== before.other_changes || (!is_answered && newest !== before.newest);
    if (isStale) void client.invalidateQueries({ queryKey: talkQuery(uuid).queryKey });
  }, [client, uuid, is_answered, other_changes, newest]);
}
