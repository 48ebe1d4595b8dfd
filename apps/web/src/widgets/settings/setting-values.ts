import { useQuery } from "@tanstack/react-query";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { hasFilterLevels } from "@toibako/contract/locales.ts";
import { factorsQuery } from "#features/factors/queries.ts";
import { pushQuery, useOwnBrowser } from "#features/push/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

// The values below the titles of the rows of settings. Their queries are also those of the opened rows, so that opening
// a row needs no further call.

/** Returns how strictly received questions are filtered: the level in Japanese, on or off in the other languages. */
export function useFilterStrength({ locale, ml_filter, use_ngword_filter }: CurrentUser): string {
  const { t } = useTexts();
  if (hasFilterLevels(locale)) return t(`filters.ml_${ml_filter}`);
  return t(use_ngword_filter ? "factors.on" : "factors.off");
}

/** Returns the text "on" or "off" for the push messages of this browser; undefined until it is known. */
export function usePushState(): string | undefined {
  const { t } = useTexts();
  const { data } = useQuery(pushQuery());
  const { isPermitted } = useOwnBrowser();
  if (!data) return undefined;
  const hasOwnDevice = data.devices.some(({ is_own_browser }) => is_own_browser);
  return t(isPermitted && hasOwnDevice ? "factors.on" : "factors.off");
}

/** Returns a text that says whether the authenticator app is on; undefined until it is known. */
export function useFactorState(): string | undefined {
  const { t } = useTexts();
  const { data } = useQuery(factorsQuery());
  if (!data) return undefined;
  const state = t(data.factors.is_totp_on ? "factors.on" : "factors.off");
  return `${t("factors.totp_title")} · ${state}`;
}
