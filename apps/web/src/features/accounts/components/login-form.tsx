import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { login, signInWindowMinutes } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { ApiError } from "#lib/http/client.ts";
import type { Chunks } from "#lib/i18n/rich-text.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { signIn } from "../queries.ts";
import { AccountInput, AccountPasswordInput } from "./credential-inputs.tsx";
import { Refusal } from "./refusal.tsx";

interface LoginValues {
  account: string;
  password: string;
}

/** After this many wrong passwords the form says that further attempts are slower. */
const hintAfter = 3;

/** Logs in by handle and password. That starts a new session, so `onDone` should load a whole page. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  const form = useForm<LoginValues>({
    defaultValues: { account: "", password: "" },
    resolver: createSchemaResolver(login.body, (_field, problem) =>
      problem ? t("accounts.field_required") : "",
    ),
  });
  const { register, formState } = form;
  const [wrongAttempts, setWrongAttempts] = useState(0);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ account, password }: LoginValues) =>
      signIn({ account: account.trim().replace(/^@/, ""), password }),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === "wrong_credentials") {
        setWrongAttempts((count) => count + 1);
      }
      showRefusal(form, error, t("accounts.failed"));
    },
  });
  const { errors } = formState;
  return (
    // Before hydration `method="dialog"` sends nothing, so that the password gets into no address and no log.
    <form
      method="dialog"
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((values) => mutate(values))}
    >
      <Refusal message={errors.root?.message}>
        {wrongAttempts >= hintAfter && (
          <p className="mt-1">{t("accounts.login_slowed", { minutes: signInWindowMinutes })}</p>
        )}
      </Refusal>
      <Field label={t("accounts.account")} error={errors.account?.message} required>
        <AccountInput {...register("account")} />
      </Field>
      <Field label={t("accounts.password")} error={errors.password?.message} required>
        <AccountPasswordInput {...register("password")} autoComplete="current-password" />
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
      <ForgotPassword />
    </form>
  );
}

function ForgotPassword() {
  const { t, locale } = useTexts();
  const link: Chunks[string] = (text) => (
    <Link
      to="/$locale/inquiry"
      params={{ locale }}
      className="font-semibold text-brand underline underline-offset-4"
    >
      {text}
    </Link>
  );
  return (
    <p className="text-center text-sm text-ink-2">
      {t.rich("accounts.forgot_password", {}, { link })}
    </p>
  );
}
