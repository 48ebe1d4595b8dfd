import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { type ReactNode, useRef, useState } from "react";
import { type ApiError, getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { LeavingRow, moveFocusToNeighbor, rememberNeighbors } from "#ui/surfaces/leaving.tsx";
import { useMoveQuestion } from "../queries.ts";
import { CommandRow } from "./command-row.tsx";
import { ReceivedLetter } from "./received-letter.tsx";

/** Milliseconds in which a move to the bin can be taken back where it happened. */
const undoTime = 6000;

/** The answer that was given, and what can be done with it. */
export type AnsweredSlot = (
  answer: NonNullable<ReceivedItem["answer"]>,
  item: ReceivedItem,
) => ReactNode;

interface Row {
  /** Something else is being done with the question. */
  busy: boolean;
  /** Called before the row is removed; the function that it returns finds where the focus goes then. */
  rememberNeighbors: () => () => HTMLElement | null;
}

/** The command that reports a question. */
export type ReportSlot = (item: ReceivedItem, row: Row & { onReported: () => void }) => ReactNode;

/** The command that deletes a question in the bin for good. */
export type DeleteSlot = (item: ReceivedItem, row: Row) => ReactNode;

interface ReceivedRowProps {
  item: ReceivedItem;
  size: "sm" | "md";
  /** It has been moved elsewhere and slides away. */
  leaving: boolean;
  /** The form that answers it; calls `close` when it is put away. */
  answer: (item: ReceivedItem, close: () => void) => ReactNode;
  answered: AnsweredSlot;
  report: ReportSlot;
  deleteNow?: DeleteSlot | undefined;
}

/** A received question with its commands. */
export function ReceivedRow(props: ReceivedRowProps) {
  const { item, size, leaving, answer, answered, report, deleteNow } = props;
  const { t } = useTexts();
  const toasts = useToasts();
  const row = useRef<HTMLLIElement>(null);
  const [answering, setAnswering] = useState(false);
  const [reported, setReported] = useState(false);
  const onFailed = (error: ApiError) =>
    toasts.show("error", getErrorTexts(error)[0] ?? t("inbox.move_failed"));
  const tell = (label: string) => toasts.toast(t("inbox.moved", { label }), { type: "success" });

  const undo = useMoveQuestion({ ...item, status: "hidden" }, { onMoved: tell, onFailed });
  const move = useMoveQuestion(item, {
    onMoved(label, status) {
      if (status === "hidden") {
        toasts.toast(t("inbox.moved_to_bin", { label }), {
          type: "success",
          duration: undoTime,
          action: { label: t("inbox.undo"), onPress: () => undo.mutate(item.enum_status) },
        });
      } else tell(label);
      moveFocusToNeighbor(row.current);
    },
    onFailed,
  });

  const slot = { busy: move.isPending, rememberNeighbors: () => rememberNeighbors(row.current) };
  return (
    <LeavingRow row={row} leaving={leaving}>
      <Card as="article" look="sheet" className="mb-5">
        <ReceivedLetter item={item} size={size} reported={reported} />
        {item.answer && <div className="px-2 pt-3">{answered(item.answer, item)}</div>}
        <div className="px-2 pt-2">
          {answering ? (
            answer(item, () => setAnswering(false))
          ) : (
            <CommandRow
              item={item}
              moving={move.isPending ? move.variables : undefined}
              onMove={move.mutate}
              onAnswer={() => setAnswering(true)}
              report={report(item, { ...slot, onReported: () => setReported(true) })}
              deleteNow={deleteNow?.(item, slot)}
            />
          )}
        </div>
      </Card>
    </LeavingRow>
  );
}
