import type { CardTheme } from "@toibako/contract/cards.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { type DiscardTexts, DraftSheet } from "#ui/overlays/draft-sheet.tsx";
import { hasTypedText, useQuestionDraft } from "./question-draft.tsx";
import { QuestionFormWithDraft } from "./question-form.tsx";

interface QuestionFormModalProps {
  account: string;
  displaying_name: string;
  /** The theme of the account; by default the form has the colours of the site. */
  card_theme?: CardTheme | undefined;
  isSignedIn: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The question form in a sheet. Closing it asks for confirmation if the sender has typed a text. */
export function QuestionFormModal(props: QuestionFormModalProps) {
  const { account, displaying_name, card_theme, isSignedIn, open, onOpenChange } = props;
  const { t } = useTexts();
  const draft = useQuestionDraft(account);
  return (
    <DraftSheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("questions.ask_title", { name: displaying_name })}
      closeLabel={t("questions.close")}
      hasDraft={hasTypedText(draft)}
      onDiscard={draft.clear}
      discardTexts={getDiscardTexts(t)}
    >
      <QuestionFormWithDraft
        account={account}
        displaying_name={displaying_name}
        card_theme={card_theme}
        isSignedIn={isSignedIn}
        onSent={() => onOpenChange(false)}
        isUnfolded
        draft={draft}
      />
    </DraftSheet>
  );
}

/** Returns the texts of the dialog that asks before it discards a draft. */
export const getDiscardTexts = (t: Translate): DiscardTexts => ({
  title: t("questions.discard_title"),
  text: t("questions.discard_text"),
  discard: t("questions.discard"),
  keep: t("questions.keep_writing"),
});
