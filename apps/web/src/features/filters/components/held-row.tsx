import type { CardTheme } from "@toibako/contract/cards.ts";
import type { HeldQuestion } from "@toibako/contract/filters.ts";
import { Inbox, Trash2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Command } from "#ui/buttons/command.tsx";
import { durations, useToasts } from "#ui/feedback/toasts.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { LeavingRow, moveFocusToNeighbor, rememberNeighbors } from "#ui/surfaces/leaving-row.tsx";
import { useReleaseHeld } from "../queries/held.ts";
import { HeldLetter } from "./held-letter.tsx";

interface HeldRowProps {
  question: HeldQuestion;
  /** The theme of the receiver. */
  theme: CardTheme | undefined;
  /** Whether the question was released or deleted, so that its row slides out. */
  isLeaving: boolean;
  /** Opens the inbox, which contains the released question. */
  onSeeInbox: () => void;
  onReleased: () => void;
  onDelete: () => void;
  renderReportButton: (row: HeldRowState) => ReactNode;
}

/** What the report button of a row needs to know of it. */
export interface HeldRowState {
  isBusy: boolean;
  /** Called before the row is removed. The returned function finds the element that then gets the focus. */
  rememberNeighbors: () => () => HTMLElement | null;
}

/** A held question, with the commands to release, delete and report it. */
export function HeldRow(props: HeldRowProps) {
  const { question, theme, isLeaving, onSeeInbox, onReleased, onDelete, renderReportButton } =
    props;
  const { t } = useTexts();
  const toasts = useToasts();
  const row = useRef<HTMLLIElement>(null);
  const release = useReleaseHeld(question.uuid_hash, onReleased);
  function showFailure(error: unknown) {
    const text = describeFailure(error, t("filters.release_failed"));
    toasts.showBar("error", text, { topic: question.uuid_hash });
  }

  function releaseQuestion() {
    if (release.isPending) return;
    toasts.dismiss(question.uuid_hash);
    release.mutate(undefined, {
      onSuccess: () => {
        toasts.showToast(t("filters.released"), {
          type: "success",
          duration: durations.toastWithAction,
          action: { label: t("filters.see_inbox"), onPress: onSeeInbox },
        });
        moveFocusToNeighbor(row.current);
      },
      onError: showFailure,
    });
  }
  return (
    <LeavingRow row={row} isLeaving={isLeaving}>
      <Card as="article" look="sheet" className="mb-5">
        <HeldLetter question={question} theme={theme}>
          <Command
            icon={<Inbox size={20} aria-hidden="true" />}
            label={t("filters.release")}
            isPending={release.isPending}
            isBusy={release.isPending}
            onPress={releaseQuestion}
          />
          <Command
            icon={<Trash2 size={20} aria-hidden="true" />}
            label={t("filters.delete")}
            isBusy={release.isPending}
            onPress={onDelete}
          />
          {renderReportButton({
            isBusy: release.isPending,
            rememberNeighbors: () => rememberNeighbors(row.current),
          })}
        </HeldLetter>
      </Card>
    </LeavingRow>
  );
}
