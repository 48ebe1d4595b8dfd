import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";

interface QuestionContentProps {
  question: Pick<WaitingQuestion, "stamp" | "options" | "paper">;
  text: ReactNode;
  /** The id of the element with the stamp and the text. */
  id?: string;
}

/** The stamp, the text and the options of a sent question, on its paper. */
export function QuestionContent({ question, text, id }: QuestionContentProps) {
  const { t } = useTexts();
  const { stamp, options, paper } = question;
  return (
    <div
      data-paper={paper ?? undefined}
      className={cx("rounded-lg [--link:var(--brand)] px-3 py-2", !paper && "bg-surface text-ink")}
    >
      <div id={id} className="flex items-center gap-3">
        {stamp && <StampPicture {...stamp.stamp_image} alt={t("common.stamp")} size="sm" />}
        <div className="min-w-0 flex-1">{text}</div>
      </div>
      {options && (
        <div className="mt-2">
          <OptionList options={options} label={t("common.options")} />
        </div>
      )}
    </div>
  );
}
