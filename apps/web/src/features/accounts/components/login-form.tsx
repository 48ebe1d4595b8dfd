import { useMutation } from "@tanstack/react-query";
import { login, signInWindowMinutes } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { ApiError } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { type SignInOptions, signIn } from "../queries.ts";
import { AccountInput, AccountPasswordInput } from "./credential-inputs.tsx";
import { Refusal } from "./refusal.tsx";

interface LoginValues {
  account: string;
  password: string;
}

/** After this many wrong passwords the form says that further attempts are slower. */
const hintAfter = 3;

interface LoginFormProps extends SignInOptions {
  /** The handle to begin with. */
  account?: string | undefined;
  /** Called when a new session has started; should load a whole page. */
  onDone: () => void;
  /** Called instead if the account has a second factor: the login is completed with a code. */
  onCodeNeeded: () => void;
  /** Called instead if the owner has left this account and may bring it back. */
  onLeft: () => void;
}

/** Logs in by handle and password. */
export function LoginForm({
  account: given = "",
  mal,
  onDone,
  onCodeNeeded,
  onLeft,
}: LoginFormProps) {
  const { t } = useTexts();
  const form = useForm<LoginValues>({
    defaultValues: { account: given, password: "" },
    resolver: createSchemaResolver(login.body, (_field, problem) =>
      problem ? t("accounts.field_required") : "",
    ),
  });
  const { register, formState } = form;
  const [wrongAttempts, setWrongAttempts] = useState(0);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ account, password }: LoginValues) =>
      signIn({ account: account.trim().replace(/^@/, ""), password }, { mal }),
    onSuccess: ({ data }) => {
      if ("user" in data) onDone();
      else if (data.next_step === "enter_code") onCodeNeeded();
      else onLeft();
    },
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
        <AccountPasswordInput
          {...register("password")}
          autoComplete="current-password"
          autoFocus={given !== ""}
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
