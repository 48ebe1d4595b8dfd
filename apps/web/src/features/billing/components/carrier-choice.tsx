import type { PaymentSettings } from "@toibako/contract/billing/offers.ts";
import { type Carrier, carriers } from "@toibako/contract/billing.ts";
import { Smartphone } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { paymentTypeTexts } from "./payment-texts.tsx";

interface CarrierChoiceProps {
  settings: PaymentSettings;
  onChoose: (carrier: Carrier) => void;
}

export const listCarriers = ({ payment_types }: PaymentSettings): Carrier[] =>
  carriers.filter((carrier) => payment_types.includes(`carrier_${carrier}`));

/** One button for each carrier that the site offers. */
export function CarrierChoice({ settings, onChoose }: CarrierChoiceProps) {
  const { t } = useTexts();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {listCarriers(settings).map((carrier) => (
        <Button key={carrier} variant="outline" onClick={() => onChoose(carrier)}>
          <Smartphone size={18} aria-hidden="true" />
          <span>{t(paymentTypeTexts[`carrier_${carrier}`])}</span>
        </Button>
      ))}
    </div>
  );
}
