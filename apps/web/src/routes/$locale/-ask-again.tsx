import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { QuestionFormModal } from "#features/questions/components/question-form-modal.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";

/** Sends whoever answered a further question. */
export function AskAgain({ answer }: { answer: SentAnswer }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" className="ml-auto" onClick={() => setOpen(true)}>
        <PenLine size={18} aria-hidden="true" />
        {t("outbox.ask_again")}
      </Button>
      <QuestionFormModal
        account={answer.answered_user_toibako_id}
        displaying_name={answer.answered_user_name}
        open={open}
        on_open_change={setOpen}
      />
    </>
  );
}
