import type { BroughtAnswer } from "@toibako/contract/archives/brought.ts";
import type { CardTheme } from "@toibako/contract/cards.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { Archive } from "lucide-react";
import type { ReactNode } from "react";
import { SensitiveNotice } from "#features/profiles/components/sensitive-notice.tsx";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";

interface BroughtCardProps {
  answer: BroughtAnswer;
  /** The theme of the account. */
  theme: CardTheme;
  /** The reader's actions on the answer. */
  action: ReactNode;
}

/** An answer that was brought along, with its question and a mark. Such an answer has no page and no likes. */
export function BroughtCard({ answer, theme, action }: BroughtCardProps) {
  const { t } = useTexts();
  const lang = getLanguageTag(answer.locale);
  return (
    <Card as="article" look="sheet" data-list-card="">
      <BroughtLetter answer={answer} theme={theme} lang={lang} />
      <CardBody>
        <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-xs text-ink-2">
          <span className="inline-flex items-center gap-1.5 font-semibold">
            <Archive size={16} className="shrink-0 text-brand" aria-hidden="true" />
            {t("archives.brought_mark")}
          </span>
          <FormattedDate at={answer.answered_at} form="age" text={answer.relative_time} />
        </p>
        {answer.answer_body && (
          <FoldedText text={answer.answer_body} lang={lang} className="mb-2" />
        )}
        <div className="my-1 flex">{action}</div>
      </CardBody>
    </Card>
  );
}

function BroughtLetter({
  answer,
  theme,
  lang,
}: Pick<BroughtCardProps, "answer" | "theme"> & { lang: string }) {
  const { t } = useTexts();
  const { stamp, options, is_deleted, is_withheld, chosen_option } = answer;
  if (is_withheld) return <SensitiveNotice theme={theme} heading={2} />;
  return (
    <Letter
      theme={theme}
      isWaxed
      heading={2}
      seal={t("archives.brought_question")}
      text={is_deleted ? t("common.removed_question") : answer.body}
      lang={is_deleted ? undefined : lang}
      picture={stamp && <StampPicture {...stamp.stamp_image} alt={t("common.stamp")} size="md" />}
    >
      {options && (
        <OptionList
          options={options}
          label={t("common.options")}
          lang={lang}
          chosen={{ index: chosen_option, label: t("common.chosen") }}
        />
      )}
    </Letter>
  );
}
