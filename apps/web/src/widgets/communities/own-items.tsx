import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import type { Community } from "@toibako/contract/communities.ts";
import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { QuestionList } from "#features/communities/components/question-list.tsx";
import {
  type CommunityIds,
  getIds,
  ownCommunityItemsQuery,
  useDeleteCommunityQuestion,
} from "#features/communities/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type ListAddress, removeRepetitions, useGrowingList } from "#lib/page/growing-list.ts";
import { Button } from "#ui/buttons/button.tsx";
import { NoQuestionsDrawing } from "#ui/drawings/no-questions.tsx";
import { LoadMore } from "#ui/feedback/load-more.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { AskButton } from "./ask-button.tsx";
import { QuestionsLink } from "./links.tsx";
import { QuestionEntry } from "./question-entry.tsx";

interface OwnItemsProps {
  ids: CommunityIds;
  community: Community;
  type: "questions" | "answers";
  address: ListAddress;
}

/** The account's own questions to a community, which it can delete, or those that it has answered. */
export function OwnItems({ ids, community, type, address }: OwnItemsProps) {
  const { t } = useTexts();
  const rows = useRef<HTMLUListElement>(null);
  const list = useGrowingList(address, (page) => ownCommunityItemsQuery(ids, type, page));
  const questions = list.pages?.flatMap((page) => page.items);
  const shown = questions && removeRepetitions(questions, ({ uuid_hash }) => uuid_hash);
  return (
    <section tabIndex={-1} aria-label={t("communities.mine")} className="outline-none">
      <QuestionList
        ref={rows}
        questions={shown}
        query={list.first}
        marksNew={false}
        empty={
          <EmptyState
            drawing={<NoQuestionsDrawing />}
            title={t(`communities.no_own_${type}_title`)}
            action={
              type === "questions" ? (
                <AskButton community={community} />
              ) : (
                <QuestionsLink community={community} />
              )
            }
          >
            {t(`communities.no_own_${type}_text`)}
          </EmptyState>
        }
        renderCard={(question) => (
          <QuestionEntry question={question}>
            {type === "questions" && <DeleteOwnQuestion question={question} />}
          </QuestionEntry>
        )}
      />
      {shown && <LoadMore more={list.more} rows={rows} count={shown.length} />}
    </section>
  );
}

/** Deletes the account's own question, after a confirmation that says whether its answers are deleted too. */
function DeleteOwnQuestion({ question }: { question: CommunityQuestion }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isConfirming, setIsConfirming] = useState(false);
  const { uuid_hash, answers_count, associated_community } = question;
  const deletion = useDeleteCommunityQuestion(getIds(associated_community), uuid_hash);
  const section = useRef<HTMLElement>(null);

  async function confirm() {
    await deletion.mutateAsync();
    toasts.showToast(t("communities.question_deleted"), { type: "success" });
  }
  return (
    <>
      <Button
        variant="text"
        size="sm"
        className="-ml-2 justify-self-start"
        onClick={({ currentTarget }) => {
          section.current = currentTarget.closest("section");
          setIsConfirming(true);
        }}
      >
        <Trash2 size={16} aria-hidden="true" />
        {t("communities.delete_question")}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t("communities.delete_question_title")}
        confirmLabel={t("communities.delete_confirm")}
        processingLabel={t("answers.deleting")}
        cancelLabel={t("common.cancel")}
        onConfirm={confirm}
        failureText={t("communities.delete_question_failed")}
        focusAfter={section}
        isDangerous
      >
        {t(
          answers_count > 0
            ? "communities.delete_answered_question_text"
            : "communities.delete_question_text",
          { n: answers_count },
        )}
      </ConfirmDialog>
    </>
  );
}
