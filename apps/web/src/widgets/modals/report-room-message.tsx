import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import { useHideMember } from "#features/rooms/queries/members.ts";
import { useReportRoomMessage } from "#features/rooms/queries/messages.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Quote } from "#ui/surfaces/quote.tsx";
import type { ModalProps } from "./modal-props.ts";
import { ReportOffer, ReportSteps } from "./report-steps.tsx";

interface ReportRoomMessageProps extends ModalProps {
  uuid: string;
  message: RoomMessage;
}

/** Reports a message of a room, and then offers to hide its sender. */
export function ReportRoomMessage(props: ReportRoomMessageProps) {
  // A report of another message starts anew.
  return <ReportMessageSteps key={props.message.key} {...props} />;
}

function ReportMessageSteps({ uuid, message, ...frame }: ReportRoomMessageProps) {
  const { t } = useTexts();
  const { mutate, ...sending } = useReportRoomMessage(uuid, message.key);
  return (
    <ReportSteps
      {...frame}
      title={t("rooms.report_title")}
      quote={message.body !== "" && <Quote text={message.body} />}
      messagesHint={t("rooms.report_messages_hint")}
      submitLabel={t("rooms.report_send")}
      sending={sending}
      onSend={mutate}
      offer={<HideOffer message={message} onClosed={() => frame.onOpenChange(false)} />}
    />
  );
}

interface HideOfferProps {
  message: RoomMessage;
  onClosed: () => void;
}

/** Offers to hide the sender of the reported message. */
function HideOffer({ message, onClosed }: HideOfferProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending, error } = useHideMember();
  const name = message.display_name || t("talks.has_left");
  const hide = () =>
    mutate(
      { id: message.group_talk_user_summary_id, is_hidden: true },
      {
        onSuccess() {
          toasts.showToast(t("rooms.hidden"), { type: "success" });
          onClosed();
        },
      },
    );
  return (
    <ReportOffer
      failure={error ? describeFailure(error, t("talks.change_failed")) : undefined}
      acceptLabel={t("rooms.hide_messages")}
      isPending={isPending}
      onAccept={hide}
      declineLabel={t("rooms.report_done")}
      onDecline={onClosed}
    >
      <p className="wrap-anywhere">{t("rooms.report_hide_text", { name })}</p>
    </ReportOffer>
  );
}
