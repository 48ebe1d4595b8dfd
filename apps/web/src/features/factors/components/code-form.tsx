import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { type SignInOptions, sendLoginCode } from "../queries.ts";
import { CodeField } from "./fields.tsx";

interface CodeFormProps extends SignInOptions {
  onDone: () => void;
  /** Called instead if the owner has left this account and may bring it back. */
  onLeft: () => void;
  /** Goes back to the password. */
  onRestart: () => void;
}

/** The second step of a login: asks for a code of the app or a recovery code. */
export function CodeForm({ mal, onDone, onLeft, onRestart }: CodeFormProps) {
  const { t } = useTexts();
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (typed: string) => sendLoginCode(typed, { mal }),
    onSuccess: ({ data }) => ("user" in data ? onDone() : onLeft()),
  });
  const isExpired = error instanceof ApiError && error.code === "code_expired";
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() !== "") mutate(code);
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <p className="text-sm text-ink-2">{t("factors.login_code_text")}</p>
      {error && <Callout tone="error">{describeFailure(error, t("factors.failed"))}</Callout>}
      {!isExpired && (
        <>
          <CodeField
            value={code}
            onChange={setCode}
            error={isMissing && code.trim() === "" ? t("accounts.field_required") : undefined}
          />
          <Button type="submit" size="lg" wide pending={isPending || isSuccess}>
            {t("accounts.login_button")}
          </Button>
        </>
      )}
      <Button variant="text" onClick={onRestart}>
        {t("factors.login_restart")}
      </Button>
    </form>
  );
}
