import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useReducer, useRef, useState } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { type TextsOfLocale, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { type TalkReport, useReportTalk } from "../queries.ts";
import {
  followReport,
  getSendingMode,
  initialReportFlow,
  type ReportFlow,
} from "../report-flow.ts";
import { emptyReport, ReportForm } from "./report-form.tsx";

interface ReportSheetProps {
  uuid: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Shown beside the block: the offer of calm mode. */
  calmOffer: ReactNode;
}

/** Reports a talk: what happened, whether to block as well, and then a confirmation that it has arrived. */
export function ReportSheet({ uuid, open, onOpenChange, calmOffer }: ReportSheetProps) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const [flow, dispatch] = useReducer(followReport, initialReportFlow);
  const [report, setReport] = useState(emptyReport);
  const { mutateAsync, error } = useReportTalk(uuid);
  useEffect(() => {
    if (open) dispatch({ kind: "opened" });
  }, [open]);

  async function send(mode: TalkReport["mode"]) {
    dispatch({ kind: "mode_chosen", mode });
    try {
      const { note, ...rest } = report;
      await mutateAsync({ mode, ...rest, ...(note.trim() && { note: note.trim() }) });
      setReport(emptyReport);
      dispatch({ kind: "sent" });
    } catch {
      dispatch({ kind: "failed" });
    }
  }
  function goToList() {
    // The list may be the page on which the report began, so that no navigation closes the dialog.
    onOpenChange(false);
    void navigate({ to: "/$locale/me/talks", params: { locale } });
  }
  function close() {
    if (getSendingMode(flow)) return;
    // The talk may be gone from the list, so its page is left however the confirmation is closed.
    if (flow.step === "confirmed") return goToList();
    dispatch({ kind: "closed" });
    onOpenChange(false);
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={describeStep(flow, t)}
      {...(flow.step !== "confirmed" && { closeLabel: t("common.close") })}
    >
      {isFirstStep(flow) && (
        <ReportForm
          value={report}
          onChange={setReport}
          onSubmit={() => dispatch({ kind: "report_chosen" })}
          onCancel={close}
          messagesHint={t("talks.report_messages_hint")}
          submitLabel={t("talks.report_next")}
        />
      )}
      {flow.step === "confirmed" && (
        <Confirmation mode={flow.mode}>
          <Button isWide onClick={goToList}>
            {t("talks.report_to_list")}
          </Button>
        </Confirmation>
      )}
      {isBlockStep(flow) && (
        <BlockStep
          sendingMode={getSendingMode(flow)}
          failure={
            flow.step === "selected_report" && flow.hasFailed
              ? describeReportFailure(error, t)
              : undefined
          }
          onChoose={(mode) => void send(mode)}
        >
          {calmOffer}
        </BlockStep>
      )}
    </Sheet>
  );
}

function isFirstStep(flow: ReportFlow): boolean {
  const step = flow.step === "not_selected_report" ? flow.lastStep : flow.step;
  return step === "before_report" || step === "before_selected";
}

const isBlockStep = (flow: ReportFlow): boolean => !isFirstStep(flow) && flow.step !== "confirmed";

function describeStep(flow: ReportFlow, t: TextsOfLocale["t"]): string {
  if (isFirstStep(flow)) return t("talks.report_title");
  if (flow.step !== "confirmed") return t("talks.block_title");
  return t(flow.mode === "block" ? "talks.blocked_title" : "talks.reported_title");
}

function describeReportFailure(error: unknown, t: TextsOfLocale["t"]): string {
  if (error instanceof ApiError && error.status === 400) return t("talks.bad_request");
  return describeFailure(error, t("talks.report_failed"));
}

interface BlockStepProps {
  /** The mode of the report that is being sent. */
  sendingMode: TalkReport["mode"] | undefined;
  failure: string | undefined;
  onChoose: (mode: TalkReport["mode"]) => void;
  children: ReactNode;
}

/** Asks whether to block the partner as well, and sends the report. */
function BlockStep({ sendingMode, failure, onChoose, children }: BlockStepProps) {
  const { t } = useTexts();
  const explanation = useFocusOnMount();
  return (
    <div className="grid gap-5">
      <div ref={explanation} tabIndex={-1} className="grid gap-2 text-ink-2 outline-none">
        <p>{t("talks.block_text")}</p>
        <p>{t("talks.block_hint")}</p>
        {children}
      </div>
      {failure !== undefined && <Callout tone="error">{failure}</Callout>}
      <div className="grid gap-2">
        <Button
          variant="danger"
          isPending={sendingMode === "block"}
          pendingLabel={t("talks.report_sending")}
          disabled={sendingMode === "report"}
          onClick={() => onChoose("block")}
        >
          {t("talks.block_and_report")}
        </Button>
        <Button
          variant="outline"
          isPending={sendingMode === "report"}
          pendingLabel={t("talks.report_sending")}
          disabled={sendingMode === "block"}
          onClick={() => onChoose("report")}
        >
          {t("talks.report_only")}
        </Button>
      </div>
    </div>
  );
}

interface ConfirmationProps {
  mode: TalkReport["mode"];
  /** The button that leaves the talk. */
  children: ReactNode;
}

function Confirmation({ mode, children }: ConfirmationProps) {
  const { t } = useTexts();
  const text = useFocusOnMount();
  return (
    <div className="grid gap-5">
      <div ref={text} tabIndex={-1} className="grid gap-2 text-ink-2 outline-none">
        <p>{t("talks.reported_text")}</p>
        {mode === "block" && <p>{t("talks.blocked_text")}</p>}
      </div>
      <div className="contents">{children}</div>
    </div>
  );
}

/** Moves the focus to the text of a step, because the button that led to it is gone. */
function useFocusOnMount() {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return text;
}
