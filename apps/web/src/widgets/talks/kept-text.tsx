import { useDraft } from "#lib/forms/draft.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

/** An unsent text of this tab that can't be sent now; nothing if there is none. `draft` is the key of its draft. */
export function KeptText({ draft }: { draft: string }) {
  const { t } = useTexts();
  const [text] = useDraft(draft);
  if (!text) return null;
  return (
    <section className="w-full max-w-md text-start">
      <h2 className="text-sm text-ink-2">{t("talks.kept_text")}</h2>
      <p
        dir="auto"
        className="max-h-60 overflow-y-auto rounded-lg bg-surface-2 px-4 py-3 whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </p>
    </section>
  );
}
