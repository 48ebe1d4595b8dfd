import { type Case, type CaseActionKind, caseMessageLimit } from "@toibako/contract/staff/cases.ts";
import { type SubmitEvent, useState } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Radio } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/select.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { useDecide } from "../queries.ts";

/** The lengths of a suspension that the form offers, in days. */
const suspensionDays = [1, 3, 7, 30, 90, 365];
const preparedAnswers = ["harassment", "sexual", "solicitation", "spam"] as const;

/** Lists what may be decided about a case. */
export function listDecisions({ kind, subject }: Case): CaseActionKind[] {
  if (kind === "appeal") return ["accept_appeal", "refuse_appeal"];
  return subject ? ["dismiss", "warn", "suspend"] : ["dismiss"];
}

interface DecisionFormProps {
  opened: Case;
  kind: CaseActionKind;
  onKind: (kind: CaseActionKind) => void;
  onDecided: () => void;
}

/** Decides a case. What is told to its subject survives a reload until it is sent. */
export function DecisionForm({ opened, kind, onKind, onDecided }: DecisionFormProps) {
  const { t } = useTexts();
  const [draft, storeDraft, discardDraft] = useDraft(`case:${opened.id}`);
  const [days, setDays] = useState(7);
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, error } = useDecide(opened.id, () => {
    discardDraft();
    onDecided();
  });
  const isTold = kind === "warn" || kind === "suspend";
  const message = draft;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(isTold && message.trim() === "");
    if (isTold && message.trim() === "") return;
    mutate({
      version: opened.version,
      kind,
      ...(kind !== "dismiss" && message.trim() !== "" && { message }),
      ...(kind === "suspend" && { days }),
    });
  }
  return (
    <form method="dialog" noValidate className="grid gap-4" onSubmit={submit}>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-bold">{t("staff.decide")}</legend>
        {listDecisions(opened).map((offered) => (
          <Radio
            key={offered}
            name="kind"
            id={`decision-${offered}`}
            checked={offered === kind}
            onChange={() => onKind(offered)}
            label={t(`staff.decide_${offered}`)}
          />
        ))}
      </fieldset>
      {kind === "suspend" && (
        <Field label={t("staff.suspend_for")}>
          <Select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {suspensionDays.map((offered) => (
              <option key={offered} value={offered}>
                {t("staff.days", { n: offered })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {kind !== "dismiss" && (
        <>
          {isTold && (
            <Field label={t("staff.prepared")}>
              <Select
                value=""
                onChange={({ target }) => {
                  const chosen = preparedAnswers.find((name) => name === target.value);
                  if (chosen) storeDraft(t(`staff.prepared_${chosen}_text`));
                }}
              >
                <option value="">{t("staff.prepared_choose")}</option>
                {preparedAnswers.map((name) => (
                  <option key={name} value={name}>
                    {t(`staff.prepared_${name}`)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field
            label={t("staff.message")}
            hint={t("staff.message_hint")}
            error={isMissing && message.trim() === "" ? t("staff.message_missing") : undefined}
            required={isTold}
          >
            <Textarea
              value={message}
              onChange={({ target }) => storeDraft(target.value)}
              rows={4}
              limit={caseMessageLimit}
              remainingLabel={(left) => describeCharactersLeft(t, left)}
            />
          </Field>
        </>
      )}
      {error && <Callout tone="error">{describeFailure(error, t("staff.failed"))}</Callout>}
      <Button type="submit" size="lg" isWide isPending={isPending}>
        {t(`staff.do_${kind}`)}
      </Button>
    </form>
  );
}
