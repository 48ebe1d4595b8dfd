import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { type ReactNode, useRef, useState } from "react";
import { type ApiError, errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { useToasts } from "#ui/toasts.ts";
import { useMoveQuestion } from "../queries.ts";
import { CommandRow } from "./command-row.tsx";
import { ReceivedLetter } from "./received-letter.tsx";

/** Milliseconds in which a move to the bin can be taken back where it happened. */
const undoTime = 6000;

interface ReceivedRowProps {
  item: ReceivedItem;
  size: "sm" | "md";
  /** It has been moved elsewhere and slides away. */
  leaving: boolean;
  /** The form that answers it; calls `close` when it is put away. */
  answer: (item: ReceivedItem, close: () => void) => ReactNode;
}

/** A received question with its commands. */
export function ReceivedRow({ item, size, leaving, answer }: ReceivedRowProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const row = useRef<HTMLLIElement>(null);
  const [answering, setAnswering] = useState(false);
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
    <li
      ref={row}
      tabIndex={-1}
      inert={leaving}
      data-leaving={leaving || undefined}
      className={cx(
        "grid grid-cols-1 grid-rows-[1fr] rounded-sheet transition-[grid-template-rows,opacity,translate] duration-280 ease-calm",
        "data-leaving:translate-x-1/3 data-leaving:grid-rows-[0fr] data-leaving:opacity-0",
      )}
    >
      <div className={cx("min-h-0", leaving && "overflow-hidden")}>
        <Card as="article" look="sheet" className="mb-5">
          <ReceivedLetter item={item} size={size} />
          <div className="px-2 pt-2">
            {answering ? (
              answer(item, () => setAnswering(false))
            ) : (
              <CommandRow
                item={item}
                moving={move.isPending ? move.variables : undefined}
                on_move={move.mutate}
                on_answer={() => setAnswering(true)}
              />
            )}
          </div>
        </Card>
      </div>
    </li>
  );
}

/** Whoever works by keyboard goes on at the neighbour of the card that leaves. */
function passFocusOn(row: HTMLElement | null) {
  if (!row?.contains(document.activeElement)) return;
  const neighbour = row.nextElementSibling ?? row.previousElementSibling ?? row.closest("section");
  if (neighbour instanceof HTMLElement) neighbour.focus({ preventScroll: true });
}
