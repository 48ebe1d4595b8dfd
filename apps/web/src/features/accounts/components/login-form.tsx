import { useMutation } from "@tanstack/react-query";
import { login } from "@toibako/contract/accounts.ts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "#lib/form.ts";
import { useTexts } from "#lib/i18n.tsx";
import { showRefusal } from "#lib/refusal.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { signIn } from "../queries.ts";
import { Refusal } from "./refusal.tsx";

interface LoginValues {
  account: string;
  password: string;
}

/** Signs in by own id. The session is new then: `onDone` should load a whole page. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  const form = useForm<LoginValues>({
    defaultValues: { account: "", password: "" },
    resolver: schemaResolver(login.body, (_field, problem) =>
      problem ? t("accounts.field_required") : "",
    ),
  });
  const { register, formState } = form;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ account, password }: LoginValues) =>
      signIn({ account: account.trim().replace(/^@/, ""), password }),
    onSuccess: onDone,
    onError: (error) => showRefusal(form, error, t("accounts.failed")),
  });
  const { errors } = formState;
  return (
    // Before the page is awake a press sends nothing: neither an address nor a log sees the password.
    <form
      method="dialog"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => mutate(values))}
    >
      <Refusal message={errors.root?.message} />
      <Field label={t("accounts.account")} error={errors.account?.message} required>
        <Input
          {...register("account")}
          before="@"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <Field label={t("accounts.password")} error={errors.password?.message} required>
        <PasswordInput
          {...register("password")}
          autoComplete="current-password"
          showLabel={t("accounts.show_password")}
          hideLabel={t("accounts.hide_password")}
        />
      </Field>
      <Button
        type="submit"
        size="lg"
        wide
        pending={isPending || isSuccess}
        pendingLabel={t("accounts.login_pending")}
      >
        {t("accounts.login_button")}
      </Button>
    </form>
  );
}
