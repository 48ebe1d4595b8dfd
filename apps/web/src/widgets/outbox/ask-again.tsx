import type { SentAnswer } from "@toibako/contract/outbox.ts";
import { PenLine } from "lucide-react";
import { useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { QuestionFormModal } from "#features/questions/components/question-form-modal.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";

/** A button that opens the form for another question to the account that answered. */
export function AskAgain({ answer }: { answer: SentAnswer }) {
  const { t } = useTexts();
  const isSignedIn = useCurrentUser() !== undefined;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" className="ml-auto" onClick={() => setIsOpen(true)}>
        <PenLine size={18} aria-hidden="true" />
        {t("outbox.ask_again")}
      </Button>
      <QuestionFormModal
        account={answer.answered_user_toibako_id}
        displaying_name={answer.answered_user_name}
        // In a community, the theme of the answer is the community's.
        card_theme={answer.associated_community ? undefined : answer.card_theme}
        isSignedIn={isSignedIn}
        open={isOpen}
        onOpenChange={setIsOpen}
      />
    </>
  );
}
