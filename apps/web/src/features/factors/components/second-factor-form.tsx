import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import type { SignInOptions } from "#lib/http/sign-in-options.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { sendSignInCode } from "../queries.ts";
import { SecondFactorField } from "./fields.tsx";

interface SecondFactorFormProps extends SignInOptions {
  onDone: () => void;
  /** Called instead of `onDone` if the owner left the account and can restore it. */
  onLeft: () => void;
  /** Called to enter the password again. */
  onRestart: () => void;
}

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ mal, onDone, onLeft, onRestart }: SecondFactorFormProps) {
  const { t } = useTexts();
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (typed: string) => sendSignInCode(typed, { mal }),
    onSuccess: ({ data }) => ("user" in data ? onDone() : onLeft()),
  });
  const isExpired = error instanceof ApiError && error.code === "code_expired";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() !== "") mutate(code);
  };
  return (
    <form method="dialog" noValidate className="grid gap-5" onSubmit={submit}>
      <p className="text-sm text-ink-2">{t("factors.login_code_text")}</p>
      {error && <Callout tone="error">{describeFailure(error, t("factors.failed"))}</Callout>}
      {!isExpired && (
        <>
          <SecondFactorField
            value={code}
            onChange={setCode}
            error={isMissing && code.trim() === "" ? t("accounts.field_required") : undefined}
          />
          <Button type="submit" size="lg" isWide isPending={isPending || isSuccess}>
            {t("accounts.login_button")}
          </Button>
        </>
      )}
      <Button variant="text" className="justify-self-center" onClick={onRestart}>
        {t("factors.login_restart")}
      </Button>
    </form>
  );
}
