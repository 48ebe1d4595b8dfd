import { useEffect, useState } from "react";
import { lazyModule } from "#ui/lazy-module.ts";

const offer = lazyModule(async () => (await import("./help-offer.tsx")).HelpOffer);

/**
 * Loads the offer of help once anything is written, whatever it is: the requests tell the server
 * nothing about the text.
 */
export function HelpOfferOnDemand({ text }: { text: string }) {
  const [Offer, setOffer] = useState(offer.getLoaded);
  const isWriting = text !== "";
  useEffect(() => {
    if (!isWriting || Offer) return;
    // Without the offer, the form works all the same.
    offer.load().then(
      () => setOffer(offer.getLoaded),
      () => undefined,
    );
  }, [isWriting, Offer]);
  return Offer && <Offer text={text} />;
}
