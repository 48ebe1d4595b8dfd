import type { HeldQuestion } from "@toibako/contract/filters.ts";
import { Inbox, Trash2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Command } from "#ui/command.tsx";
import { LeavingRow, passFocusOn } from "#ui/leaving.tsx";
import { useToasts } from "#ui/toasts.ts";
import { useRelease } from "../queries.ts";
import { HeldLetter } from "./held-letter.tsx";

/** Milliseconds in which one can follow what was released. */
const followTime = 6000;

interface HeldRowProps {
  question: HeldQuestion;
  /** It was released or deleted and slides away. */
  leaving: boolean;
  /** Shows what was released. */
  on_follow: () => void;
  on_delete: () => void;
  /** A further command, such as to block its sender. */
  block: ReactNode;
}

/** A held question with what its receiver can decide about it. */
export function HeldRow({ question, leaving, on_follow, on_delete, block }: HeldRowProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const row = useRef<HTMLLIElement>(null);
  const release = useRelease(question.uuid_hash);
  function tellFailure(error: unknown) {
    const [reason] = errorTexts(error);
    toasts.show("error", reason ?? t("filters.failed"));
  }

  function letIn() {
    if (release.isPending) return;
    release.mutate(undefined, {
      onSuccess: () => {
        toasts.toast(t("filters.released"), {
          type: "success",
          duration: followTime,
          action: { label: t("filters.see_inbox"), on_press: on_follow },
        });
        passFocusOn(row.current);
      },
      onError: tellFailure,
    });
  }
  return (
    <LeavingRow row={row} leaving={leaving}>
      <Card as="article" look="sheet" className="mb-5">
        <HeldLetter question={question} />
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2 px-2 pt-2 sm:pr-3">
          <Button
            className="min-w-32 flex-1 sm:min-w-44 sm:flex-none"
            pending={release.isPending}
            onClick={letIn}
          >
            <Inbox size={18} aria-hidden="true" />
            {t("filters.release")}
          </Button>
          <div className="ml-auto flex">
            <Command
              icon={<Trash2 size={20} aria-hidden="true" />}
              label={t("filters.delete")}
              busy={release.isPending}
              on_press={on_delete}
            />
            {block}
          </div>
        </div>
      </Card>
    </LeavingRow>
  );
}
