import type { CardTheme } from "@toibako/contract/cards.ts";
import { ChevronDown } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { QuestionForm } from "./question-form.tsx";

interface AskYourselfProps {
  account: string;
  displaying_name: string;
  card_theme: CardTheme;
}

/** The folded question form on the reader's own profile. */
export function AskYourself(props: AskYourselfProps) {
  const { t } = useTexts();
  return (
    <details id="ask" className="group/ask scroll-mt-20">
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-sheet bg-surface px-5 py-3 font-bold shadow-e2 hover:bg-surface-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{t("questions.ask_yourself")}</span>
        <ChevronDown
          size={20}
          className="shrink-0 text-brand transition-transform duration-200 ease-calm group-open/ask:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="mt-3">
        <QuestionForm {...props} isSignedIn isUnfolded />
      </div>
    </details>
  );
}
