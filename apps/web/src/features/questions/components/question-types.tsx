import { type QuestionType, questionTypes } from "@toibako/contract/items.ts";
import { ListChecks, PenLine, Sticker } from "lucide-react";
import { useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";

const icons = { text: PenLine, stamp: Sticker, choose: ListChecks };

interface QuestionTypesProps {
  type: QuestionType;
  setType: (type: QuestionType) => void;
  /** Whether the site has no stamps, so that this type can't be chosen. */
  hasNoStamps: boolean;
  /** Called when a type is hovered or focused, before it is chosen. */
  onApproach: (type: QuestionType) => void;
}

/** The choice of a question's type. The tabs are native radio buttons, so that arrow keys work. */
export function QuestionTypes({ type, setType, hasNoStamps, onApproach }: QuestionTypesProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-1 px-3 resting:shrink-0 resting:flex-nowrap resting:px-0 resting:@max-[18rem]:hidden">
      <legend className="sr-only">{t("questions.type")}</legend>
      {questionTypes.map((value) => {
        const Icon = icons[value];
        return (
          <label
            key={value}
            onPointerEnter={() => onApproach(value)}
            className="relative flex min-h-11 min-w-min flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-t-xl px-1 text-center text-sm leading-tight font-bold break-keep wrap-normal text-ink-on-paper transition-colors duration-200 hover:bg-paper has-checked:bg-(--sheet,var(--surface)) has-checked:text-brand has-disabled:cursor-default has-disabled:bg-flap has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-brand resting:size-12 resting:flex-none resting:rounded-full resting:px-0 resting:text-brand resting:has-checked:sr-only"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === type}
              disabled={value === "stamp" && hasNoStamps}
              onFocus={() => onApproach(value)}
              onChange={() => setType(value)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0 disabled:cursor-default"
            />
            <Icon
              size={18}
              className="shrink-0 max-[22.5rem]:hidden resting:block resting:size-6"
              aria-hidden="true"
            />
            <span className="resting:sr-only">{t(`questions.type_${value}`)}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
