import { useMutation } from "@tanstack/react-query";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { putPassword } from "@toibako/contract/passwords.ts";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { SaveButton } from "#ui/forms/save-button.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { changePassword } from "../queries.ts";
import {
  CurrentPasswordField,
  describePasswordProblem,
  HiddenUsername,
  NewPasswordField,
} from "./credential-fields.tsx";
import { Refusal } from "./refusal.tsx";

interface PasswordValues {
  current_password: string;
  password: string;
}

/** Changes the password, or sets one for an account that has none. */
export function PasswordSetting({ user }: { user: CurrentUser }) {
  const { t, locale } = useTexts();
  const form = useForm<PasswordValues>({
    defaultValues: { current_password: "", password: "" },
    resolver: createSchemaResolver(putPassword.body, (field, problem, value) => {
      if (field === "password") return describePasswordProblem(t, problem);
      return user.has_password && value === "" ? t("accounts.field_required") : "";
    }),
  });
  const { errors, dirtyFields } = form.formState;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ current_password, password }: PasswordValues) =>
      changePassword({ password, ...(user.has_password && { current_password }) }),
    // Loads a whole page, because the CSRF token of this page belongs to the session that has ended.
    onSuccess: () => window.location.assign(`/${locale}/stg?notice=password_changed#password`),
    onError: (error) => showRefusal(form, error, t("passwords.failed")),
  });
  return (
    <ScriptedForm onSubmit={form.handleSubmit((values) => mutate(values))}>
      <Refusal message={errors.root?.message} />
      <HiddenUsername account={user.account} />
      {user.has_password && (
        <CurrentPasswordField
          {...form.register("current_password")}
          label={t("passwords.current_password")}
          error={errors.current_password?.message}
        />
      )}
      <NewPasswordField
        {...form.register("password")}
        label={t("passwords.new_password")}
        error={errors.password?.message}
      />
      <SaveButton
        isChanged={dirtyFields.password === true}
        className="justify-self-start"
        isPending={isPending || isSuccess}
        pendingLabel={t("passwords.pending")}
      >
        {t(user.has_password ? "passwords.change_button" : "passwords.set_button")}
      </SaveButton>
    </ScriptedForm>
  );
}
