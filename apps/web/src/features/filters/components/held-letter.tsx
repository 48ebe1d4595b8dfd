import { Link } from "@tanstack/react-router";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { HeldQuestion } from "@toibako/contract/filters.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { Eye, EyeOff, ShieldAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { OpenLetter } from "#ui/surfaces/open-letter.tsx";
import { describeReason, describeSource } from "./held-reason.tsx";

interface HeldLetterProps {
  question: HeldQuestion;
  /** The theme of the receiver. */
  theme: CardTheme | undefined;
  /** The commands beside the button that uncovers the letter. */
  children: ReactNode;
}

/** A held question. The closed envelope says why it is held; a button uncovers the letter. */
export function HeldLetter({ question, theme, children }: HeldLetterProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { body, options, locale, held_by } = question;
  const reason = describeReason(held_by, t, { isOpen });
  const lang = getLanguageTag(locale);
  const date = (
    <FormattedDate
      at={question.asked_hour}
      form="hour"
      text={question.asked_date_time__formatted_for_user}
    />
  );
  const source = (
    <p className="max-w-full text-xs wrap-anywhere">
      <ShieldAlert size={14} className="mr-1.5 -mt-0.5 inline" aria-hidden="true" />
      {isOpen && <span className="font-semibold">{reason}</span>}
      {/* Below an uncovered text, the source is named only if it is the AI filter, which can be wrong. */}
      {isOpen && held_by.kind === "ml" && <br />}
      {(!isOpen || held_by.kind === "ml") && <span>{describeSource(held_by, t)}</span>}
    </p>
  );
  return (
    <>
      {isOpen ? (
        <div data-paper={question.paper} className="rounded-xl p-2">
          <OpenLetter label={date} text={body} lang={lang} heading={2}>
            {options && <OptionList options={options} label={t("common.options")} lang={lang} />}
            {source}
            <HelpLinks question={question} />
          </OpenLetter>
        </div>
      ) : (
        <Letter theme={theme} isWaxed text={reason} heading={2}>
          <div className="grid justify-items-center gap-1 text-center text-xs">
            {date}
            {source}
          </div>
        </Letter>
      )}
      <div className="@container flex flex-wrap items-center justify-end gap-x-1 gap-y-2 pt-2 sm:justify-between sm:pr-1">
        <Button
          variant={isOpen ? "quiet" : "primary"}
          className="min-w-fit flex-1 sm:min-w-44 sm:flex-none"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          <span>{t(isOpen ? "filters.cover" : "filters.uncover")}</span>
        </Button>
        <div className="ml-auto flex">{children}</div>
      </div>
    </>
  );
}

/** Links to help if the question may be about violence or self-harm. */
function HelpLinks({ question: { held_by } }: { question: HeldQuestion }) {
  const { t, locale } = useTexts();
  if (held_by.kind !== "ml") return null;
  if (held_by.category !== "self_harm" && held_by.category !== "threat") return null;
  const linkProps = {
    params: { locale, slug: "guidelines" },
    className: "font-bold underline",
  } as const;
  return (
    <p className="max-w-sm text-sm">
      {t.rich(
        "filters.care",
        {},
        {
          link: (children) => (
            <Link to="/$locale/fxp/$slug" {...linkProps}>
              {children}
            </Link>
          ),
        },
      )}
    </p>
  );
}
