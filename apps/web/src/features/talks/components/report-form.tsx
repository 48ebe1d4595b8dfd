import { Link } from "@tanstack/react-router";
import { reportedMessages, reportNoteLength, talkReportReasons } from "@toibako/contract/talks.ts";
import { countCharacters } from "@toibako/contract/text.ts";
import { useId, useState } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Checkbox, Radio } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";

type Reason = (typeof talkReportReasons)[number];

/** What the reporter has filled in. */
export interface TypedReport {
  reason?: Reason;
  note: string;
  includes_messages: boolean;
}

export const emptyReport: TypedReport = { note: "", includes_messages: false };

interface ReportFormProps {
  value: TypedReport;
  onChange: (value: TypedReport) => void;
  onSubmit: () => void;
  onCancel: () => void;
  /** Says who learns of the report; by default, that the partner doesn't. */
  text?: string;
  /** Says what staff read without the tick; undefined where there are no messages to show. */
  messagesHint?: string;
  submitLabel: string;
  isPending?: boolean;
  /** Why the report couldn't be sent. */
  failure?: string | undefined;
}

/** A report: its reason, a note, and for a conversation whether staff may read the last messages. */
export function ReportForm(props: ReportFormProps) {
  const { value, onChange, onSubmit, onCancel, isPending = false, failure } = props;
  const { t } = useTexts();
  const { text = t("talks.report_text"), messagesHint } = props;
  const id = useId();
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const isNoteTooLong = countCharacters(value.note) > reportNoteLength;

  function submit() {
    setIsReasonMissing(value.reason === undefined);
    if (value.reason !== undefined && !isNoteTooLong) onSubmit();
  }
  function choose(reason: Reason) {
    setIsReasonMissing(false);
    onChange({ ...value, reason });
  }
  return (
    // Not a form: dialogs focus the first text field of a form, but here the reasons come first.
    <div className="grid gap-4">
      <p className="text-ink-2">{text}</p>
      <fieldset aria-describedby={isReasonMissing ? `${id}-problem` : undefined}>
        <legend className="text-sm font-bold">{t("talks.report_reason")}</legend>
        {isReasonMissing && (
          <p id={`${id}-problem`} role="alert" className="text-sm font-semibold text-danger">
            {t("talks.report_reason_missing")}
          </p>
        )}
        {talkReportReasons.map((reason) => (
          <Radio
            key={reason}
            name={`${id}-reason`}
            label={t(`talks.reason_${reason}`)}
            checked={value.reason === reason}
            onChange={() => choose(reason)}
          />
        ))}
      </fieldset>
      {value.reason === "self_harm" && <HelpLinesLink />}
      <Field
        label={t("talks.report_note")}
        note={t("common.optional")}
        error={isNoteTooLong && t("talks.report_note_too_long", { n: reportNoteLength })}
      >
        <Textarea
          value={value.note}
          limit={reportNoteLength}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
          onChange={({ target }) => onChange({ ...value, note: target.value })}
        />
      </Field>
      {messagesHint !== undefined && (
        <Checkbox
          label={t("talks.report_messages", { n: reportedMessages })}
          hint={messagesHint}
          checked={value.includes_messages}
          onChange={({ target }) => onChange({ ...value, includes_messages: target.checked })}
        />
      )}
      {failure !== undefined && <Callout tone="error">{failure}</Callout>}
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" className="min-w-fit flex-1" onClick={onCancel}>
          {t("common.cancel")}
        </Button>
        <Button
          className="min-w-fit flex-1"
          isPending={isPending}
          pendingLabel={t("talks.report_sending")}
          onClick={submit}
        >
          {props.submitLabel}
        </Button>
      </div>
    </div>
  );
}

function HelpLinesLink() {
  const { t, locale } = useTexts();
  return (
    <p className="text-sm text-ink-2">
      {t.rich(
        "talks.report_help_lines",
        {},
        {
          // In a new tab, because the report isn't sent yet.
          link: (children) => (
            <Link
              to="/$locale/help_lines"
              params={{ locale }}
              target="_blank"
              className="font-semibold text-brand underline"
            >
              {children}
            </Link>
          ),
        },
      )}
    </p>
  );
}
