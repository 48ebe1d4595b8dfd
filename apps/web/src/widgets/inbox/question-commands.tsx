import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Question } from "@toibako/contract/questions.ts";
import { MoveCommands } from "#features/inbox/components/command-row.tsx";
import { useMoveWithUndo } from "#features/inbox/components/use-move-with-undo.tsx";
import { Report } from "#features/moderation/components/report.tsx";
import { questionQuery } from "#features/questions/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { QuestionMenu } from "./question-menu.tsx";
import { removeReported } from "./remove-reported.ts";

/**
 * The inbox's commands, on the page of an unanswered question: check, bin, restore, report. A command that removes the
 * question from the unread ones then opens the inbox.
 */
export function QuestionCommands({ question }: { question: Question }) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { uuid_hash, status } = question;
  const { queryKey } = questionQuery(uuid_hash);
  const openInbox = () => void navigate({ to: "/$locale/box", params: { locale } });
  const move = useMoveWithUndo({ uuid_hash, status }, (status) => {
    void client.invalidateQueries({ queryKey });
    if (status !== "unread") openInbox();
  });
  return (
    <div className="flex items-center">
      <MoveCommands
        item={{ status, is_answered: false }}
        movingTo={move.isPending ? move.variables : undefined}
        onMove={move.mutate}
      />
      {question.is_reportable && (
        <Report
          item_id={uuid_hash}
          mayReportSeveral
          onItemsRemoved={(removed) => removeReported(client, removed)}
          onReported={() => {
            // The page itself, which is still shown, would only find that the question is gone.
            void client.invalidateQueries({ queryKey, refetchType: "none" });
            openInbox();
          }}
        >
          {(start) => (
            <QuestionMenu
              isBusy={move.isPending}
              label={t("moderation.report_or_block")}
              onReport={start}
            />
          )}
        </Report>
      )}
    </div>
  );
}
