import { useMutation } from "@tanstack/react-query";
import { login, signInWindowMinutes } from "@toibako/contract/accounts.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { ApiError } from "#lib/http/client.ts";
import type { SignInOptions } from "#lib/http/sign-in-options.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { signIn } from "../queries.ts";
import { AccountInput, CurrentPasswordField } from "./credential-fields.tsx";
import { Refusal } from "./refusal.tsx";

interface SignInValues {
  account: string;
  password: string;
}

/** The number of wrong passwords after which the form says that the server delays further attempts. */
const attemptsBeforeHint = 3;

interface SignInFormProps extends SignInOptions {
  /** Called with true when the form is sent, and with false when it was refused. */
  onSending: (isSending: boolean) => void;
  /** The initial text of the field for the handle. */
  account?: string | undefined;
  /** Called when a session has started. Must load a whole page, which belongs to the new session. */
  onDone: () => void;
  /** Called instead of `onDone` if the account has a second factor, so that a code must be entered. */
  onCodeNeeded: () => void;
  /** Called instead of `onDone` if the owner left the account and can restore it. */
  onLeft: () => void;
}

/** Signs in by handle and password. */
export function SignInForm({
  account: initialAccount = "",
  mal,
  onSending,
  onDone,
  onCodeNeeded,
  onLeft,
}: SignInFormProps) {
  const { t } = useTexts();
  const form = useForm<SignInValues>({
    defaultValues: { account: initialAccount, password: "" },
    resolver: createSchemaResolver(login.body, (_field, problem) =>
      problem ? t("accounts.field_required") : "",
    ),
  });
  const { register, formState } = form;
  const [wrongAttempts, setWrongAttempts] = useState(0);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ account, password }: SignInValues) =>
      signIn({ account: account.trim().replace(/^@/, ""), password }, { mal }),
    onMutate: () => onSending(true),
    onSuccess: ({ data }) => {
      if ("user" in data) onDone();
      else if (data.next_step === "enter_code") onCodeNeeded();
      else onLeft();
    },
    onError: (error) => {
      onSending(false);
      if (error instanceof ApiError && error.code === "wrong_credentials") {
        setWrongAttempts((count) => count + 1);
      }
      showRefusal(form, error, t("accounts.failed"));
    },
  });
  const { errors } = formState;
  return (
    <ScriptedForm onSubmit={form.handleSubmit((values) => mutate(values))}>
      <Refusal message={errors.root?.message}>
        {wrongAttempts >= attemptsBeforeHint && (
          <p className="mt-1">{t("accounts.login_slowed", { minutes: signInWindowMinutes })}</p>
        )}
      </Refusal>
      <Field label={t("accounts.account")} error={errors.account?.message} required>
        {/* The browser offers passkeys here too, see PasskeyAutofill. */}
        <AccountInput {...register("account")} autoComplete="username webauthn" />
      </Field>
      <CurrentPasswordField
        {...register("password")}
        label={t("accounts.password")}
        error={errors.password?.message}
        autoFocus={initialAccount !== ""}
      />
      <Button
        type="submit"
        size="lg"
        isWide
        isPending={isPending || isSuccess}
        pendingLabel={t("accounts.login_pending")}
      >
        {t("accounts.login_button")}
      </Button>
    </ScriptedForm>
  );
}
