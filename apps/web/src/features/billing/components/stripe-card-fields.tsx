import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { controlClass } from "#ui/forms/control-class.ts";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { CardRefusal } from "../queries/provider-script.ts";
import { mountStripeFields, type StripeFields } from "../queries/stripe-fields.ts";
import type { CardFieldsProps } from "./card-form.tsx";
import { getCardProblemText } from "./card-problem.tsx";
import { formatExpiryOfCard } from "./payment-texts.tsx";

/** Fields of Stripe, which are frames of its own, and the holder's name. While disabled they show the saved card. */
export function StripeCardFields({ settings, saved, isDisabled, getError, ref }: CardFieldsProps) {
  const { t, tag } = useTexts();
  const number = useRef<HTMLDivElement>(null);
  const expiry = useRef<HTMLDivElement>(null);
  const security_code = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLInputElement>(null);
  const fields = useRef<StripeFields>(undefined);
  const [isFailed, setIsFailed] = useState(false);

  const mount = useEffectEvent(async (isCancelled: () => boolean) => {
    const places = {
      number: number.current,
      expiry: expiry.current,
      security_code: security_code.current,
    };
    if (!places.number || !places.expiry || !places.security_code) return;
    const style = getComputedStyle(places.number);
    try {
      const mounted = await mountStripeFields(
        settings,
        places as Parameters<typeof mountStripeFields>[1],
        tag,
        {
          color: style.color,
          placeholder: style.getPropertyValue("--ink-2") || style.color,
          size: "16px",
        },
      );
      if (isCancelled()) mounted.destroy();
      else fields.current = mounted;
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
      fields.current?.destroy();
      fields.current = undefined;
    };
  }, [isDisabled]);

  useImperativeHandle(ref, () => ({
    createToken() {
      if (!fields.current) return Promise.reject(new CardRefusal("unexpected"));
      return fields.current.createToken(holder.current?.value ?? "");
    },
    clear() {
      if (holder.current) holder.current.value = "";
    },
  }));
  return (
    <fieldset disabled={isDisabled} className="grid gap-4">
      <legend className="sr-only">{t("billing.card_legend")}</legend>
      {isFailed && (
        <Callout tone="error">{getCardProblemText(t, new CardRefusal("unexpected"))}</Callout>
      )}
      <FrameField label={t("billing.card_number")} error={getError("number")}>
        {isDisabled ? (
          <Shown text={saved && `•••• •••• •••• ${saved.last_digits}`} />
        ) : (
          <Place ref={number} />
        )}
      </FrameField>
      <div className="grid gap-4 min-[22.5rem]:grid-cols-2">
        <FrameField label={t("billing.card_expiry")} error={getError("expiry")}>
          {isDisabled ? (
            <Shown text={saved && formatExpiryOfCard(saved.expires)} />
          ) : (
            <Place ref={expiry} />
          )}
        </FrameField>
        <FrameField label={t("billing.card_security_code")} error={getError("security_code")}>
          {isDisabled ? <Shown text="•••" /> : <Place ref={security_code} />}
        </FrameField>
      </div>
      <Field
        label={t("billing.card_holder")}
        hint={t("billing.card_holder_hint")}
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

interface FrameFieldProps {
  label: string;
  error: string | undefined;
  children: ReactNode;
}

/** A field whose control is a frame, which names itself; the label stands above it for the eye. */
function FrameField({ label, error, children }: FrameFieldProps) {
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-bold">{label}</p>
      {children}
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
    </div>
  );
}

const placeClass = `${controlClass} min-h-12`;

function Place({ ref }: { ref: React.Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      className={`${placeClass} py-3.5 has-focus:outline-3 has-focus:outline-brand [&.StripeElement--focus]:outline-3 [&.StripeElement--focus]:outline-brand`}
    />
  );
}

const Shown = ({ text }: { text: string | null }) => (
  <p className="min-h-12 rounded-md border border-line bg-surface-2 px-4 py-2.5 tabular-nums text-ink-2">
    {text}
  </p>
);
