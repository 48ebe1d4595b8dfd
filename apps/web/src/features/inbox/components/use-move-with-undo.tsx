import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { type ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { durations, useToasts } from "#ui/feedback/toasts.ts";
import { type MovableItem, useMoveQuestion } from "../queries.ts";

/**
 * Moves a received question to another part of the inbox and says so. A message about a question that was checked or put
 * into the bin has a button to undo that.
 */
export function useMoveWithUndo(item: MovableItem, onMoved: (status: QuestionStatus) => void) {
  const { t } = useTexts();
  const toasts = useToasts();
  const onFailed = (error: ApiError) =>
    toasts.showBar("error", describeFailure(error, t("inbox.move_failed")));
  const showMoved = (label: string) =>
    toasts.showToast(t("inbox.moved", { label }), { type: "success" });

  // `item` still has the status from before the move.
  const outcome = { onMoved: showMoved, onFailed };
  const undoDiscard = useMoveQuestion({ ...item, status: "hidden" }, outcome);
  const undoCheck = useMoveQuestion({ ...item, status: "confirmed" }, outcome);
  const showMovedAway = (text: string, undo: typeof undoCheck) =>
    toasts.showToast(text, {
      type: "success",
      duration: durations.toastWithAction,
      action: { label: t("inbox.undo"), onPress: () => undo.mutate(item.status) },
    });
  return useMoveQuestion(item, {
    onMoved(label, status) {
      if (status === "hidden") showMovedAway(t("inbox.moved_to_bin", { label }), undoDiscard);
      else if (status === "confirmed") showMovedAway(t("inbox.moved", { label }), undoCheck);
      else showMoved(label);
      onMoved(status);
    },
    onFailed,
  });
}
