import { useEffect, useState } from "react";
import { defineLazyModule } from "#ui/lazy-module.ts";

const offer = defineLazyModule(async () => (await import("./help-offer.tsx")).HelpOffer);

/**
 * Loads the offer of help when the first character is typed, whatever the text is. If only certain texts
 * loaded it, the requests would tell the server something about the text.
 */
export function HelpOfferOnDemand({ text }: { text: string }) {
  const [Offer, setOffer] = useState(offer.getLoaded);
  const isWriting = text !== "";
  useEffect(() => {
    if (!isWriting || Offer) return;
    // If the code can't be loaded, the form works without the offer.
    offer.load().then(
      () => setOffer(offer.getLoaded),
      () => undefined,
    );
  }, [isWriting, Offer]);
  return Offer && <Offer text={text} />;
}
