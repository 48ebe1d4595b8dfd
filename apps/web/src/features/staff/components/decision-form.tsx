import {
  type Case,
  type CaseActionKind,
  caseMessageLimit,
  stopDays,
} from "@toibako/contract/staff/cases.ts";
import { useState } from "react";
import { useDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Radio } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/select.tsx";
import { useDecide } from "../queries.ts";
import { CheckedForm, findTextProblem, StaffText } from "./checked-form.tsx";
import { PreparedTexts } from "./prepared-texts.tsx";

/** The lengths of a suspension that the form offers, in days. */
const suspensionDays = [1, 3, 7, 30, 90, 365];

/** Lists what may be decided about a case. */
export function listDecisions(opened: Case): CaseActionKind[] {
  const { kind, subject, is_sender_sealed, reports } = opened;
  if (kind === "appeal") return ["accept_appeal", "refuse_appeal"];
  if (kind === "held_question") return ["let_through", "refuse_question", "stop_sender"];
  // A talk may be reported without its messages, and accounts aren't hidden.
  const isHidable =
    kind !== "account" && reports.some(({ texts }) => texts.some(({ is_reported }) => is_reported));
  return [
    "dismiss",
    ...(isHidable ? (["hide"] as const) : []),
    ...(subject ? (["warn", "suspend"] as const) : []),
    ...(is_sender_sealed ? (["stop_sender"] as const) : []),
  ];
}

const untoldKinds: readonly CaseActionKind[] = [
  "dismiss",
  "stop_sender",
  "let_through",
  "refuse_question",
];

interface DecisionFormProps {
  opened: Case;
  kind: CaseActionKind;
  onKind: (kind: CaseActionKind) => void;
  onDecided: () => void;
}

/** Decides a case. What is told to its subject survives a reload until it is sent. */
export function DecisionForm({ opened, kind, onKind, onDecided }: DecisionFormProps) {
  const { t } = useTexts();
  const [message, storeDraft, discardDraft] = useDraft(`case:${opened.id}`);
  const [days, setDays] = useState(7);
  const { mutate, isPending, error } = useDecide(opened.id, () => {
    discardDraft();
    onDecided();
  });
  const isTold = kind === "warn" || kind === "suspend";
  const mayTell =
    !untoldKinds.includes(kind) && (opened.kind === "appeal" || opened.subject !== null);
  const missing = isTold ? t("staff.message_missing") : undefined;
  const problem = mayTell ? findTextProblem(t, message, caseMessageLimit, missing) : undefined;

  const decide = () =>
    mutate({
      version: opened.version,
      kind,
      ...(mayTell && message.trim() !== "" && { message }),
      ...(kind === "suspend" && { days }),
    });
  return (
    <CheckedForm className="grid gap-4" isComplete={problem === undefined} onSend={decide}>
      {(isRefused) => (
        <>
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
          {kind === "stop_sender" && (
            <p className="text-sm text-ink-2">{t("staff.stop_sender_text", { n: stopDays })}</p>
          )}
          {mayTell && (
            <>
              {(isTold || kind === "hide") && (
                <PreparedTexts
                  prepared={opened.prepared}
                  describe={(name) => t(`staff.prepared_${name}`)}
                  text={message}
                  onText={storeDraft}
                />
              )}
              <StaffText
                label={t("staff.message")}
                hint={t("staff.message_hint")}
                problem={isRefused && problem}
                required={isTold}
                text={message}
                onText={storeDraft}
                rows={4}
                limit={caseMessageLimit}
              />
            </>
          )}
          {error && <Callout tone="error">{describeFailure(error, t("staff.failed"))}</Callout>}
          <Button type="submit" size="lg" isWide isPending={isPending}>
            {t(`staff.do_${kind}`)}
          </Button>
        </>
      )}
    </CheckedForm>
  );
}
