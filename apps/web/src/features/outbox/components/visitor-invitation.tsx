import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LogoMark } from "#ui/drawings/logo.tsx";

/** The top of the visitor's home, which says why to register. The children are links. */
export function VisitorInvitation({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <section className="mb-5 rounded-sheet bg-brand-soft p-5 text-ink-on-paper">
      <div className="flex items-start gap-4">
        <LogoMark size={48} />
        <div className="min-w-0 flex-1">
          <h1 className="text-lg leading-snug">{t("outbox.invite_title")}</h1>
          <p className="mt-1 text-sm">{t("outbox.invite_text")}</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:grow">{children}</div>
    </section>
  );
}
