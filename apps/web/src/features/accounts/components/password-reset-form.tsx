import { useMutation } from "@tanstack/react-query";
import { minPasswordLength } from "@toibako/contract/accounts.ts";
import { putPasswordReset } from "@toibako/contract/passwords.ts";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { resetPassword } from "../queries.ts";
import { AccountPasswordInput, describePasswordProblem } from "./credential-inputs.tsx";
import { Refusal } from "./refusal.tsx";

interface PasswordResetFormProps {
  token: string;
  account: string;
  onDone: () => void;
}

/** Sets a new password by a link from a mail. */
export function PasswordResetForm({ token, account, onDone }: PasswordResetFormProps) {
  const { t } = useTexts();
  const form = useForm<{ password: string }>({
    defaultValues: { password: "" },
    resolver: createSchemaResolver(putPasswordReset.body, (_field, problem) =>
      describePasswordProblem(t, problem),
    ),
  });
  const { errors } = form.formState;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ password }: { password: string }) => resetPassword(token, password),
    onSuccess: onDone,
    onError: (error) => showRefusal(form, error, t("passwords.failed")),
  });
  return (
    // Before hydration `method="dialog"` sends nothing, so that the password gets into no address and no log.
    <form
      method="dialog"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => mutate(values))}
    >
      <Refusal message={errors.root?.message} />
      {/* Password managers store the new password with it. */}
      <input type="hidden" name="username" autoComplete="username" value={account} readOnly />
      <Field
        label={t("passwords.new_password")}
        hint={t("accounts.password_hint", { min: String(minPasswordLength) })}
        error={errors.password?.message}
        required
      >
        <AccountPasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Button
        type="submit"
        size="lg"
        wide
        pending={isPending || isSuccess}
        pendingLabel={t("passwords.pending")}
      >
        {t("passwords.set_button")}
      </Button>
    </form>
  );
}
