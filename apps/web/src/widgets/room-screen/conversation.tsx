import { useQueryClient } from "@tanstack/react-query";
import { hasLatinLetter } from "@toibako/contract/rooms/letters.ts";
import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { LeavingDialog, TakeBackDialog } from "#features/messages/components/message-dialogs.tsx";
import { MessageList } from "#features/messages/components/message-list.tsx";
import { quoteMessage, ReplyPreview } from "#features/messages/components/reply.tsx";
import { type RoomActions, RoomRow } from "#features/messages/components/room-row.tsx";
import { useHideMember, useMemberHidden } from "#features/rooms/queries/members.ts";
import { useTakeBackInRoom } from "#features/rooms/queries/messages.ts";
import { refreshRoom } from "#features/rooms/queries/room.ts";
import type { PlacedRow } from "#lib/conversation/days.ts";
import { useMinute } from "#lib/conversation/use-minute.ts";
import { getBanner } from "#lib/conversation/views.ts";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { WritingArea } from "#widgets/conversation/writing-area.tsx";
import { RoomBanner } from "./banner.tsx";
import { ClosedNote } from "./closed-note.tsx";
import type { RoomScreenProps } from "./room-screen.tsx";
import { AcceptRules } from "./rules.tsx";
import { useFoundMessage } from "./use-found-message.ts";
import { useRoomConversation } from "./use-room-conversation.ts";

/** The messages of a room and the composer, for members. */
export function OpenRoom({ room, user, openModalFor, onMember, onReport }: RoomScreenProps) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const { uuid, is_archived, is_blocked, is_rules_accepted, is_without_latin } = room;
  const [isWriting, setIsWriting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [takenBack, setTakenBack] = useState<string>();
  const [address, setAddress] = useState<URL>();
  /** What is done after the rules were accepted. */
  const [afterRules, setAfterRules] = useState<() => void>();
  const now = useMinute();
  const scroller = useRef<HTMLDivElement>(null);
  const writing = useRef<HTMLDivElement>(null);

  const { state, controller } = useRoomConversation(uuid, user.id, isWriting, (error, repeat) => {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "rules_needed") setAfterRules(() => repeat);
    else if (code === "letters_refused") controller.refuse("MESSAGE_INVALID");
    else if (!openModalFor(error, repeat)) setFailure(describePostFailure(error));
  });
  /** Only words are explained by the server; the other texts of refusals are shown in place of the input. */
  function describePostFailure(error: unknown): string {
    const text = t("messages.post_failed");
    return error instanceof ApiError && error.status === 422 ? describeFailure(error, text) : text;
  }
  const { other_changes } = state;
  useEffect(() => {
    if (other_changes > 0) void refreshRoom(client, uuid, locale);
  }, [client, uuid, locale, other_changes]);
  useMemberHidden(({ id, is_hidden }) =>
    is_hidden ? controller.hideMember(id) : controller.reload(),
  );
  const { mutateAsync: takeBack } = useTakeBackInRoom(uuid);
  const showMessage = useFoundMessage(scroller, controller);
  const isOpen = !is_archived && !is_blocked;

  const findInput = useCallback(
    () => writing.current?.querySelector<HTMLElement>("textarea") ?? null,
    [],
  );
  const messageActions = useMessageActions();
  const actions = useMemo<RoomActions>(
    () => ({
      ...messageActions,
      onMember,
      onReport,
      onReply: isOpen
        ? (message) => {
            controller.chooseReply(quoteMessage(message));
            findInput()?.focus();
          }
        : undefined,
      onQuote: (message) => void showMessage(message),
      onTakeBack: setTakenBack,
      onAddress: setAddress,
      findInput,
    }),
    [messageActions, onMember, onReport, isOpen, controller, showMessage, findInput],
  );
  const renderRow = useCallback(
    (row: PlacedRow<RoomMessage>) => <RoomRow row={row} now={now} actions={actions} />,
    [now, actions],
  );
  function send(text: string) {
    const post = () => controller.post(text);
    if (is_rules_accepted) post();
    else setAfterRules(() => post);
  }
  const { replied_message } = state;
  return (
    <>
      <MessageList
        state={state}
        controller={controller}
        scroller={scroller}
        time_zone={user.time_zone}
        now={now}
        banner={
          <RoomBanner
            room={room}
            banner={getBanner(state)}
            oldest={state.messages[0]}
            onOlder={controller.loadOlder}
          />
        }
        renderRow={renderRow}
      />
      <div ref={writing} className="contents">
        <WritingArea
          state={state}
          controller={controller}
          scroller={scroller}
          failure={failure}
          onFailureChange={setFailure}
          findRefusal={(text) =>
            is_without_latin && hasLatinLetter(text) ? "MESSAGE_INVALID" : undefined
          }
          onSend={send}
          isUnavailable={false}
          onFocusChange={setIsWriting}
          onEscape={replied_message && (() => controller.chooseReply(undefined))}
          {...(!isOpen && { closedNote: <ClosedNote isArchived={is_archived} /> })}
        >
          {replied_message && (
            <ReplyPreview
              replied={replied_message}
              onClose={() => {
                controller.chooseReply(undefined);
                findInput()?.focus();
              }}
            />
          )}
        </WritingArea>
      </div>
      <TakeBackDialog
        messageKey={takenBack}
        focusAfter={scroller}
        takeBack={async (key) => controller.replace(await takeBack(key))}
        onClosed={() => setTakenBack(undefined)}
      >
        {t("rooms.take_back_text")}
      </TakeBackDialog>
      <LeavingDialog address={address} onClosed={() => setAddress(undefined)} />
      <AcceptRules uuid={uuid} onAccepted={afterRules} onClosed={() => setAfterRules(undefined)} />
    </>
  );
}

/** Copies a message, and hides a member, and says whether it has worked. */
function useMessageActions(): Pick<RoomActions, "onCopy" | "onHide"> {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutateAsync: hide } = useHideMember();
  return useMemo(
    () => ({
      onCopy(text) {
        copyText(text).then(
          () => toasts.showToast(t("rooms.message_copied"), { type: "success" }),
          () => toasts.showToast(t("shares.copy_failed"), { type: "error" }),
        );
      },
      onHide({ group_talk_user_summary_id: id }) {
        hide({ id, is_hidden: true }).then(
          () => toasts.showToast(t("rooms.hidden"), { type: "success" }),
          (error: unknown) =>
            toasts.showBar("error", describeFailure(error, t("talks.change_failed"))),
        );
      },
    }),
    [t, toasts, hide],
  );
}

// Async, so that a missing clipboard (on a page without HTTPS) rejects the promise too.
const copyText = async (text: string) => navigator.clipboard.writeText(text);
