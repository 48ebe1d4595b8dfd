import { useQueryClient } from "@tanstack/react-query";
import type { Message } from "@toibako/contract/messages.ts";
import type { Talk } from "@toibako/contract/talks.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { TalkRow } from "#features/messages/components/message-bubble.tsx";
import { LeavingDialog, TakeBackDialog } from "#features/messages/components/message-dialogs.tsx";
import { MessageList } from "#features/messages/components/message-list.tsx";
import {
  createTalkCalls,
  type MessagesPage,
  newestMessagesQuery,
  useTakeBack,
} from "#features/messages/queries.ts";
import { describePartner } from "#features/talks/components/partner.tsx";
import { changeCachedTalk, refreshTalks, talkQuery } from "#features/talks/queries.ts";
import type { PlacedRow } from "#lib/conversation/days.ts";
import type { Conversation } from "#lib/conversation/state.ts";
import { useMinute } from "#lib/conversation/use-minute.ts";
import { getBanner } from "#lib/conversation/views.ts";
import { prefillDraft } from "#lib/forms/draft.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useCachedConversation } from "#widgets/conversation/use-cached-conversation.ts";
import { WritingArea } from "#widgets/conversation/writing-area.tsx";
import { getMessageDraftKey, getStartDraftKey } from "#widgets/talks/message-draft.ts";
import { TalkBanner } from "./banner.tsx";
import { describePostFailure, WritingNote } from "./notes.tsx";
import { RequestShare } from "./share.tsx";
import type { TalkScreenProps } from "./talk-screen.tsx";

/** Pixels from the end of the list above which the button to share one's own link appears. */
const shareThreshold = 30;

/** The messages of a talk and the composer. */
export function OpenTalk({ talk, isGone = false, user, openModalFor }: TalkScreenProps) {
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
  const { mutateAsync: takeBack } = useTakeBack(uuid);

  function takeTextAlong(account: string) {
    if (state.text) prefillDraft(getStartDraftKey(account), state.text);
    controller.write("");
  }
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
      <WritingArea
        state={state}
        controller={controller}
        scroller={scroller}
        failure={failure}
        onFailureChange={setFailure}
        onSend={controller.post}
        isUnavailable={isGone || is_ended || messages_left === 0}
        onFocusChange={setIsWriting}
      >
        <WritingNote talk={talk} isGone={isGone} onRestart={takeTextAlong} />
      </WritingArea>
      <TakeBackDialog
        messageKey={takenBack}
        focusAfter={scroller}
        takeBack={async (key) => controller.replace(await takeBack(key))}
        onClosed={() => setTakenBack(undefined)}
      >
        {t("messages.take_back_text")}
      </TakeBackDialog>
      <LeavingDialog address={address} onClosed={() => setAddress(undefined)} />
    </>
  );
}

/** Keeps the conversation of a talk. */
function useTalkConversation(
  uuid: string,
  user_id: string,
  isWriting: boolean,
  onPostFailed: (error: unknown, repeat: () => void) => void,
) {
  const client = useQueryClient();
  const { locale } = useTexts();
  function createOptions() {
    const calls = createTalkCalls(client, uuid, locale);
    const { queryKey } = newestMessagesQuery(uuid, locale);
    return {
      newest: client.getQueryData<MessagesPage>(queryKey),
      draft: getMessageDraftKey(uuid),
      calls: { ...calls, markRead: (upTo: number) => calls.markRead(upTo).then(showRead) },
      // It isn't cached if the talk was removed from the list.
      storePage: (page: MessagesPage) =>
        void client.setQueryData<MessagesPage>(queryKey, (cached) => cached && page),
    };
  }
  function showRead() {
    changeCachedTalk(client, uuid, { unread_count: 0 });
    refreshTalks(client);
  }
  return useCachedConversation<Message>({
    uuid,
    user_id,
    isWriting,
    createOptions,
    /** The talk may have been closed for the reader, or its partner may have ended it. */
    onRefused: () => void client.invalidateQueries({ queryKey: talkQuery(uuid).queryKey }),
    onPostFailed,
  });
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
