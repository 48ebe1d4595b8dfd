import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { register as registration } from "@toibako/contract/accounts.ts";
import { CircleCheck } from "lucide-react";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { SaveButton } from "#ui/forms/save-button.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { resendConfirmationMail, useSaveSettings } from "../queries.ts";
import { SavingNote } from "./saving-note.tsx";

interface EmailSettingProps {
  user: CurrentUser;
  /** Called after a new address was saved, to which the server mails a link. */
  onLinkMailed: (email: string) => void;
}

/** The form that sets, changes or removes the email address. Says whether the address is confirmed. */
export function EmailSetting({ user, onLinkMailed }: EmailSettingProps) {
  const { t } = useTexts();
  const { site } = useRouter().options.context;
  const form = useForm<{ email: string }>({
    defaultValues: { email: user.email ?? "" },
    // The schema of the registration, because in that of the settings the address is a union, whose rules the
    // resolver can't read.
    resolver: createSchemaResolver(registration.body, (_field, problem) =>
      problem ? t("accounts.email_invalid") : "",
    ),
  });
  const { errors, isDirty } = form.formState;
  const { mutate, isPending, isSuccess } = useSaveSettings();
  const submit = form.handleSubmit(({ email }) =>
    mutate(
      { email },
      {
        onSuccess: ({ user: saved }) => {
          form.reset({ email: saved.email ?? "" });
          if (site.has_mail && saved.email && saved.email !== saved.confirmed_email) {
            onLinkMailed(saved.email);
          }
        },
        onError: (error) => showRefusal(form, error, t("settings.save_failed")),
      },
    ),
  );
  const isSaved = isSuccess && !isDirty;
  const settledState = isSaved ? "saved" : "idle";
  return (
    <div className="grid gap-4">
      {!site.has_mail && <Callout>{t("mails.no_mail")}</Callout>}
      <EmailState user={user} hasMail={site.has_mail} />
      <ScriptedForm className="grid gap-4" onSubmit={submit}>
        <Field
          label={t("mails.title")}
          hint={t("mails.email_hint")}
          error={errors.email?.message ?? errors.root?.message}
        >
          <Input
            {...form.register("email")}
            defaultValue={user.email ?? ""}
            type="email"
            autoComplete="email"
          />
        </Field>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SaveButton isChanged={isDirty} isPending={isPending}>
            {t("settings.save")}
          </SaveButton>
          <SavingNote state={isPending ? "saving" : settledState} />
        </div>
      </ScriptedForm>
    </div>
  );
}

/** Says whether the address is confirmed; if it isn't, a button mails the link again. */
function EmailState({ user, hasMail }: { user: CurrentUser; hasMail: boolean }) {
  const { t } = useTexts();
  const toasts = useToasts();
  const { email, confirmed_email } = user;
  const { mutate, isPending } = useMutation({
    mutationFn: resendConfirmationMail,
    onSuccess: () => toasts.showToast(t("mails.resent")),
    onError: (error) => toasts.showBar("error", describeFailure(error, t("mails.resend_failed"))),
  });
  if (email === null) return null;
  if (email === confirmed_email) {
    return (
      <p className="flex items-center gap-1.5 text-sm text-ok">
        <CircleCheck size={18} className="shrink-0" aria-hidden="true" />
        {t("mails.confirmed")}
      </p>
    );
  }
  if (!hasMail) return null;
  return (
    <Callout
      tone="warn"
      title={t("mails.unconfirmed_title")}
      action={
        <Button
          variant="outline"
          size="sm"
          className="shrink-0"
          isPending={isPending}
          onClick={() => mutate()}
        >
          {t("mails.resend")}
        </Button>
      }
    >
      <p className="break-words">{t.rich("mails.unconfirmed_text", { email }, {})}</p>
      {confirmed_email && (
        <p className="break-words">{t.rich("mails.still_used", { email: confirmed_email }, {})}</p>
      )}
    </Callout>
  );
}
