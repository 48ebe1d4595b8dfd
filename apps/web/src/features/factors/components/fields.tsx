import { passkeyNameLimit, typedCodeLimit } from "@toibako/contract/factors.ts";
import { readTypedText } from "@toibako/contract/text.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { PasswordInput } from "#ui/forms/password-input.tsx";
import type { FieldProps } from "./field-dialog.tsx";

/** The field for a code of the authenticator app. */
export function TotpCodeField({ value, onChange, error }: FieldProps) {
  const { t } = useTexts();
  return (
    <Field label={t("factors.code")} hint={t("factors.code_hint")} error={error} required>
      <Input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={typedCodeLimit}
        className="tracking-widest"
      />
    </Field>
  );
}

function RecoveryCodeField({ value, onChange, error }: FieldProps) {
  const { t } = useTexts();
  return (
    <Field
      label={t("factors.recovery_code")}
      hint={t("factors.recovery_code_hint")}
      error={error}
      required
    >
      <Input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={typedCodeLimit}
        placeholder="xxxx-xxxx-xxxx"
      />
    </Field>
  );
}

/**
 * The field for a code of the authenticator app, with a button that changes it to one for a recovery code.
 */
export function SecondFactorField(props: FieldProps) {
  const { t } = useTexts();
  const [isRecovery, setIsRecovery] = useState(false);
  const toggle = () => {
    setIsRecovery(!isRecovery);
    props.onChange("");
  };
  return (
    <div className="grid gap-2">
      {isRecovery ? <RecoveryCodeField {...props} /> : <TotpCodeField {...props} />}
      <Button variant="text" size="sm" alignsText className="justify-self-start" onClick={toggle}>
        {t(isRecovery ? "factors.use_app" : "factors.use_recovery_code")}
      </Button>
    </div>
  );
}

/** Returns a function that finds what is wrong with the name of a passkey. */
export function usePasskeyNameCheck(): (name: string) => string | undefined {
  const { t } = useTexts();
  return (name) => {
    const { problem } = readTypedText(name, passkeyNameLimit);
    if (problem === "invalid_text_marks") return t("common.invalid_text_marks");
    if (problem === "invalid_text_required") return t("accounts.field_required");
    return problem && t("settings.too_long", { n: String(passkeyNameLimit) });
  };
}

export function PasskeyNameField({ value, onChange, error }: FieldProps) {
  const { t } = useTexts();
  return (
    <Field
      label={t("factors.passkey_name")}
      hint={t("factors.passkey_name_hint", { max: passkeyNameLimit })}
      error={error}
      required
    >
      <Input value={value} onChange={(event) => onChange(event.target.value)} autoComplete="off" />
    </Field>
  );
}

export function CurrentPasswordField({ value, onChange, error }: FieldProps) {
  const { t } = useTexts();
  return (
    <Field label={t("accounts.password")} error={error} required>
      <PasswordInput
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="current-password"
        showLabel={t("accounts.show_password")}
        hideLabel={t("accounts.hide_password")}
      />
    </Field>
  );
}
