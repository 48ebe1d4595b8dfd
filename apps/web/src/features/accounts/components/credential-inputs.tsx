import type { ComponentProps } from "react";
import type { Problem } from "#lib/forms/form.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Input } from "#ui/forms/input.tsx";
import { PasswordInput } from "#ui/forms/password-input.tsx";

/** The field for an account's handle. */
export function AccountInput(props: ComponentProps<"input">) {
  return (
    <Input
      {...props}
      before="@"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}

/** The field for a password that can be shown; `autoComplete` says whether it is a new one. */
export function AccountPasswordInput(
  props: ComponentProps<"input"> & { autoComplete: "current-password" | "new-password" },
) {
  const { t } = useTexts();
  return (
    <PasswordInput
      {...props}
      showLabel={t("accounts.show_password")}
      hideLabel={t("accounts.hide_password")}
    />
  );
}

/** Says what is wrong with a new password; "" if nothing is. */
export function describePasswordProblem(t: Translate, problem: Problem | undefined): string {
  if (!problem) return "";
  if (problem.rule === "min_length") return t("accounts.too_short", { n: String(problem.limit) });
  if (problem.rule === "max_length") return t("accounts.too_long", { n: String(problem.limit) });
  return t("accounts.field_required");
}
