import type { CardTheme } from "@toibako/contract/cards.ts";
import type { HeldQuestion } from "@toibako/contract/filters.ts";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import {
  type ListAddress,
  type More,
  removeRepetitions,
  useGrowingList,
} from "#lib/page/growing-list.ts";
import { getPageNumbers } from "#lib/page/search.ts";
import { HeldDrawing } from "#ui/drawings/held.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { useLeavingEntries } from "#ui/surfaces/leaving-row.tsx";
import { heldQuestionsQuery } from "../queries/held.ts";
import { CalmNotice } from "./calm-notice.tsx";
import { DeleteAllHeld } from "./delete-all-held.tsx";
import { DeleteHeldDialog } from "./delete-held-dialog.tsx";
import { HeldRow, type HeldRowState } from "./held-row.tsx";

interface HeldListProps {
  /** The theme of the receiver. */
  theme: CardTheme | undefined;
  /** Shown above the questions, beside the button that deletes them all. */
  settingsLink: ReactNode;
  address: ListAddress;
  onSeeInbox: () => void;
  /** Called after a question, or all of them, have left the list. */
  onRemoved: (outcome: "released" | "deleted" | "deleted_all") => void;
  renderReportButton: (question: HeldQuestion, row: HeldRowState) => ReactNode;
}

/** The notice about calm mode, and the held questions: loading, empty, error and loaded states. */
export function HeldList(props: HeldListProps) {
  return (
    <>
      <CalmNotice place="held" />
      <HeldQuestions {...props} />
    </>
  );
}

function HeldQuestions({ address, ...rest }: HeldListProps) {
  const { t } = useTexts();
  const { pages, first, more } = useGrowingList(address, heldQuestionsQuery);
  const questions = useMemo(() => pages && joinPages(pages), [pages]);

  if (!questions) {
    return (
      <>
        <div className="mb-4">{rest.settingsLink}</div>
        <LoadingState query={first} skeleton="letter" title={t("filters.held_failed_title")}>
          {t("filters.held_failed_text")}
        </LoadingState>
      </>
    );
  }
  return (
    <HeldRows
      // Another page gets a new component, so that the rows of the previous page don't slide out.
      key={getPageNumbers(address)[0]}
      questions={questions}
      more={more}
      {...rest}
    />
  );
}

const joinPages = (pages: { questions: HeldQuestion[] }[]) =>
  removeRepetitions(
    pages.flatMap((page) => page.questions),
    ({ uuid_hash }) => uuid_hash,
  );

interface HeldRowsProps
  extends Pick<
    HeldListProps,
    "theme" | "settingsLink" | "onSeeInbox" | "onRemoved" | "renderReportButton"
  > {
  questions: HeldQuestion[];
  more: More;
}

function HeldRows({
  questions,
  theme,
  settingsLink,
  onSeeInbox,
  onRemoved,
  renderReportButton,
  more,
}: HeldRowsProps) {
  const { t } = useTexts();
  const entries = useLeavingEntries(questions);
  const list = useRef<HTMLElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const [questionToDelete, setQuestionToDelete] = useState<HeldQuestion>();
  return (
    <section ref={list} tabIndex={-1} aria-label={t("filters.held_title")} className="outline-none">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        {settingsLink}
        <DeleteAllHeld
          hasQuestions={questions.length > 1}
          onDeleted={() => onRemoved("deleted_all")}
          list={list}
        />
      </div>
      {entries.length === 0 ? (
        <EmptyState title={t("filters.held_empty_title")} drawing={<HeldDrawing />}>
          {t("filters.held_empty_text")}
        </EmptyState>
      ) : (
        <ul ref={rows} className="list-none">
          {entries.map(({ item, isLeaving }) => (
            <HeldRow
              key={item.uuid_hash}
              question={item}
              theme={theme}
              isLeaving={isLeaving}
              onSeeInbox={onSeeInbox}
              onReleased={() => onRemoved("released")}
              onDelete={() => setQuestionToDelete(item)}
              renderReportButton={(row) => renderReportButton(item, row)}
            />
          ))}
        </ul>
      )}
      <LoadMore more={more} rows={rows} count={questions.length} />
      <DeleteHeldDialog
        question={questionToDelete}
        onDeleted={() => onRemoved("deleted")}
        onClosed={() => setQuestionToDelete(undefined)}
        list={list}
      />
    </section>
  );
}
