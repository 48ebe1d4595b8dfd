import { sealHours, sealReasonLimit } from "@toibako/contract/staff/seals.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useAskToOpen } from "../queries.ts";
import { CheckedForm, findTextProblem, StaffText } from "./checked-form.tsx";

/** Asks to open the sealed record of a case's question. The reason survives a reload until it is sent. */
export function SealForm({ case_id }: { case_id: string }) {
  const { t } = useTexts();
  const [reason, storeDraft, discardDraft] = useDraft(`seal:${case_id}`);
  const { mutate, isPending, error } = useAskToOpen(case_id, discardDraft);
  const problem = findTextProblem(t, reason, sealReasonLimit, t("staff.seal_reason_missing"));
  return (
    <CheckedForm
      className="grid gap-3"
      isComplete={problem === undefined}
      onSend={() => mutate(reason)}
    >
      {(isRefused) => (
        <>
          <p className="text-sm text-ink-2">{t("staff.seal_text", { n: sealHours })}</p>
          {error && <Callout tone="error">{describeFailure(error, t("staff.failed"))}</Callout>}
          <StaffText
            name="seal-reason"
            label={t("staff.seal_reason")}
            hint={t("staff.seal_reason_hint")}
            problem={isRefused && problem}
            required
            text={reason}
            onText={storeDraft}
            rows={2}
            limit={sealReasonLimit}
          />
          <Button type="submit" variant="outline" isPending={isPending}>
            {t("staff.seal_ask")}
          </Button>
        </>
      )}
    </CheckedForm>
  );
}
