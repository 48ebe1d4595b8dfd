import { Link } from "@tanstack/react-router";
import type { HeldQuestion } from "@toibako/contract/filters.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { Eye, EyeOff, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { OptionList } from "#ui/forms/option-list.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { describeReason, describeSource } from "./held-reason.tsx";

/** A held question. It first says why it is held; a button uncovers the text. */
export function HeldLetter({ question }: { question: HeldQuestion }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { body, options, locale, held_by } = question;
  const reason = describeReason(held_by, t, { isOpen });
  const lang = getLanguageTag(locale);
  return (
    <Letter
      seal={
        <FormattedDate
          at={question.asked_hour}
          form="hour"
          text={question.asked_date_time__formatted_for_user}
        />
      }
      text={isOpen ? body : reason}
      {...(isOpen && { lang })}
      heading={2}
      size="sm"
    >
      {isOpen && options && (
        <OptionList options={options} label={t("common.options")} lang={lang} />
      )}
      <p className="max-w-full text-center text-xs text-balance wrap-anywhere">
        <ShieldAlert size={14} className="mr-1.5 -mt-0.5 inline" aria-hidden="true" />
        {isOpen && <span className="font-semibold">{reason}</span>}
        {/* Below an uncovered text, the source is named only if it is the AI filter, which can be wrong. */}
        {isOpen && held_by.kind === "ml" && <br />}
        {(!isOpen || held_by.kind === "ml") && <span>{describeSource(held_by, t)}</span>}
      </p>
      {isOpen && <HelpLinks question={question} />}
      <Button
        variant={isOpen ? "text" : "primary"}
        className={isOpen ? "-mb-2" : "min-w-44"}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        <span>{t(isOpen ? "filters.cover" : "filters.uncover")}</span>
      </Button>
    </Letter>
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
    <p className="max-w-sm text-center text-sm text-balance">
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
