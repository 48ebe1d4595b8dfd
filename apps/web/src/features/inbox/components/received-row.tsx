import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { type ReactNode, useRef, useState } from "react";
import { type ApiError, errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Card } from "#ui/card.tsx";
import { LeavingRow, passFocusOn, wayPast } from "#ui/leaving.tsx";
import { useToasts } from "#ui/toasts.ts";
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

/** The command that reports a question. */
export type ReportSlot = (
  item: ReceivedItem,
  row: {
    /** Something else is being done with it. */
    busy: boolean;
    on_reported: () => void;
    /** Where the keyboard goes on when the row is gone. */
    way_past: () => () => HTMLElement | null;
  },
) => ReactNode;

interface ReceivedRowProps {
  item: ReceivedItem;
  size: "sm" | "md";
  /** It has been moved elsewhere and slides away. */
  leaving: boolean;
  /** The form that answers it; calls `close` when it is put away. */
  answer: (item: ReceivedItem, close: () => void) => ReactNode;
  answered: AnsweredSlot;
  report: ReportSlot;
}

/** A received question with its commands. */
export function ReceivedRow({ item, size, leaving, answer, answered, report }: ReceivedRowProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const row = useRef<HTMLLIElement>(null);
  const [answering, setAnswering] = useState(false);
  const [reported, setReported] = useState(false);
  const on_failed = (error: ApiError) =>
    toasts.show("error", errorTexts(error)[0] ?? t("inbox.move_failed"));
  const tell = (label: string) => toasts.toast(t("inbox.moved", { label }), { type: "success" });

  const undo = useMoveQuestion({ ...item, status: "hidden" }, { on_moved: tell, on_failed });
  const move = useMoveQuestion(item, {
    on_moved(label, status) {
      if (status === "hidden") {
        toasts.toast(t("inbox.to_dust", { label }), {
          type: "success",
          duration: undoTime,
          action: { label: t("inbox.undo"), on_press: () => undo.mutate(item.enum_status) },
        });
      } else tell(label);
      passFocusOn(row.current);
    },
    on_failed,
  });

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
              on_move={move.mutate}
              on_answer={() => setAnswering(true)}
              report={report(item, {
                busy: move.isPending,
                on_reported: () => setReported(true),
                way_past: () => wayPast(row.current),
              })}
            />
          )}
        </div>
      </Card>
    </LeavingRow>
  );
}
