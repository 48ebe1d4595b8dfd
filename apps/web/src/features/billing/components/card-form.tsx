import type { Card } from "@toibako/contract/billing/cards.ts";
import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { type CardField, CardRefusal, cardFields } from "../queries/provider-script.ts";
import { getCardProblemText } from "./card-problem.tsx";
import { GmoCardFields } from "./gmo-card-fields.tsx";
import { StripeCardFields } from "./stripe-card-fields.tsx";

/** What the fields of a provider offer to the form. */
export interface CardFieldsHandle {
  createToken: () => Promise<string>;
  clear: () => void;
}

export interface CardFieldsProps {
  settings: PaymentSettings;
  /** The saved card, which disabled fields show. */
  saved: Card | null;
  isDisabled: boolean;
  /** The text at the field that was refused. */
  getError: (field: CardField) => string | undefined;
  ref: Ref<CardFieldsHandle>;
}

export interface CardFormHandle {
  /** Makes another token of what is typed; undefined if it was refused, which the form then shows. */
  createToken: () => Promise<string | undefined>;
  clear: () => void;
}

interface CardFormProps {
  settings: PaymentSettings;
  saved: Card | null;
  isDisabled: boolean;
  submitLabel: string;
  pendingLabel: string;
  /** Gets a token of the typed card; the button waits for the promise. */
  onToken: (token: string) => Promise<unknown>;
  /** Beside the button. */
  children?: ReactNode;
  ref: Ref<CardFormHandle>;
}

/**
 * The form for a card. What is typed goes to the provider's script, which makes a token of it; it is kept in no state, no
 * draft and no request of this site.
 */
export function CardForm({
  settings,
  saved,
  isDisabled,
  submitLabel,
  pendingLabel,
  onToken,
  children,
  ref,
}: CardFormProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const fields = useRef<CardFieldsHandle>(null);
  const form = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<CardRefusal>();
  const [isPending, setIsPending] = useState(false);

  async function createToken(): Promise<string | undefined> {
    setRefusal(undefined);
    toasts.dismiss("card");
    try {
      const token = await fields.current?.createToken();
      if (token === undefined) throw new CardRefusal("unexpected");
      return token;
    } catch (error) {
      const shown = error instanceof CardRefusal ? error : new CardRefusal("unexpected");
      setRefusal(shown);
      toasts.showToast(getCardProblemText(t, shown), { type: "error", topic: "card" });
      focusField(form.current, shown);
      return undefined;
    }
  }
  useImperativeHandle(ref, () => ({
    createToken,
    clear: () => {
      setRefusal(undefined);
      fields.current?.clear();
    },
  }));

  async function submit() {
    if (isPending || isDisabled) return;
    setIsPending(true);
    try {
      const token = await createToken();
      if (token !== undefined) await onToken(token);
    } finally {
      setIsPending(false);
    }
  }
  const isAtField = refusal !== undefined && isCardField(refusal.problem);
  const Fields = settings.provider === "gmo" ? GmoCardFields : StripeCardFields;
  return (
    <ScriptedForm
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div ref={form}>
        <Fields
          ref={fields}
          settings={settings}
          saved={saved}
          isDisabled={isDisabled}
          getError={(field) =>
            refusal?.problem === field ? getCardProblemText(t, refusal) : undefined
          }
        />
      </div>
      {refusal && !isAtField && <Callout tone="error">{getCardProblemText(t, refusal)}</Callout>}
      {!isDisabled && <p className="text-sm text-ink-2">{t("billing.card_privacy")}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          className="min-w-0 flex-[1_1_10rem]"
          size="lg"
          isPending={isPending}
          pendingLabel={pendingLabel}
          disabled={isDisabled}
        >
          {submitLabel}
        </Button>
        {children}
      </div>
    </ScriptedForm>
  );
}

const isCardField = (problem: CardRefusal["problem"]): problem is CardField =>
  cardFields.some((field) => field === problem);

/** Moves the focus to the field that was refused; a field of Stripe is a frame, which takes it by its own label. */
function focusField(form: HTMLElement | null, { problem }: CardRefusal): void {
  form?.querySelector<HTMLElement>(`[data-card-field="${problem}"]`)?.focus();
}
