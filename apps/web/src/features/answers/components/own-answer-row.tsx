import { PenLine, Trash2 } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useMinutesLeft } from "./minutes-left.tsx";

interface OwnAnswerRowProps {
  answered_at: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** Buttons for the author: edit for a limited time, delete at any time. */
export function OwnAnswerRow({ answered_at, onEdit, onDelete }: OwnAnswerRowProps) {
  const { t } = useTexts();
  const isEditable = useMinutesLeft(answered_at) > 0;
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end">
      {isEditable && (
        <Button variant="text" onClick={onEdit}>
          <PenLine size={18} aria-hidden="true" />
          {t("answers.edit")}
        </Button>
      )}
      <Button variant="text" onClick={onDelete}>
        <Trash2 size={18} aria-hidden="true" />
        {t("answers.delete")}
      </Button>
    </span>
  );
}
