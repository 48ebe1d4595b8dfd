import type { ComponentProps, ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { emptyReport, ReportForm } from "./report-form.tsx";

type Report = ComponentProps<typeof ReportForm>["value"];

/** A report that can be sent: it has a reason, and a note if there is one. */
type CompleteReport = { reason: NonNullable<Report["reason"]>; note?: string } & Pick<
  Report,
  "includes_messages"
>;

interface ReportStepsProps
  extends Pick<ComponentProps<typeof ReportForm>, "text" | "messagesHint" | "submitLabel"> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What is reported, shown above the form. */
  quote?: ReactNode;
  /** The call that reports it. */
  sending: { isPending: boolean; isSuccess: boolean; error: unknown; reset: () => void };
  onSend: (report: CompleteReport) => void;
  /** Shown in place of the form after the report has arrived. */
  offer: ReactNode;
}

/** The reason and a note of a report, and then an offer. */
export function ReportSteps(props: ReportStepsProps) {
  const { open, onOpenChange, title, quote, sending, onSend, offer, ...form } = props;
  const { t } = useTexts();
  const [report, setReport] = useState(emptyReport);
  const { isPending, isSuccess, error, reset } = sending;
  function send() {
    const { reason, note, includes_messages } = report;
    if (reason === undefined) return;
    onSend({ reason, includes_messages, ...(note.trim() && { note: note.trim() }) });
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => {
        if (isPending) return;
        if (!isOpen) reset();
        onOpenChange(isOpen);
      }}
      title={isSuccess ? t("talks.reported_title") : title}
      closeLabel={t("common.close")}
    >
      {isSuccess ? (
        offer
      ) : (
        <>
          {quote}
          <ReportForm
            {...form}
            value={report}
            onChange={setReport}
            onSubmit={send}
            onCancel={() => onOpenChange(false)}
            isPending={isPending}
            failure={error ? describeFailure(error, t("talks.report_failed")) : undefined}
          />
        </>
      )}
    </Sheet>
  );
}

interface ReportOfferProps {
  /** What is offered. */
  children: ReactNode;
  /** Why the offer couldn't be carried out. */
  failure: string | undefined;
  acceptLabel: string;
  isPending: boolean;
  onAccept: () => void;
  declineLabel: string;
  onDecline: () => void;
}

/** Says that a report has arrived, and offers to see no more of whom it is about. */
export function ReportOffer(props: ReportOfferProps) {
  const { t } = useTexts();
  const text = useRef<HTMLDivElement>(null);
  // The button that sent the report, which had the focus, is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <div ref={text} tabIndex={-1} className="grid gap-2 text-ink-2 outline-none">
        <p>{t("talks.reported_text")}</p>
        {props.children}
      </div>
      {props.failure !== undefined && <Callout tone="error">{props.failure}</Callout>}
      <div className="grid gap-2">
        <Button isPending={props.isPending} onClick={props.onAccept}>
          {props.acceptLabel}
        </Button>
        <Button variant="outline" onClick={props.onDecline}>
          {props.declineLabel}
        </Button>
      </div>
    </div>
  );
}
