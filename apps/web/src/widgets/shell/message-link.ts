import type { SharedPage } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";

/** Returns the path of a profile that asks its reader to write a message, and the text to post with it. */
export function useMessageLink(account: string): SharedPage {
  const { t, locale } = useTexts();
  return { path: `/${locale}/${account}?message=1`, text: t("modals.request_text") };
}
