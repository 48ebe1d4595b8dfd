import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { controlClass } from "#ui/forms/control-class.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { CardRefusal } from "../queries/provider-script.ts";
import { mountStripeField, type StripeField } from "../queries/stripe-fields.ts";
import type { CardFieldsProps } from "./card-form.tsx";
import { getCardProblemText } from "./card-problem.tsx";
import { formatExpiryOfCard } from "./payment-texts.tsx";

/** The field of Stripe, which is a frame of its own, and the holder's name. While disabled it shows the saved card. */
export function StripeCardFields({ settings, saved, isDisabled, getError, ref }: CardFieldsProps) {
  const { t, tag } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLInputElement>(null);
  const field = useRef<StripeField>(undefined);
  const [isFailed, setIsFailed] = useState(false);

  const mount = useEffectEvent(async (isCancelled: () => boolean) => {
    if (!place.current) return;
    const style = getComputedStyle(place.current);
    try {
      const mounted = await mountStripeField(settings, place.current, tag, {
        color: style.color,
        // The placeholder of the other field has the colour that this mode needs.
        placeholder: getComputedStyle(holder.current ?? place.current, "::placeholder").color,
      });
      if (isCancelled()) mounted.destroy();
      else field.current = mounted;
    } catch {
      if (!isCancelled()) setIsFailed(true);
    }
  });
  useEffect(() => {
    if (isDisabled) return;
    let isCancelled = false;
    setIsFailed(false);
    void mount(() => isCancelled);
    return () => {
      isCancelled = true;
      field.current?.destroy();
      field.current = undefined;
    };
  }, [isDisabled]);

  useImperativeHandle(ref, () => ({
    createToken() {
      if (!field.current) return Promise.reject(new CardRefusal("unexpected"));
      return field.current.createToken(holder.current?.value ?? "");
    },
    clear() {
      if (holder.current) holder.current.value = "";
    },
  }));
  const error = getError("number") ?? getError("expiry") ?? getError("security_code");
  return (
    <fieldset disabled={isDisabled} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="sr-only">{t("billing.card_legend")}</legend>
      {isFailed && (
        <Callout tone="error">{getCardProblemText(t, new CardRefusal("unexpected"))}</Callout>
      )}
      {/* The frame names its fields itself. */}
      <div className="grid gap-1.5">
        <p className="text-sm font-bold">{t("billing.card_details")}</p>
        {isDisabled ? (
          <p className="min-h-12 rounded-md border border-line bg-surface-2 px-4 py-2.5 text-ink-2 tabular-nums">
            {saved && `•••• ${saved.last_digits}　${formatExpiryOfCard(saved.expires)}`}
          </p>
        ) : (
          <div
            ref={place}
            className={`${controlClass} min-h-12 focus-within:border-brand focus-within:outline-3 focus-within:outline-brand`}
          />
        )}
        {error && <p className="text-sm font-semibold text-danger">{error}</p>}
      </div>
      <Field
        label={t("billing.card_holder")}
        hint={!isDisabled && t("billing.card_holder_hint")}
        error={getError("holder")}
        required
      >
        <Input
          ref={holder}
          data-card-field="holder"
          disabled={isDisabled}
          autoComplete="cc-name"
          maxLength={60}
          placeholder={isDisabled ? "" : "TARO YAMADA"}
        />
      </Field>
    </fieldset>
  );
}
