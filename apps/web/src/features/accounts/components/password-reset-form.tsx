import { useMutation } from "@tanstack/react-query";
import { putPasswordReset } from "@toibako/contract/passwords.ts";
import { useForm } from "react-hook-form";
import { createSchemaResolver } from "#lib/forms/form.ts";
import { showRefusal } from "#lib/forms/refusal.ts";
import { ApiError } from "#lib/http/api-error.ts";
import { isReplyLost } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { resetPassword } from "../queries.ts";
import { describePasswordProblem, HiddenUsername, NewPasswordField } from "./credential-fields.tsx";
import { Refusal } from "./refusal.tsx";

interface PasswordResetFormProps {
  token: string;
  account: string;
  onDone: () => void;
  /** Called if the link was used meanwhile, in another tab or by a call whose reply was lost. */
  onUsed: () => void;
}

/** Sets a new password; `token` is from the link in a mail. */
export function PasswordResetForm({ token, account, onDone, onUsed }: PasswordResetFormProps) {
  const { t } = useTexts();
  const form = useForm<{ password: string }>({
    defaultValues: { password: "" },
    resolver: createSchemaResolver(putPasswordReset.body, (_field, problem) =>
      describePasswordProblem(t, problem),
    ),
  });
  const { errors } = form.formState;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: ({ password }: { password: string }) => resetPassword(token, password),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && error.code === "not_found") return onUsed();
      if (!isReplyLost(error)) return showRefusal(form, error, t("passwords.failed"));
      form.setError("root", { type: "server", message: t("passwords.reset_lost") });
    },
  });
  return (
    <ScriptedForm onSubmit={form.handleSubmit((values) => mutate(values))}>
      <Refusal message={errors.root?.message} />
      <HiddenUsername account={account} />
      <NewPasswordField
        {...form.register("password")}
        label={t("passwords.new_password")}
        error={errors.password?.message}
      />
      <Button
        type="submit"
        size="lg"
        isWide
        isPending={isPending || isSuccess}
        pendingLabel={t("passwords.pending")}
      >
        {t("passwords.set_button")}
      </Button>
    </ScriptedForm>
  );
}
