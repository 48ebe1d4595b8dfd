import { minPasswordLength } from "@toibako/contract/accounts.ts";
import type { ComponentProps } from "react";
import type { Problem } from "#lib/forms/form.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { PasswordInput } from "#ui/forms/password-input.tsx";

/** The input for an account's handle. */
export function AccountInput(props: ComponentProps<"input">) {
  return (
    <Input
      autoComplete="username"
      {...props}
      before="@"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

interface PasswordFieldProps extends ComponentProps<"input"> {
  label: string;
  error: string | undefined;
}

export function CurrentPasswordField({ label, error, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} error={error} required>
      <AccountPasswordInput {...input} autoComplete="current-password" />
    </Field>
  );
}

export function NewPasswordField({ label, error, ...input }: PasswordFieldProps) {
  const { t } = useTexts();
  const hint = t("accounts.password_hint", { min: String(minPasswordLength) });
  return (
    <Field label={label} hint={hint} error={error} required>
      <AccountPasswordInput {...input} autoComplete="new-password" />
    </Field>
  );
}

function AccountPasswordInput(props: ComponentProps<"input">) {
  const { t } = useTexts();
  return (
    <PasswordInput
      {...props}
      showLabel={t("accounts.show_password")}
      hideLabel={t("accounts.hide_password")}
    />
  );
}

/** The handle as a hidden input, with which password managers store a new password. */
export function HiddenUsername({ account }: { account: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={account} readOnly />;
}

/** The error message of a new password; "" for a valid one. */
export function describePasswordProblem(t: Translate, problem: Problem | undefined): string {
  if (!problem) return "";
  if (problem.rule === "min_length") return t("accounts.too_short", { n: String(problem.limit) });
  if (problem.rule === "max_length") return t("accounts.too_long", { n: String(problem.limit) });
  return t("accounts.field_required");
}
