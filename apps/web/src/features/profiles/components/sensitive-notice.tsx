import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Notice } from "#ui/notice.tsx";

/** Stands where a sensitive question would be. */
export function SensitiveNotice() {
  const { t, locale } = useTexts();
  const settings = (children: ReactNode) => (
    <a href={`/${locale}/stg#love-field`} className="font-bold underline">
      {children}
    </a>
  );
  return (
    <Notice tone="warn" title={t("profiles.sensitive_title")} className="rounded-xl py-5">
      {t.rich("profiles.sensitive_text", {}, { settings })}
    </Notice>
  );
}
