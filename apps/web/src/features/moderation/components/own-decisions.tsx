import { useMutation, useQueryClient } from "@tanstack/react-query";
import { caseMessageLimit, type OwnDecision } from "@toibako/contract/staff/cases.ts";
import { type SubmitEvent, useState } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { Quote } from "#ui/surfaces/quote.tsx";
import { refreshDecisions, sendAppeal } from "../queries.ts";

/** A decision of staff about the reader's account, with the reader's appeal or the form for one. */
export function OwnDecisionCard({ decision }: { decision: OwnDecision }) {
  const { t } = useTexts();
  const { id, kind, message, texts, suspended_until, acted_at, is_undone, appeal } = decision;
  const [isAppealing, setIsAppealing] = useState(false);
  return (
    <Card as="article" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 className="text-lg">{t(`moderation.decision_${kind}`)}</h2>
        <p className="text-sm text-ink-2">
          <FormattedDate at={acted_at.at} form="day" text={acted_at.formatted} />
          {suspended_until && !is_undone && (
            <span className="ml-3">
              {t("moderation.decision_until")}{" "}
              <FormattedDate
                at={suspended_until.at}
                form="minute"
                text={suspended_until.formatted}
              />
            </span>
          )}
        </p>
      </div>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a decision never change
        <Quote key={index} text={text} />
      ))}
      {message && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {message}
        </p>
      )}
      {is_undone && <Callout tone="ok">{t("moderation.decision_undone")}</Callout>}
      {appeal !== "none" && !is_undone && <Callout>{t(`moderation.appeal_${appeal}`)}</Callout>}
      {appeal === "none" && !is_undone && !isAppealing && (
        <Button
          variant="outline"
          className="justify-self-start"
          onClick={() => setIsAppealing(true)}
        >
          {t("moderation.appeal")}
        </Button>
      )}
      {appeal === "none" && !is_undone && isAppealing && <AppealForm id={id} />}
    </Card>
  );
}

/** The form of an appeal. The typed text survives a reload until it is sent. */
function AppealForm({ id }: { id: string }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [text, storeText, discardText] = useDraft(`appeal:${id}`);
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sendAppeal(id, text),
    onSuccess: async () => {
      discardText();
      await refreshDecisions(client);
    },
  });
  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(text.trim() === "");
    if (text.trim() !== "") mutate();
  }
  return (
    <form method="dialog" noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label={t("moderation.appeal_text")}
        hint={t("moderation.appeal_hint")}
        error={isMissing && text.trim() === "" ? t("moderation.appeal_missing") : undefined}
        required
      >
        <Textarea
          value={text}
          onChange={({ target }) => storeText(target.value)}
          rows={5}
          limit={caseMessageLimit}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
        />
      </Field>
      {error && (
        <Callout tone="error">{describeFailure(error, t("moderation.appeal_failed"))}</Callout>
      )}
      <Button type="submit" isPending={isPending} className="justify-self-start">
        {t("moderation.appeal_send")}
      </Button>
    </form>
  );
}
