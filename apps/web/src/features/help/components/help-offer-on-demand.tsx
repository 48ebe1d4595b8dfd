import { useEffect, useState } from "react";
import type { WrittenText } from "#ui/forms/text-notice.tsx";
import { defineLazyModule } from "#ui/lazy-module.ts";

const offer = defineLazyModule(async () => (await import("./help-offer.tsx")).HelpOffer);

/**
 * Loads the offer of help when the first character is typed, whatever the text is. If only certain texts
 * loaded it, the requests would tell the server something about the text.
 */
export function HelpOfferOnDemand(props: WrittenText) {
  const [Offer, setOffer] = useState(offer.getLoaded);
  const isWriting = props.text !== "";
  useEffect(() => {
    if (!isWriting || Offer) return;
    // If the code can't be loaded, the form works without the offer.
    offer.load().then(
      () => setOffer(offer.getLoaded),
      () => undefined,
    );
  }, [isWriting, Offer]);
  return Offer && <Offer {...props} />;
}
