import { useEffect, useState } from "react";
import { lazyModule } from "#ui/lazy-module.ts";

const offer = lazyModule(async () => (await import("./help-offer.tsx")).HelpOffer);

/**
 * Loads the offer of help as soon as any text is written. If only certain texts loaded it, the requests would
 * tell the server something about the text.
 */
export function HelpOfferOnDemand({ text }: { text: string }) {
  const [Offer, setOffer] = useState(offer.getLoaded);
  const isWriting = text !== "";
  useEffect(() => {
    if (!isWriting || Offer) return;
    // If it can't be loaded, the form works without it.
    offer.load().then(
      () => setOffer(offer.getLoaded),
      () => undefined,
    );
  }, [isWriting, Offer]);
  return Offer && <Offer text={text} />;
}
