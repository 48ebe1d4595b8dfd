import { type ComponentProps, type FormEvent, useEffect, useImperativeHandle, useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { createGmoToken, formatCardNumber, formatExpiry, toDigits } from "../queries/gmo-token.ts";
import { type CardField, cardFields, loadProviderScript } from "../queries/provider-script.ts";
import type { CardFieldsProps } from "./card-form.tsx";
import { formatExpiryOfCard } from "./payment-texts.tsx";

const formats: Partial<Record<CardField, (text: string) => string>> = {
  number: formatCardNumber,
  expiry: formatExpiry,
  security_code: (text) => toDigits(text).slice(0, 4),
};

/**
 * Fields of our own, whose values GMO's script gets. They have no names, so no form can send them, and React has no state
 * with them.
 */
export function GmoCardFields({ settings, saved, isDisabled, getError, ref }: CardFieldsProps) {
  const { t } = useTexts();
  const inputs = useRef<Partial<Record<CardField, HTMLInputElement | null>>>({});
  const { script_url } = settings;

  useEffect(() => {
    // Without the script a token is refused, and the form says so then.
    if (!isDisabled) loadProviderScript(script_url).catch(() => undefined);
  }, [isDisabled, script_url]);

  useImperativeHandle(ref, () => ({
    createToken() {
      const read = (field: CardField) => inputs.current[field]?.value ?? "";
      return createGmoToken(settings, {
        number: read("number"),
        expiry: read("expiry"),
        security_code: read("security_code"),
        holder: read("holder"),
      });
    },
    clear() {
      for (const field of cardFields) {
        const input = inputs.current[field];
        if (input) input.value = "";
      }
    },
  }));

  const describe = (field: CardField): ComponentProps<typeof Input> =>
    ({
      "data-card-field": field,
      disabled: isDisabled,
      ref: (input: HTMLInputElement | null) => {
        inputs.current[field] = input;
      },
      onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        const { value, selectionEnd } = currentTarget;
        // In the middle of a text, formatting would move the caret.
        if (selectionEnd === value.length) format(currentTarget, field);
      },
      onBlur: ({ currentTarget }) => format(currentTarget, field),
      autoCapitalize: field === "holder" ? "characters" : "off",
      autoCorrect: "off",
      spellCheck: false,
    }) as ComponentProps<typeof Input>;
  const digits = saved?.last_digits;
  return (
    <fieldset disabled={isDisabled} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="sr-only">{t("billing.card_legend")}</legend>
      <Field label={t("billing.card_number")} error={getError("number")} required>
        <Input
          {...describe("number")}
          inputMode="numeric"
          autoComplete="cc-number"
          maxLength={24}
          placeholder={isDisabled && digits ? `•••• •••• •••• ${digits}` : "1234 5678 9012 3456"}
          className="tabular-nums"
        />
      </Field>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] items-start gap-4">
        <Field label={t("billing.card_expiry")} error={getError("expiry")} required>
          <Input
            {...describe("expiry")}
            inputMode="numeric"
            autoComplete="cc-exp"
            maxLength={9}
            placeholder={isDisabled && saved ? formatExpiryOfCard(saved.expires) : "MM / YY"}
            className="tabular-nums"
          />
        </Field>
        <Field
          label={t("billing.card_security_code")}
          hint={!isDisabled && t("billing.card_security_code_hint")}
          error={getError("security_code")}
          required
        >
          <Input
            {...describe("security_code")}
            inputMode="numeric"
            autoComplete="cc-csc"
            maxLength={4}
            placeholder={isDisabled ? "•••" : "123"}
            className="tabular-nums"
          />
        </Field>
      </div>
      <Field
        label={t("billing.card_holder")}
        hint={!isDisabled && t("billing.card_holder_hint")}
        error={getError("holder")}
        required
      >
        <Input
          {...describe("holder")}
          autoComplete="cc-name"
          maxLength={60}
          placeholder={isDisabled ? "" : "TARO YAMADA"}
          className="uppercase placeholder:normal-case"
        />
      </Field>
    </fieldset>
  );
}

function format(input: HTMLInputElement, field: CardField): void {
  const formatted = formats[field]?.(input.value) ?? input.value;
  if (formatted !== input.value) input.value = formatted;
}
