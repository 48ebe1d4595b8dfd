import type { RoomMessage } from "@toibako/contract/rooms/messages.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useHideMember } from "#features/rooms/queries/members.ts";
import { useReportRoomMessage } from "#features/rooms/queries/messages.ts";
import { emptyReport, ReportForm } from "#features/talks/components/report-form.tsx";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import type { ModalProps } from "./modal-props.ts";

interface ReportRoomMessageProps extends ModalProps {
  uuid: string;
  message: RoomMessage;
}

/** Reports a message of a room, and then offers to hide its sender. */
export function ReportRoomMessage(props: ReportRoomMessageProps) {
  // A report of another message starts anew.
  return <ReportSteps key={props.message.key} {...props} />;
}

function ReportSteps({ uuid, message, ...frame }: ReportRoomMessageProps) {
  const { t } = useTexts();
  const { onOpenChange } = frame;
  const [report, setReport] = useState(emptyReport);
  const { mutate, isPending, isSuccess, error, reset } = useReportRoomMessage(uuid, message.key);
  const close = () => onOpenChange(false);
  function send() {
    const { reason, note, includes_messages } = report;
    if (reason === undefined) return;
    mutate({ reason, includes_messages, ...(note.trim() && { note: note.trim() }) });
  }
  return (
    <Sheet
      {...frame}
      onOpenChange={(isOpen) => {
        if (isPending) return;
        if (!isOpen) reset();
        onOpenChange(isOpen);
      }}
      title={t(isSuccess ? "talks.reported_title" : "rooms.report_title")}
      closeLabel={t("common.close")}
    >
      {isSuccess ? (
        <Reported message={message} onClosed={close} />
      ) : (
        <>
          {message.body !== "" && <Quote text={message.body} />}
          <ReportForm
            value={report}
            onChange={setReport}
            onSubmit={send}
            onCancel={close}
            messagesHint={t("rooms.report_messages_hint")}
            submitLabel={t("rooms.report_send")}
            isPending={isPending}
            failure={error ? describeFailure(error, t("talks.report_failed")) : undefined}
          />
        </>
      )}
    </Sheet>
  );
}

interface ReportedProps {
  message: RoomMessage;
  onClosed: () => void;
}

/** Says that the report has arrived, and offers to hide the sender. */
function Reported({ message, onClosed }: ReportedProps): ReactNode {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate, isPending, error } = useHideMember();
  const text = useRef<HTMLDivElement>(null);
  // The button that sent the report, which had the focus, is gone.
  useEffect(() => text.current?.focus(), []);
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
    <div className="grid gap-5">
      <div ref={text} tabIndex={-1} className="grid gap-2 text-ink-2 outline-none">
        <p>{t("talks.reported_text")}</p>
        <p className="wrap-anywhere">{t("rooms.report_hide_text", { name })}</p>
      </div>
      {error && <Callout tone="error">{describeFailure(error, t("talks.change_failed"))}</Callout>}
      <div className="grid gap-2">
        <Button isPending={isPending} onClick={hide}>
          {t("rooms.hide_messages")}
        </Button>
        <Button variant="outline" onClick={onClosed}>
          {t("rooms.report_done")}
        </Button>
      </div>
    </div>
  );
}
