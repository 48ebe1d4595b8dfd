import type { Card } from "@toibako/contract/billing/cards.ts";
import { CreditCard, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { useDeleteCard } from "../queries.ts";
import { formatExpiryOfCard } from "./payment-texts.tsx";

/** A card is valid to the end of its month. */
const isExpired = ({ expires }: Card): boolean => expires < new Date().toISOString().slice(0, 7);

interface SavedCardProps {
  card: Card;
  /** Whether a subscription will be charged to it. */
  isInUse: boolean;
  isReplacing: boolean;
  onReplace: () => void;
}

/** The card at the provider: its last digits and expiry, and buttons to replace and delete it. */
export function SavedCard({ card, isInUse, isReplacing, onReplace }: SavedCardProps) {
  const { t } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useDeleteCard();
  const toasts = useToasts();

  async function remove() {
    await mutateAsync(card.card_seq);
    toasts.showBar("success", t("billing.card_deleted"));
  }
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 rounded-lg bg-surface-2 px-4 py-3">
        <CreditCard size={22} className="shrink-0 text-brand" aria-hidden="true" />
        <span className="min-w-0 font-bold tabular-nums">
          {t("billing.card_value", {
            digits: card.last_digits,
            expiry: formatExpiryOfCard(card.expires),
          })}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" aria-pressed={isReplacing} onClick={onReplace}>
          <RefreshCw size={18} aria-hidden="true" />
          <span>{t("billing.card_replace")}</span>
        </Button>
        <Button variant="danger-outline" disabled={isInUse} onClick={() => setIsAsking(true)}>
          <Trash2 size={18} aria-hidden="true" />
          <span>{t("billing.card_delete")}</span>
        </Button>
      </div>
      {isExpired(card) && <Callout tone="warn">{t("billing.card_expired")}</Callout>}
      {isInUse && <p className="text-sm text-ink-2">{t("billing.card_in_use")}</p>}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t("billing.card_delete_title")}
        confirmLabel={t("billing.card_delete")}
        processingLabel={t("billing.card_deleting")}
        cancelLabel={t("common.cancel")}
        onConfirm={remove}
        failureText={t("billing.card_delete_failed")}
        isDangerous
      >
        <p className="text-ink-2">{t("billing.card_delete_text")}</p>
      </ConfirmDialog>
    </div>
  );
}
