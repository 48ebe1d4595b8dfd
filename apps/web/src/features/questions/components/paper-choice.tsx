import { type Paper, papers } from "@toibako/contract/papers.ts";
import { useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";

interface PaperChoiceProps {
  paper: Paper;
  onChoose: (paper: Paper) => void;
}

/** The choice of the paper on which a question is written, by native radio buttons. All fit in one row on phones. */
export function PaperChoice({ paper, onChoose }: PaperChoiceProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="-mx-3 mt-3 max-w-96 rounded-lg bg-surface">
      <legend className="float-left w-full px-3 pt-1 text-xs leading-tight font-semibold text-ink-2">
        {t("questions.paper")}
      </legend>
      <div className="clear-both grid grid-cols-[repeat(auto-fit,minmax(44px,1fr))]">
        {papers.map((value) => (
          <label
            key={value}
            title={t(`questions.paper_${value}`)}
            className="relative grid min-h-[44px] cursor-pointer place-items-center rounded-lg has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === paper}
              onChange={() => onChoose(value)}
              aria-label={t(`questions.paper_${value}`)}
              className="peer absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <span
              data-paper={value}
              data-swatch
              className="pointer-events-none size-[28px] overflow-hidden rounded-sm border border-line-strong peer-checked:outline-3 peer-checked:outline-offset-1 peer-checked:outline-brand"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
