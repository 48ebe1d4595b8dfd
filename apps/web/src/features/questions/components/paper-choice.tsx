import { type Paper, papers } from "@toibako/contract/papers.ts";
import { useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";

interface PaperChoiceProps {
  paper: Paper;
  onChoose: (paper: Paper) => void;
}

/** The choice of the paper on which a question is written, by native radio buttons. */
export function PaperChoice({ paper, onChoose }: PaperChoiceProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="-mx-2 mt-2 -mb-4 flex flex-wrap">
      <legend className="sr-only">{t("questions.paper")}</legend>
      {papers.map((value) => (
        <label
          key={value}
          title={t(`questions.paper_${value}`)}
          className="relative grid size-11 cursor-pointer place-items-center"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === paper}
            onChange={() => onChoose(value)}
            aria-label={t(`questions.paper_${value}`)}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-lg"
          />
          <span
            data-paper={value}
            className="pointer-events-none size-7 overflow-hidden rounded-sm border border-line-strong peer-checked:outline-3 peer-checked:outline-offset-1 peer-checked:outline-brand"
          />
        </label>
      ))}
    </fieldset>
  );
}
