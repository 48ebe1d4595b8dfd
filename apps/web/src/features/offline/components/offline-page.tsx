import { truncateText } from "@toibako/contract/text.ts";
import { useEffect, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type KeptPage, listKeptPages } from "#lib/offline/kept-pages.ts";
import { isServerReachable } from "#lib/page/new-release.ts";
import { ErrorState } from "#ui/feedback/states.tsx";
import { Card } from "#ui/surfaces/card.tsx";

/** Says that the page can't be loaded, and reloads it when the device is online again. */
export function Unreachable() {
  const { t } = useTexts();
  useEffect(() => {
    // An online device may not reach the site, and Chromium can fire the event without a connection.
    const reloadIfReachable = () => {
      void isServerReachable().then((isReachable) => isReachable && location.reload());
    };
    addEventListener("online", reloadIfReachable);
    return () => removeEventListener("online", reloadIfReachable);
  }, []);
  return (
    <ErrorState
      title={t("offline.title")}
      heading={1}
      isLetter
      retryLabel={t("common.retry")}
      onRetry={() => location.reload()}
    >
      {t("offline.text")}
    </ErrorState>
  );
}

/** Characters of a page's name, which may be a question. */
const maxNameLength = 80;

/** Links to the kept pages, which can be read offline. */
export function KeptPages() {
  const { t, locale } = useTexts();
  const [pages, setPages] = useState<KeptPage[]>([]);
  useEffect(() => {
    // The error is ignored, because a browser that blocks the cache storage has no kept pages.
    listKeptPages(locale).then(setPages, () => {});
  }, [locale]);
  if (pages.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="kept-pages" className="mt-4">
      <h2 id="kept-pages" className="text-lg">
        {t("offline.kept_title")}
      </h2>
      <p className="text-sm text-ink-2">{t("offline.kept_text")}</p>
      <ul className="mt-2">
        {pages.map(({ address, name }) => (
          <li key={address} className="border-t border-line first:border-t-0">
            {/* Not a `Link`, because the router would request data, but only whole pages are kept. */}
            <a
              href={address}
              className="block min-h-11 content-center py-2 font-semibold wrap-anywhere text-brand underline-offset-4 hover:underline"
            >
              <bdi>{truncateText(name, maxNameLength)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
