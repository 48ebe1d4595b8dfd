import type { Shared } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n.tsx";

/** The link under which a profile invites its reader to write a message, and what is said with it. */
export function useRequestLink(account: string): Shared {
  const { t, locale } = useTexts();
  return { path: `/${locale}/${account}?message=1`, text: t("modals.request_text") };
}
