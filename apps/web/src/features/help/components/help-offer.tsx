import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { HeartHandshake, X } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { readStored, writeStored } from "#lib/browser/storage.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useAdPause } from "#lib/page/ad-pause.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import type { WrittenText } from "#ui/forms/text-notice.tsx";
import { distressWordsQuery } from "../queries/distress-words.ts";
import { helpLinesQuery } from "../queries/pages.ts";
import { LineList } from "./help-lines.tsx";

/**
 * Offers help lines to a reader who writes about hurting themselves. Only the browser compares the text with
 * the list of words. The reader can still send the text, and then finds the offer on the next page.
 */
export function HelpOffer({ text, isSent = false }: WrittenText) {
  const { t, locale } = useTexts();
  const matcher = useQuery(distressWordsQuery(locale)).data;
  const countries = useQuery(helpLinesQuery()).data?.countries;
  const deferredText = useDeferredValue(text);
  const { isOffered, close } = useOfferOnce(
    matcher?.matches(deferredText) ?? false,
    isSent ? wasClosed : wasOffered,
  );
  useAdPause(isOffered);
  const countryOfLocale = countries?.find(({ locales }) => locales.includes(locale));
  return (
    // An empty element is positioned absolutely, so that it takes no row of the form's grid.
    <div role="status" className="empty:absolute">
      {isOffered && (
        <div className="relative animate-rise rounded-lg border border-line bg-surface p-4 pr-12 text-sm text-ink">
          <p className="flex items-start gap-2 font-bold">
            <HeartHandshake size={20} className="mt-0.5 shrink-0 text-brand" aria-hidden="true" />
            {t("help.offer_title")}
          </p>
          <p className="mt-1">{t("help.offer_text")}</p>
          {countryOfLocale && <LineList lines={countryOfLocale.lines} />}
          <Link
            to="/$locale/help_lines"
            params={{ locale }}
            target="_blank"
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {t("help.lines_more")}
          </Link>
          <p className="text-xs text-ink-2">{t("help.offer_private")}</p>
          <div className="absolute top-1 right-1">
            <IconButton label={t("common.close")} icon={<X size={20} />} onClick={close} />
          </div>
        </div>
      )}
    </div>
  );
}

/** The key in the session storage that is set after the offer was shown, and again when the reader closes it. */
const storageKey = "help-offered";
const closedValue = "closed";

/** Shows the offer in only one form per tab, and after sending, until the reader closes it. */
function useOfferOnce(hasMatch: boolean, readIsOver: () => boolean) {
  const [isOver, setIsOver] = useState(readIsOver);
  const isOffered = hasMatch && !isOver;
  useEffect(() => {
    if (isOffered && !wasOffered()) writeStored("sessionStorage", storageKey, "1");
  }, [isOffered]);
  function close() {
    writeStored("sessionStorage", storageKey, closedValue);
    setIsOver(true);
  }
  return { isOffered, close };
}

const wasOffered = () => readStored("sessionStorage", storageKey) !== null;
const wasClosed = () => readStored("sessionStorage", storageKey) === closedValue;
