import { useMutation } from "@tanstack/react-query";
import { type DestructionTerms, destroyAccount as endpoint } from "@toibako/contract/leaving.ts";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { PasswordInput } from "#ui/forms/password-input.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { destroyAccount } from "../queries.ts";

interface DestroyFormProps {
  account: string;
  terms: DestructionTerms;
  /** Called after the session has ended. Must load a whole page. */
  onDestroyed: () => Promise<void>;
}

interface Confirmation {
  account: string;
  password: string;
}

/** The form that deletes the account. Its owner must type the handle, and the password if there is one. */
export function DestroyForm({ account, terms, onDestroyed }: DestroyFormProps) {
  const { t } = useTexts();
  const form = useForm<Confirmation>({
    defaultValues: { account: "", password: "" },
    resolver: createSchemaResolver(endpoint.body, (field, problem, value) => {
      if (field === "account")
        return isSameHandle(value, account) ? "" : t("leaving.handle_differs");
      const isMissing = terms.has_password && value === "";
      return problem || isMissing ? t("accounts.field_required") : "";
    }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ account, password }: Confirmation) =>
      destroyAccount({ account, ...(terms.has_password && { password }) }),
    onSuccess: onDestroyed,
    onError: (error) => showRefusal(form, error, t("leaving.destroy_failed")),
  });
  return (
    <ScriptedForm onSubmit={form.handleSubmit((values) => mutate(values))}>
      {errors.root && <Callout tone="error">{errors.root.message}</Callout>}
      <Field
        label={t.rich("leaving.type_handle", { account: <b>{account}</b> }, {})}
        error={errors.account?.message}
        required
      >
        <Input
          {...register("account")}
          before="@"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      {terms.has_password && (
        <Field label={t("accounts.password")} error={errors.password?.message} required>
          <PasswordInput
            {...register("password")}
            autoComplete="current-password"
            showLabel={t("accounts.show_password")}
            hideLabel={t("accounts.hide_password")}
          />
        </Field>
      )}
      <Button
        type="submit"
        variant="danger"
        className="justify-self-start"
        isPending={isPending || isSuccess}
        pendingLabel={t("leaving.destroying")}
      >
        {t("leaving.destroy_button")}
      </Button>
    </ScriptedForm>
  );
}

function isSameHandle(typed: string, account: string): boolean {
  return typed.trim().replace(/^@/, "").toLowerCase() === account.toLowerCase();
}
