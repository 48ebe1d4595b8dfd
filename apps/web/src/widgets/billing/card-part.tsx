import type { Card } from "@toibako/contract/billing/cards.ts";
import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import { CreditCard } from "lucide-react";
import { type RefObject, useState } from "react";
import { CardForm, type CardFormHandle } from "#features/billing/components/card-form.tsx";
import { SavedCard } from "#features/billing/components/saved-card.tsx";
import { type ChosenCard, useReplaceCard } from "#features/billing/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Section } from "#ui/surfaces/section.tsx";

interface CardPartProps {
  form: RefObject<CardFormHandle | null>;
  settings: PaymentSettings;
  card: Card | null;
  /** Whether the account may subscribe now. */
  canSubscribe: boolean;
  /** Whether a subscription will be charged to the saved card. */
  isInUse: boolean;
  /** Continues to the last page before the charge. */
  onChosen: (card: ChosenCard) => void;
}

/** The saved card and the form, which is disabled while there is a card, unless it is to be replaced. */
export function CardPart({ form, settings, card, canSubscribe, isInUse, onChosen }: CardPartProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const [isReplacing, setIsReplacing] = useState(false);
  const { mutateAsync, error, reset } = useReplaceCard();
  const isSubscribing = card === null && canSubscribe;

  async function save(token: string) {
    if (isSubscribing) return onChosen({ token, card_seq: null });
    try {
      await mutateAsync(token);
    } catch {
      // The callout below says it.
      return;
    }
    setIsReplacing(false);
    form.current?.clear();
    toasts.showBar("success", t(card ? "billing.card_replaced" : "billing.card_saved"));
  }
  return (
    <Section
      id="card"
      icon={<CreditCard size={20} />}
      title={t("billing.card_title")}
      {...(isSubscribing && { text: t("billing.card_text") })}
    >
      {card && (
        <SavedCard
          card={card}
          isInUse={isInUse}
          isReplacing={isReplacing}
          onReplace={() => {
            reset();
            form.current?.clear();
            setIsReplacing((current) => !current);
          }}
        />
      )}
      {card && canSubscribe && !isReplacing && (
        <Button size="lg" isWide onClick={() => onChosen({ token: null, card_seq: card.card_seq })}>
          {t("billing.to_check_with_card")}
        </Button>
      )}
      <CardForm
        ref={form}
        settings={settings}
        saved={card}
        isDisabled={card !== null && !isReplacing}
        submitLabel={t(isSubscribing ? "billing.to_check" : "billing.card_save")}
        pendingLabel={t(isSubscribing ? "billing.card_checking" : "billing.card_saving")}
        onToken={save}
      >
        {isReplacing && (
          <Button variant="quiet" size="lg" onClick={() => setIsReplacing(false)}>
            {t("common.cancel")}
          </Button>
        )}
      </CardForm>
      {error && (
        <Callout tone="error">{describeFailure(error, t("billing.card_save_failed"))}</Callout>
      )}
    </Section>
  );
}
