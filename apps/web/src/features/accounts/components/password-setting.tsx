import { useMutation } from "@tanstack/react-query";
import { type CurrentUser, minPasswordLength } from "@toibako/contract/accounts.ts";
import { putPassword } from "@toibako/contract/passwords.ts";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Field } from "#ui/forms/field.tsx";
import { changePassword } from "../queries.ts";
import { AccountPasswordInput, describePasswordProblem } from "./credential-inputs.tsx";
import { Refusal } from "./refusal.tsx";

interface PasswordValues {
  current_password: string;
  password: string;
}

interface PasswordSettingProps {
  user: CurrentUser;
  /** Offered where an account without a password has signed in too long ago. */
  signInAgain: ReactNode;
}

/** Changes the password, or sets one for an account that has none. */
export function PasswordSetting({ user, signInAgain }: PasswordSettingProps) {
  const { t, locale } = useTexts();
  const form = useForm<PasswordValues>({
    defaultValues: { current_password: "", password: "" },
    resolver: createSchemaResolver(putPassword.body, (field, problem, value) => {
      if (field === "password") return describePasswordProblem(t, problem);
      return user.has_password && value === "" ? t("accounts.field_required") : "";
    }),
  });
  const { errors } = form.formState;
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ current_password, password }: PasswordValues) =>
      changePassword({ password, ...(user.has_password && { current_password }) }),
    // Loads a whole page: the CSRF token of this one belongs to the previous session.
    onSuccess: () => window.location.assign(`/${locale}/stg?notice=password_changed#password`),
    onError: (failure) => showRefusal(form, failure, t("passwords.failed")),
  });
  if (error instanceof ApiError && error.code === "fresh_sign_in_needed") {
    return (
      <div className="grid gap-3">
        <Callout tone="warn">{error.messages.join(" ")}</Callout>
        {signInAgain}
      </div>
    );
  }
  return (
    // Before hydration `method="dialog"` sends nothing, so that the password gets into no address and no log.
    <form
      method="dialog"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => mutate(values))}
    >
      <Refusal message={errors.root?.message} />
      <input type="hidden" name="username" autoComplete="username" value={user.account} readOnly />
      {user.has_password && (
        <Field
          label={t("passwords.current_password")}
          error={errors.current_password?.message}
          required
        >
          <AccountPasswordInput
            {...form.register("current_password")}
            autoComplete="current-password"
          />
        </Field>
      )}
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
        className="justify-self-start"
        pending={isPending || isSuccess}
        pendingLabel={t("passwords.pending")}
      >
        {t(user.has_password ? "passwords.change_button" : "passwords.set_button")}
      </Button>
    </form>
  );
}
