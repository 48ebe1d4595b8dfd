import { useMutation } from "@tanstack/react-query";
import { passwordResetMinutes, postPasswordReset } from "@toibako/contract/passwords.ts";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { SentConfirmation } from "#ui/feedback/sent-confirmation.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { requestPasswordReset } from "../queries.ts";
import { Refusal } from "./refusal.tsx";

interface RequestValues {
  account_or_email: string;
}

interface PasswordResetRequestProps {
  /** Says after the request what to do if no mail arrives. */
  hint: ReactNode;
}

/**
 * Requests a mail with a link to choose a new password. The confirmation is the same for unknown accounts.
 */
export function PasswordResetRequest({ hint }: PasswordResetRequestProps) {
  const { t } = useTexts();
  const form = useForm<RequestValues>({
    defaultValues: { account_or_email: "" },
    resolver: createSchemaResolver(postPasswordReset.body, (_field, problem) =>
      problem ? t("accounts.field_required") : "",
    ),
  });
  const { errors } = form.formState;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ account_or_email }: RequestValues) =>
      requestPasswordReset(account_or_email.trim()),
    onError: (error) => showRefusal(form, error, t("passwords.request_failed")),
  });
  if (isSuccess) {
    return (
      <SentConfirmation
        title={t("passwords.sent_title")}
        text={t("passwords.sent_text", { minutes: passwordResetMinutes })}
        nextStep={hint}
      />
    );
  }
  return (
    <ScriptedForm onSubmit={form.handleSubmit((values) => mutate(values))}>
      <Refusal message={errors.root?.message} />
      <Field
        label={t("passwords.account_or_email")}
        error={errors.account_or_email?.message}
        required
      >
        <Input
          {...form.register("account_or_email")}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <Button
        type="submit"
        size="lg"
        isWide
        isPending={isPending}
        pendingLabel={t("passwords.request_pending")}
      >
        {t("passwords.request_button")}
      </Button>
    </ScriptedForm>
  );
}
