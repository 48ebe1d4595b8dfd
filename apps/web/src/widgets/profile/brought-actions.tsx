import type { BroughtAnswer } from "@toibako/contract/archives/brought.ts";
import { Flag } from "lucide-react";
import { type RefObject, useState } from "react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { DeleteBroughtButton } from "#features/archives/components/delete-brought-button.tsx";
import { useSetBroughtSensitivity } from "#features/archives/queries/brought.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Switch } from "#ui/forms/choice.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";

interface BroughtActionsProps {
  answer: Pick<BroughtAnswer, "id" | "is_sensitive">;
  /** Gets the focus after the answer was deleted or reported, because its card disappears. */
  focusAfter: RefObject<HTMLElement | null>;
}

/** The owner's actions on an answer that was brought along: mark it as sensitive, and delete it. */
export function OwnBroughtActions({ answer, focusAfter }: BroughtActionsProps) {
  return (
    <div className="grid grow gap-1">
      <div className="noscript:hidden">
        <BroughtSensitivity answer={answer} />
      </div>
      <DeleteBroughtButton id={answer.id} focusAfter={focusAfter} />
    </div>
  );
}

function BroughtSensitivity({ answer }: Pick<BroughtActionsProps, "answer">) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { mutate } = useSetBroughtSensitivity(answer.id);
  // The choice is kept in a state: the mutation sets its `variables` only a moment later, and until then the switch
  // would show the old value.
  const [chosen, setChosen] = useState<boolean>();
  function choose(isSensitive: boolean) {
    if (chosen !== undefined) return;
    setChosen(isSensitive);
    mutate(isSensitive, {
      onError: (error) =>
        toasts.showBar("error", describeFailure(error, t("answers.sensitive_failed"))),
      onSettled: () => setChosen(undefined),
    });
  }
  return (
    <Switch
      label={t("answers.sensitive")}
      hint={t("answers.sensitive_hint")}
      checked={chosen ?? answer.is_sensitive}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}

/** Reports an answer that somebody else brought along; visitors are invited to register. */
export function ReportBrought({ answer, focusAfter }: BroughtActionsProps) {
  const { t } = useTexts();
  const modal = useModal();
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  function report() {
    if (!isSignedIn) return invite();
    modal.open("report_public", { content: { brought_answer_id: answer.id }, focusAfter });
  }
  return (
    <Button variant="text" size="sm" className="ml-auto noscript:hidden" onClick={report}>
      <Flag size={18} aria-hidden="true" />
      {t("moderation.report")}
    </Button>
  );
}
