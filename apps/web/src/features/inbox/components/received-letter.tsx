import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { textLimits, truncateText } from "@toibako/contract/text.ts";
import { Forward, Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LogoMark } from "#ui/drawings/logo.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { OptionList, type OptionListProps } from "#ui/forms/option-list.tsx";
import { foldBlankLines } from "#ui/surfaces/count-lines.ts";
import { Letter } from "#ui/surfaces/letter.tsx";
import { OpenLetter } from "#ui/surfaces/open-letter.tsx";

/** The number of lines of a folded question. Without a limit, line breaks could make it very tall. */
const previewLines = 6;

/**
 * Matches the end of a cut text: the last space, the cut word after it, and the ellipsis. The script must be
 * one that separates words by spaces. A word of more than 30 characters isn't matched, so that it stays.
 */
const cutWordAtEnd = /\s+[\p{Script=Latin}\p{Script=Hangul}\p{M}\p{N}'’-]{0,30}…$/u;

/** Returns the beginning of a long question. A short question is returned unchanged. */
function shortenQuestion(body: string): string {
  const lines = foldBlankLines(body).split("\n").slice(0, previewLines).join("\n");
  const cut = truncateText(lines, textLimits.inbox_preview);
  if (cut !== lines) return cut.replace(cutWordAtEnd, "…");
  return lines === foldBlankLines(body) ? body : `${lines.trimEnd()}…`;
}

export interface ReceivedLetterProps {
  item: ReceivedItem;
  size: "sm" | "md";
  /** Whether the question was just reported, so that it is about to be removed. */
  isReported: boolean;
  /** Whether the form that answers it is open: it shows the options, and the reader needs the whole question. */
  isAnswering?: boolean;
  /** What pressing an option does; without it, the options are read-only. */
  options?: { onPick: (index: number) => void; chosen?: OptionListProps["chosen"] } | undefined;
}

/**
 * A received question: on the paper of its sender, which the element around it is, or, once it is answered, on its
 * envelope in the theme of who was asked. Of a long question only the beginning is shown until the reader presses the
 * letter or answers it.
 */
export function ReceivedLetter(props: ReceivedLetterProps) {
  const { item, size, isReported, isAnswering = false, options: optionsLook } = props;
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const isWhole = isOpen || isAnswering;
  const beginning = shortenQuestion(item.body);
  const { stamp, options } = item;
  const lang = getLanguageTag(item.locale);
  const label = isReported ? <ReportedMark /> : <AskedDate item={item} />;
  const isLong = beginning !== item.body;
  const shared = {
    text: isWhole ? item.body : beginning,
    isWhole,
    lang,
    heading: 2,
    picture: stamp && <StampPicture {...stamp.stamp_image} alt={t("common.stamp")} size={size} />,
  } as const;
  const content = (
    <>
      {options && !isAnswering && (
        <OptionList
          options={options}
          label={t("common.options")}
          lang={lang}
          chosen={
            item.answer
              ? { index: item.answer.chosen_option, label: t("common.chosen") }
              : undefined
          }
          {...optionsLook}
        />
      )}
      <Marks item={item} />
      {isLong && !isAnswering && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={`-mb-2 min-h-9 px-3 in-data-paper:-ml-3 text-sm font-bold text-link ${isOpen ? "" : "stretched-link"}`}
        >
          {t(isOpen ? "inbox.show_less" : "inbox.show_all")}
        </button>
      )}
    </>
  );
  if (item.is_answered) {
    return (
      <Letter {...shared} theme={item.card_theme} isWaxed>
        <span className="text-xs text-ink-2-on-paper">{label}</span>
        {content}
      </Letter>
    );
  }
  return (
    <OpenLetter
      {...shared}
      label={label}
      corner={!stamp && <QuestionPicture url={item.eye_catch_url} />}
    >
      {content}
    </OpenLetter>
  );
}

/** The small picture that each question has, by which the reader recognises the question. */
function QuestionPicture({ url }: { url: string }) {
  return (
    <img
      src={url}
      alt=""
      width={30}
      height={35}
      loading="lazy"
      decoding="async"
      className="shrink-0 rotate-3"
    />
  );
}

/** Marks the welcome letter, a question to oneself and a baton, and names the question's community. */
function Marks({
  item: { is_self, is_baton, is_welcome, associated_community },
}: {
  item: ReceivedItem;
}) {
  const { t } = useTexts();
  return (
    <>
      {is_welcome && <Mark icon={<LogoMark size={14} />}>{t("common.from_service")}</Mark>}
      {(is_self || is_baton) && (
        <Mark icon={is_baton && <Forward size={14} className="shrink-0" aria-hidden="true" />}>
          {t(is_self ? "inbox.to_yourself" : "inbox.baton")}
        </Mark>
      )}
      {associated_community && (
        <Mark icon={null}>
          <bdi>{`#${associated_community.name}`}</bdi>
        </Mark>
      )}
      {associated_community?.is_popular && (
        <Mark icon={<Sparkles size={14} className="shrink-0" aria-hidden="true" />}>
          {t("inbox.popular_community")}
        </Mark>
      )}
    </>
  );
}

function Mark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-1.5 rounded-full border border-paper-line px-2.5 text-xs font-semibold">
      {icon}
      <span>{children}</span>
    </p>
  );
}

/** The hour in which the question was asked, after a dot if the question is new. */
function AskedDate({ item }: { item: ReceivedItem }) {
  const { t } = useTexts();
  const date = (
    <FormattedDate
      at={item.asked_hour}
      form="hour"
      text={item.asked_date_time__formatted_for_user}
    />
  );
  if (!item.is_new) return date;
  return (
    <span data-new>
      <span className="mr-2 inline-block size-2 rounded-full bg-badge" aria-hidden="true" />
      <span>{`${t("inbox.new")} · `}</span>
      {date}
    </span>
  );
}

function ReportedMark() {
  const { t } = useTexts();
  return (
    <span className="font-bold text-danger" data-reported>
      {t("moderation.reported_mark")}
    </span>
  );
}
