import type { CalmMode } from "@toibako/contract/filters.ts";
import { Leaf } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useDismissedToday } from "#lib/browser/dismissal.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useCalmMode } from "../queries/calm-mode.ts";
import { CalmChoice, CalmOffButton, CalmStateText } from "./calm-controls.tsx";

interface CalmNoticeProps {
  /** The list above which the notice is shown. It suggests calm mode only above the inbox. */
  place?: "inbox" | "held";
}

/** Says that calm mode is on or was just switched off, or suggests it if many questions arrive. */
export function CalmNotice({ place = "inbox" }: CalmNoticeProps) {
  const { t } = useTexts();
  const calm = useCalmMode().data;
  const notice = useRef<HTMLElement>(null);
  const [isDismissed, dismiss] = useDismissedToday("calm_mode_suggestion");
  const [hasBeenOn, setHasBeenOn] = useState(false);
  if (calm?.is_on && !hasBeenOn) setHasBeenOn(true);

  // Each press removes the button that was pressed, so the focus must move to another element.
  const focusNotice = () => notice.current?.focus({ preventScroll: true });
  function onSwitchedOff() {
    // A reader who has just switched calm mode off doesn't want the suggestion.
    dismiss();
    focusNotice();
  }
  function onDismissed() {
    const main = notice.current?.closest("main");
    dismiss();
    main?.focus({ preventScroll: true });
  }

  let content: ReactNode = null;
  if (calm?.is_on) {
    content = <CalmState calm={calm} onSwitchedOff={onSwitchedOff} />;
  } else if (hasBeenOn) {
    content = <p role="status">{t("filters.calm_switched_off")}</p>;
  } else if (calm?.is_suggested && !isDismissed && place === "inbox") {
    content = <CalmSuggestion onSwitchedOn={focusNotice} onDismissed={onDismissed} />;
  }
  if (content === null) return null;
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-label={t("filters.calm_title")}
      className="mb-4 flex items-start gap-3 rounded-xl bg-surface-2 p-4 text-sm outline-none"
    >
      <Leaf size={20} className="mt-px shrink-0 text-brand" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-3">{content}</div>
    </section>
  );
}

interface CalmStateProps {
  calm: CalmMode;
  onSwitchedOff: () => void;
}

function CalmState({ calm, onSwitchedOff }: CalmStateProps) {
  const { t } = useTexts();
  return (
    <>
      <div>
        <p role="status" className="font-bold">
          <CalmStateText calm={calm} />
        </p>
        <p className="text-ink-2">{t("filters.calm_holds")}</p>
      </div>
      <div>
        <CalmOffButton onSwitchedOff={onSwitchedOff} />
      </div>
    </>
  );
}

interface CalmSuggestionProps {
  onSwitchedOn: () => void;
  onDismissed: () => void;
}

function CalmSuggestion({ onSwitchedOn, onDismissed }: CalmSuggestionProps) {
  const { t } = useTexts();
  return (
    <>
      <div>
        <h2 className="text-sm">{t("filters.calm_suggest_title")}</h2>
        <p className="text-ink-2">{t("filters.calm_suggest_text")}</p>
      </div>
      <CalmChoice legend={t("filters.calm_start")} onSwitchedOn={onSwitchedOn} />
      <Button
        variant="text"
        size="sm"
        alignsText
        className="justify-self-start"
        onClick={onDismissed}
      >
        {t("filters.calm_not_today")}
      </Button>
    </>
  );
}
