import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { CalmChoice } from "./calm-controls.tsx";

interface CalmSuggestionProps {
  onSwitchedOn: () => void;
  onDismissed: () => void;
}

/** Suggests calm mode. It says nothing about who sent the many questions: the server doesn't tell. */
export function CalmSuggestion({ onSwitchedOn, onDismissed }: CalmSuggestionProps) {
  const { t } = useTexts();
  return (
    <>
      <div>
        <h2 className="text-sm">{t("filters.calm_suggest_title")}</h2>
        <p className="text-ink-2 [word-break:auto-phrase]">{t("filters.calm_suggest_text")}</p>
      </div>
      <CalmChoice legend={t("filters.calm_start")} onSwitchedOn={onSwitchedOn} />
      <Button variant="text" size="sm" className="-ml-4 justify-self-start" onClick={onDismissed}>
        {t("filters.calm_not_today")}
      </Button>
    </>
  );
}
