import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import { Copy, Ellipsis, EyeOff, Flag, Reply, Undo2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useSwipeLeft } from "#lib/browser/swipe.ts";
import type { PlacedRow } from "#lib/conversation/days.ts";
import type { RepliedMessage } from "#lib/conversation/state.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { cx } from "#ui/cx.ts";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Menu, type MenuEntry } from "#ui/overlays/menu.tsx";
import { BubbleShape, MessageMeta, mayTakeBack } from "./message-bubble.tsx";
import { getTextClass, MessageText } from "./message-text.tsx";
import { ReplyQuote } from "./reply.tsx";

/** What the reader can do with the messages of a room. The functions should stay the same. */
export interface RoomActions {
  onMember: (id: string) => void;
  /** Absent if nothing can be posted. */
  onReply?: ((message: RoomMessage) => void) | undefined;
  onQuote: (replied: RepliedMessage) => void;
  onCopy: (text: string) => void;
  onTakeBack: (key: string) => void;
  onReport: (message: RoomMessage) => void;
  onHide: (message: RoomMessage) => void;
  /** Called when an address in a message is pressed. */
  onAddress: (address: URL) => void;
  /** Returns the element that gets the focus after "reply" was chosen in a menu. */
  findInput: () => HTMLElement | null;
}

interface RoomRowProps {
  row: PlacedRow<RoomMessage>;
  /** The browser's clock; undefined until hydration. */
  now: number | undefined;
  actions: RoomActions;
}

/** A message of a room, or a text that is being sent. */
export function RoomRow({ row, now, actions }: RoomRowProps) {
  const { message, post, startsSender, endsGroup } = row;
  const replied = message ? message.replied_message : (post.replied_message ?? null);
  return (
    <RoomBubble
      message={message}
      body={message ? message.body : post.body}
      replied={replied}
      startsSender={startsSender}
      endsGroup={endsGroup}
      canTakeBack={message !== undefined && mayTakeBack(message, now)}
      actions={actions}
    />
  );
}

/** Returns the name of a member; a placeholder for a destroyed account. */
const describeMember = (t: Translate, { display_name }: { display_name: string }): string =>
  display_name || t("talks.has_left");

interface RoomBubbleProps {
  message: RoomMessage | undefined;
  body: string;
  replied: RepliedMessage | null;
  startsSender: boolean;
  endsGroup: boolean;
  canTakeBack: boolean;
  actions: RoomActions;
}

// A room has hundreds of them, and each key that is typed renders the list again.
const RoomBubble = memo(function RoomBubble(props: RoomBubbleProps) {
  const { message, body, replied, startsSender, endsGroup, canTakeBack, actions } = props;
  const { t } = useTexts();
  const me = message?.me ?? true;
  const isTakenBack = message?.is_taken_back ?? false;
  const isSending = message === undefined;
  const { onReply } = actions;
  const swipe = useSwipeLeft(
    message && onReply && !isTakenBack ? () => onReply(message) : undefined,
  );
  const menu = message && !(isTakenBack && me) && (
    <MessageMenu message={message} canTakeBack={canTakeBack} actions={actions} />
  );
  return (
    <SenderFrame message={message} startsSender={startsSender} onMember={actions.onMember}>
      <div
        {...swipe}
        className="group flex max-w-full min-w-0 touch-pan-y items-center gap-1 md:max-w-[34rem]"
      >
        {me && menu}
        <BubbleShape me={me} isTakenBack={isTakenBack} isSending={isSending}>
          {(me || !startsSender) && <SenderName message={message} />}
          {replied && !isTakenBack && <ReplyQuote replied={replied} onPress={actions.onQuote} />}
          {isTakenBack ? (
            <p>{t("talks.taken_back")}</p>
          ) : (
            <p dir="auto" className={getTextClass(body)}>
              <MessageText text={body} onAddress={actions.onAddress} />
            </p>
          )}
        </BubbleShape>
        {!me && menu}
      </div>
      <MessageMeta
        me={me}
        isRead={false}
        isSending={isSending}
        isTakenBack={isTakenBack}
        created_at={endsGroup ? message?.created_at : undefined}
        time={endsGroup ? message?.formatted_time : undefined}
      />
    </SenderFrame>
  );
});

/** The sender for screen readers, where no name is shown. */
function SenderName({ message }: { message: RoomMessage | undefined }) {
  const { t } = useTexts();
  const isOwn = !message || message.me;
  const name = isOwn
    ? t("messages.you")
    : t("messages.sender", { name: describeMember(t, message) });
  return <span className="sr-only">{name}</span>;
}

interface SenderFrameProps {
  message: RoomMessage | undefined;
  startsSender: boolean;
  onMember: (id: string) => void;
  children: ReactNode;
}

/** Own messages on one side; those of others on the other, the first of a sender with their picture and name. */
function SenderFrame({ message, startsSender, onMember, children }: SenderFrameProps) {
  const { t } = useTexts();
  if (!message || message.me) {
    return <div className="grid grid-cols-1 justify-items-end gap-0.5 pl-10">{children}</div>;
  }
  const { group_talk_user_summary_id: id, icon_url, display_name, has_left } = message;
  const name = describeMember(t, message);
  return (
    <div className={cx("grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-2", startsSender && "pt-2")}>
      <div>
        {startsSender && (
          <button
            type="button"
            aria-label={t("rooms.message_profile", { name })}
            className="relative rounded-full after:absolute after:-inset-1"
            onClick={() => onMember(id)}
          >
            <Avatar seed={id} src={icon_url} size={36} />
          </button>
        )}
      </div>
      <div className="grid grid-cols-1 justify-items-start gap-0.5">
        {startsSender && (
          <span className="flex max-w-full gap-1.5 px-1 text-xs text-ink-2">
            <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
            {has_left && display_name !== "" && (
              <span className="shrink-0">{t("rooms.message_member_left")}</span>
            )}
          </span>
        )}
        {children}
      </div>
    </div>
  );
}

type MessageMenuProps = Pick<RoomBubbleProps, "canTakeBack" | "actions"> & { message: RoomMessage };

function MessageMenu({ message, canTakeBack, actions }: MessageMenuProps) {
  const { t } = useTexts();
  const { me, is_taken_back, body, key } = message;
  const { onReply } = actions;
  function listEntries(): MenuEntry[] {
    const reply: MenuEntry = {
      key: "reply",
      label: t("rooms.message_reply"),
      icon: <Reply size={20} />,
      onSelect: () => onReply?.(message),
      focusAfter: actions.findInput,
    };
    const copy: MenuEntry = {
      key: "copy",
      label: t("rooms.message_copy"),
      icon: <Copy size={20} />,
      onSelect: () => actions.onCopy(body),
    };
    const takeBack: MenuEntry = {
      key: "take_back",
      label: t("messages.take_back"),
      icon: <Undo2 size={20} />,
      isDangerous: true,
      onSelect: () => actions.onTakeBack(key),
    };
    const report: MenuEntry = {
      key: "report",
      label: t("talks.report"),
      icon: <Flag size={20} />,
      onSelect: () => actions.onReport(message),
    };
    const hide: MenuEntry = {
      key: "hide",
      label: t("rooms.hide_messages"),
      icon: <EyeOff size={20} />,
      onSelect: () => actions.onHide(message),
    };
    return [
      ...(onReply && !is_taken_back ? [reply] : []),
      ...(is_taken_back ? [] : [copy]),
      ...(canTakeBack ? [takeBack] : []),
      ...(me ? [] : [report, hide]),
    ];
  }
  return (
    <Menu
      trigger={
        <IconButton
          label={t("messages.own_menu")}
          icon={<Ellipsis size={18} />}
          // With a mouse, a message shows it only while the mouse or the focus is there.
          className="-mx-1 group-focus-within:opacity-100! group-hover:opacity-100! data-popup-open:opacity-100! pointer-fine:opacity-0"
        />
      }
      entries={listEntries}
    />
  );
}
