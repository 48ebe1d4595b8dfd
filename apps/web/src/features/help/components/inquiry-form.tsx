import { useRouter } from "@tanstack/react-router";
import { inquiryLimit, inquiryTopics, postInquiry } from "@toibako/contract/help.ts";
import { checkText } from "@toibako/contract/text.ts";
import { useEffect } from "react";
import { useController, useForm } from "react-hook-form";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { createSchemaResolver, type Problem } from "#lib/forms/form.ts";
import { showSendFailure } from "#lib/forms/refusal.ts";
import { useKeyedSend } from "#lib/http/keyed-send.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { SentConfirmation } from "#ui/feedback/sent-confirmation.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { Select } from "#ui/forms/select.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { sendInquiry } from "../queries/pages.ts";

type Topic = (typeof inquiryTopics)[number];

interface InquiryValues {
  email: string;
  topic: string;
  body: string;
}

interface InquiryFormProps {
  email: string;
  /** The handle of the account that the reader reports. The form then asks for no topic. */
  reported?: string | undefined;
  /** The topic that is chosen initially. */
  topic?: Topic | undefined;
}

/** The contact form. The typed text survives a reload until it is sent. */
export function InquiryForm({ email, reported, topic }: InquiryFormProps) {
  const { t } = useTexts();
  const hasMail = useRouter().options.context.site.has_mail;
  const reportedLine = formatReportedLine(reported);
  const bodyLimit = inquiryLimit - reportedLine.length;
  const draftKey = reported ? `report:${reported.toLowerCase()}` : "inquiry";
  const [draft, storeDraft, discardDraft] = useDraft(draftKey);
  const form = useForm<InquiryValues>({
    mode: "onTouched",
    defaultValues: {
      email,
      topic: reported ? "report" : (topic ?? ""),
      body: "",
    },
    resolver: createSchemaResolver(postInquiry.body, (field, problem, value) =>
      describeProblem(t, bodyLimit, field, problem, value),
    ),
  });
  const { register, control, setValue, handleSubmit, formState } = form;
  const { errors } = formState;
  // The fields are registered in the order of the page: after a refused submit, the first registered field
  // that is invalid gets the focus.
  const fields = { email: register("email"), ...(!reported && { topic: register("topic") }) };
  const body = useController({ control, name: "body" }).field;
  useEffect(() => {
    if (draft && !body.value) setValue("body", draft);
  }, [draft, body.value, setValue]);

  const { mutate, isPending, data, variables, reset } = useKeyedSend({
    draft: draftKey,
    send: ({ email, topic, body }: InquiryValues, key) =>
      sendInquiry({ email, topic: topic as Topic, body: reportedLine + body }, key),
    onSuccess: discardDraft,
    onError: (error) => showSendFailure(form, t, error, t("help.failed")),
  });
  function writeAnother() {
    form.reset();
    reset();
  }
  if (data) {
    return (
      <SentConfirmation
        title={t("help.sent_title")}
        text={
          hasMail
            ? t.rich("help.sent_text", { email: <b>{variables?.email ?? ""}</b> }, {})
            : t("help.sent_text_without_mail")
        }
        nextStep={t(hasMail ? "help.sent_next" : "help.sent_next_without_mail")}
      >
        <Button variant="outline" className="mt-4" onClick={writeAnother}>
          {t("help.another")}
        </Button>
      </SentConfirmation>
    );
  }
  return (
    <ScriptedForm onSubmit={handleSubmit((values) => mutate(values))}>
      <Field
        label={t("help.email")}
        hint={t(hasMail ? "help.email_hint" : "help.email_hint_without_mail")}
        error={errors.email?.message}
        required
      >
        <Input {...fields.email} type="email" autoComplete="email" />
      </Field>
      {fields.topic && (
        <Field label={t("help.topic")} error={errors.topic?.message} required>
          <Select {...fields.topic}>
            <option value="">{t("help.topic_choose")}</option>
            {inquiryTopics.map((topic) => (
              <option key={topic} value={topic}>
                {t(`help.topic_${topic}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label={t(reported ? "help.report_label" : "help.body")}
        hint={reported ? undefined : t("help.body_hint")}
        error={errors.body?.message}
        required
      >
        <Textarea
          {...body}
          onChange={(event) => {
            body.onChange(event);
            storeDraft(event.target.value);
          }}
          rows={6}
          limit={bodyLimit}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
        />
      </Field>
      {errors.root && (
        <Callout tone="error" title={t("help.problem")}>
          {errors.root.message}
        </Callout>
      )}
      <Button type="submit" size="lg" isWide isPending={isPending} pendingLabel={t("help.sending")}>
        {t("help.send")}
      </Button>
    </ScriptedForm>
  );
}

/** The line with which the message begins, so that the operator knows whom it is about. */
const formatReportedLine = (reported: string | undefined) => (reported ? `@${reported}\n` : "");

function describeProblem(
  t: Translate,
  bodyLimit: number,
  field: string,
  problem: Problem | undefined,
  value: string,
) {
  if (problem?.rule === "format") return t("help.email_invalid");
  const textProblem = field === "body" ? checkText(value, bodyLimit) : undefined;
  if (textProblem === "invalid_text_maxlength") return t("help.too_long", { n: bodyLimit });
  if (textProblem === "invalid_text_marks") return t("common.invalid_text_marks");
  if (problem || !value.trim()) return t("help.required");
  return "";
}
