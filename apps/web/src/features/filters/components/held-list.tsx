import { useQuery } from "@tanstack/react-query";
import type { HeldQuestion } from "@toibako/contract/filters.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import { type ReactNode, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { HeldDrawing } from "#ui/drawings/held.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";
import { useLeaving } from "#ui/surfaces/leaving.tsx";
import { heldQuestionsQuery } from "../queries/held.ts";
import { CalmNotice } from "./calm-notice.tsx";
import { DeleteHeld } from "./delete-held.tsx";
import { HeldRow } from "./held-row.tsx";

interface HeldListProps {
  page: number;
  onSeeInbox: () => void;
  /** Called after a question was released into the inbox or deleted. */
  onRemoved: (isReleased: boolean) => void;
  blockButton: (question: HeldQuestion) => ReactNode;
  /** The links to the other pages. */
  paging: (pager: Pager) => ReactNode;
}

/** The held questions: loading, empty, error and loaded states. Above them, whether calm mode is on. */
export function HeldList(props: HeldListProps) {
  return (
    <>
      <CalmNotice place="held" />
      <LoadedList {...props} />
    </>
  );
}

function LoadedList({ page, paging, ...parts }: HeldListProps) {
  const { t } = useTexts();
  const list = useQuery(heldQuestionsQuery(page));
  const { data } = list;

  if (!data) {
    return (
      <Unloaded query={list} skeleton="letter" title={t("filters.held_failed_title")}>
        {t("filters.held_failed_text")}
      </Unloaded>
    );
  }
  return (
    <Questions key={page} questions={data.questions} {...parts}>
      {paging(data.pager)}
    </Questions>
  );
}

interface QuestionsProps extends Pick<HeldListProps, "onSeeInbox" | "onRemoved" | "blockButton"> {
  questions: HeldQuestion[];
  children: ReactNode;
}

function Questions({ questions, onSeeInbox, onRemoved, blockButton, children }: QuestionsProps) {
  const { t } = useTexts();
  const entries = useLeaving(questions);
  const list = useRef<HTMLElement>(null);
  const [questionToDelete, setQuestionToDelete] = useState<HeldQuestion>();
  return (
    <section ref={list} tabIndex={-1} aria-label={t("filters.held_title")} className="outline-none">
      {entries.length === 0 ? (
        <EmptyState title={t("filters.held_empty_title")} drawing={<HeldDrawing />}>
          {t("filters.held_empty_text")}
        </EmptyState>
      ) : (
        <ul className="list-none">
          {entries.map(({ item, leaving }) => (
            <HeldRow
              key={item.uuid_hash}
              question={item}
              leaving={leaving}
              onSeeInbox={onSeeInbox}
              onReleased={() => onRemoved(true)}
              onDelete={() => setQuestionToDelete(item)}
              blockButton={blockButton(item)}
            />
          ))}
        </ul>
      )}
      {children}
      <DeleteHeld
        question={questionToDelete}
        onDeleted={() => onRemoved(false)}
        onClosed={() => setQuestionToDelete(undefined)}
        list={list}
      />
    </section>
  );
}
