import { sealHours, sealReasonLimit } from "@toibako/contract/staff/seals.ts";
import { type SubmitEvent, useState } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { useAskToOpen } from "../queries.ts";

/** Asks to open the sealed record of a case's question. The reason survives a reload until it is sent. */
export function SealForm({ case_id }: { case_id: string }) {
  const { t } = useTexts();
  const [reason, storeDraft, discardDraft] = useDraft(`seal:${case_id}`);
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, error } = useAskToOpen(case_id, discardDraft);
  const isEmpty = reason.trim() === "";

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(isEmpty);
    if (!isEmpty) mutate(reason);
  }
  return (
    <form method="dialog" noValidate className="grid gap-3" onSubmit={submit}>
      <p className="text-sm text-ink-2">{t("staff.seal_text", { n: sealHours })}</p>
      {error && <Callout tone="error">{describeFailure(error, t("staff.failed"))}</Callout>}
      <Field
        label={t("staff.seal_reason")}
        hint={t("staff.seal_reason_hint")}
        error={isMissing && isEmpty ? t("staff.seal_reason_missing") : undefined}
        required
      >
        <Textarea
          name="seal-reason"
          value={reason}
          onChange={({ target }) => storeDraft(target.value)}
          rows={2}
          limit={sealReasonLimit}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
        />
      </Field>
      <Button type="submit" variant="outline" isPending={isPending}>
        {t("staff.seal_ask")}
      </Button>
    </form>
  );
}
