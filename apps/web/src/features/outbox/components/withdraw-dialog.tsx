import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import type { RefObject } from "react";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { rememberNeighbors } from "#ui/surfaces/leaving-row.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import { useWithdraw } from "../queries.ts";

/** The question to withdraw, and its row if it is in a list. */
export interface Withdrawal {
  question: WaitingQuestion;
  row: HTMLElement | null;
}

interface WithdrawDialogProps {
  open: boolean;
  /** Undefined until the dialog first opens. Stays set while the dialog fades out. */
  withdrawal: Withdrawal | undefined;
  /** Is set to the element that gets the focus after the row is removed. */
  nextFocus: RefObject<HTMLElement | null>;
  onWithdrawn: () => void;
  /** Called if the question was answered before it could be withdrawn. */
  onAnswered: (question: WaitingQuestion) => void;
  onClosed: () => void;
}

/**
 * Asks before it withdraws a question. The list renders it, because the row of the question is unmounted
 * before the dialog has closed.
 */
export function WithdrawDialog(props: WithdrawDialogProps) {
  const { open, withdrawal, nextFocus, onWithdrawn, onAnswered, onClosed } = props;
  const { t } = useTexts();
  const toasts = useToasts();
  const withdraw = useWithdraw();

  async function confirm() {
    if (!withdrawal) return;
    const { question, row } = withdrawal;
    const findNextFocus = rememberNeighbors(row);
    const outcome = await waitForOutcome(withdraw.mutateAsync(question.uuid_hash));
    if (outcome === "answered") {
      onAnswered(question);
      nextFocus.current = row?.closest("section")?.querySelector("[data-answered]") ?? null;
      return;
    }
    if (outcome === "withdrawn") toasts.showToast(t("outbox.withdrawn"), { type: "success" });
    else if (outcome === "gone") toasts.showBar("warning", t("outbox.withdraw_gone"));
    else throw outcome.error;
    onWithdrawn();
    nextFocus.current = findNextFocus();
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClosed()}
      title={t("outbox.withdraw_title")}
      confirmLabel={t("outbox.withdraw")}
      processingLabel={t("outbox.withdrawing")}
      cancelLabel={t("outbox.withdraw_keep")}
      onConfirm={confirm}
      failureText={t("outbox.withdraw_failed")}
      focusAfter={nextFocus}
      isDangerous
    >
      {withdrawal && <QuestionQuote question={withdrawal.question} />}
      <p className="text-ink-2">
        {withdrawal?.question.associated_community
          ? t("communities.delete_question_text")
          : t("outbox.withdraw_text", {
              name: withdrawal?.question.receiver_displaying_name ?? "",
            })}
      </p>
    </ConfirmDialog>
  );
}

function QuestionQuote({ question: { body, stamp } }: { question: WaitingQuestion }) {
  const { t } = useTexts();
  const picture = stamp && <StampPicture {...stamp.stamp_image} alt="" size="sm" />;
  return <Quote text={body || t("common.stamp")} picture={picture} />;
}

type Outcome = "withdrawn" | "answered" | "gone" | { error: unknown };

async function waitForOutcome(withdrawal: Promise<unknown>): Promise<Outcome> {
  try {
    await withdrawal;
    return "withdrawn";
  } catch (error) {
    const code = error instanceof ApiError && error.code;
    if (code === "already_answered") return "answered";
    return code === "not_found" ? "gone" : { error };
  }
}
