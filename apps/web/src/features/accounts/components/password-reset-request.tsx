import { useMutation } from "@tanstack/react-query";
import { passwordResetMinutes, postPasswordReset } from "@toibako/contract/passwords.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { requestPasswordReset } from "../queries.ts";
import { Refusal } from "./refusal.tsx";

interface RequestValues {
  account_or_email: string;
}

/** Asks for a link to choose a new password. What follows looks the same for an unknown account. */
export function PasswordResetRequest({ hint }: { hint: ReactNode }) {
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
  if (isSuccess) return <RequestSent hint={hint} />;
  return (
    // Before hydration `method="dialog"` sends nothing.
    <form
      method="dialog"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => mutate(values))}
    >
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
        wide
        pending={isPending}
        pendingLabel={t("passwords.request_pending")}
      >
        {t("passwords.request_button")}
      </Button>
    </form>
  );
}

function RequestSent({ hint }: { hint: ReactNode }) {
  const { t } = useTexts();
  const title = useRef<HTMLHeadingElement>(null);
  // The form was removed together with the focus.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid animate-rise justify-items-center gap-2 text-center">
      <div className="w-44">
        <LetterArrivingDrawing />
      </div>
      <h2 ref={title} tabIndex={-1} className="mt-2 text-lg outline-none">
        {t("passwords.sent_title")}
      </h2>
      <p className="max-w-sm text-balance">
        {t("passwords.sent_text", { minutes: passwordResetMinutes })}
      </p>
      <p className="max-w-sm text-sm text-balance text-ink-2">{hint}</p>
    </div>
  );
}
