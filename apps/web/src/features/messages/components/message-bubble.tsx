import type { Message } from "@toibako/contract/messages.ts";
import { takeBackMinutes } from "@toibako/contract/messages.ts";
import { Clock, Ellipsis, Undo2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { PlacedRow } from "#lib/conversation/days.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { cx } from "#ui/cx.ts";
import { Menu } from "#ui/overlays/menu.tsx";
import { getTextClass, MessageText } from "./message-text.tsx";

interface TalkRowProps {
  row: PlacedRow<Message>;
  /** The partner's name, for screen readers. */
  name: string;
  /** The browser's clock; undefined until hydration. */
  now: number | undefined;
  onTakeBack: (key: string) => void;
  /** Called when an address is pressed; without it, addresses are plain text. */
  onAddress: ((address: URL) => void) | undefined;
}

/** A message of a talk, or a text that is being sent. */
export function TalkRow({ row, name, now, onTakeBack, onAddress }: TalkRowProps) {
  const { key, message, post, endsGroup } = row;
  const time = endsGroup ? message?.formatted_time : undefined;
  return (
    <Bubble
      id={key}
      body={message ? message.body : post.body}
      me={message?.me ?? true}
      name={name}
      isTakenBack={message?.is_taken_back ?? false}
      isRead={row.message !== undefined && row.is_read}
      isSending={post !== undefined}
      created_at={time && message?.created_at}
      time={time}
      onTakeBack={message && mayTakeBack(message, now) ? onTakeBack : undefined}
      onAddress={onAddress}
    />
  );
}

/** Whether the reader can take back a message. */
export function mayTakeBack(
  { me, is_taken_back, created_at }: Message,
  now: number | undefined,
): boolean {
  if (!me || is_taken_back || now === undefined) return false;
  return now - Date.parse(created_at) < takeBackMinutes * 60_000;
}

interface BubbleProps {
  id: string;
  body: string;
  me: boolean;
  name: string;
  isTakenBack: boolean;
  isRead: boolean;
  isSending: boolean;
  created_at: string | undefined;
  time: string | undefined;
  onTakeBack: ((key: string) => void) | undefined;
  onAddress: ((address: URL) => void) | undefined;
}

// A conversation has hundreds of them, and each key that is typed renders the list again.
const Bubble = memo(function Bubble(props: BubbleProps) {
  const { id, body, me, name, isTakenBack, isSending, onTakeBack, onAddress } = props;
  const { t } = useTexts();
  return (
    <div
      className={cx("grid grid-cols-1 gap-0.5", me ? "justify-items-end" : "justify-items-start")}
    >
      <div className="group flex max-w-[min(88%,34rem)] min-w-0 items-center gap-1">
        {onTakeBack && <OwnMenu onTakeBack={() => onTakeBack(id)} />}
        <BubbleShape me={me} isTakenBack={isTakenBack} isSending={isSending}>
          <span className="sr-only">{me ? t("messages.you") : t("messages.sender", { name })}</span>
          {isTakenBack ? (
            <p key="taken_back">{t("talks.taken_back")}</p>
          ) : (
            // With the key, React replaces the element, not the texts in it, which a translator may have replaced.
            <p key={onAddress ? "links" : "plain"} dir="auto" className={getTextClass(body)}>
              <MessageText text={body} onAddress={onAddress} />
            </p>
          )}
        </BubbleShape>
      </div>
      <MessageMeta {...props} />
    </div>
  );
});

interface BubbleShapeProps extends Pick<BubbleProps, "me" | "isTakenBack" | "isSending"> {
  children: ReactNode;
}

/** The shape of a message; also of one that was taken back or is being sent. */
export function BubbleShape({ me, isTakenBack, isSending, children }: BubbleShapeProps) {
  const colors = me ? "bg-paper text-ink-on-paper" : "bg-surface text-ink shadow-e1";
  return (
    <div
      className={cx(
        "running-text min-w-0 rounded-xl px-4 py-2 text-md leading-relaxed wrap-anywhere transition-opacity duration-200",
        me ? "rounded-br-sm" : "rounded-bl-sm",
        isTakenBack ? "border border-dashed border-line-strong text-sm text-ink-2" : colors,
        isSending && "opacity-70",
      )}
    >
      {children}
    </div>
  );
}

type MessageMetaProps = Pick<
  BubbleProps,
  "me" | "isRead" | "isSending" | "isTakenBack" | "created_at" | "time"
>;

/** Below a message: whether the partner has read it, and the time. */
export function MessageMeta(props: MessageMetaProps) {
  const { me, isRead, isSending, isTakenBack, created_at, time } = props;
  const { t } = useTexts();
  const isReadShown = me && isRead && !isTakenBack && time !== undefined;
  if (!isSending && time === undefined) return null;
  return (
    <p className="flex items-center gap-2 px-1 text-xs text-ink-2 tabular-nums">
      {isSending && (
        <span className="inline-flex items-center gap-1">
          <Clock size={12} aria-hidden="true" />
          <span>{t("messages.sending")}</span>
        </span>
      )}
      {isReadShown && <span>{t("messages.read")}</span>}
      {time !== undefined && <time dateTime={created_at}>{time}</time>}
    </p>
  );
}

function OwnMenu({ onTakeBack }: { onTakeBack: () => void }) {
  const { t } = useTexts();
  return (
    <Menu
      trigger={
        <IconButton
          label={t("messages.own_menu")}
          icon={<Ellipsis size={18} />}
          // With a mouse, a message shows it only while the mouse or the focus is there.
          className="group-focus-within:opacity-100! group-hover:opacity-100! data-popup-open:opacity-100! pointer-fine:opacity-0"
        />
      }
      entries={() => [
        {
          key: "take_back",
          label: t("messages.take_back"),
          icon: <Undo2 size={20} />,
          isDangerous: true,
          onSelect: onTakeBack,
        },
      ]}
    />
  );
}
