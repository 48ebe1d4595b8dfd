import { Link } from "@tanstack/react-router";
import type { HeldQuestion } from "@toibako/contract/filters.ts";
import { languageTag } from "@toibako/contract/locales.ts";
import { Eye, EyeOff, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Letter } from "#ui/letter.tsx";
import { OptionList } from "#ui/option-list.tsx";
import { reasonOf, sourceOf } from "./held-reason.tsx";

/** A held question, closed at first: on the envelope stands why, inside what may hurt. */
export function HeldLetter({ question }: { question: HeldQuestion }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const { body, options, locale, held_by } = question;
  const reason = reasonOf(held_by, t, open);
  const lang = languageTag(locale);
  return (
    <Letter
      seal={
        <time dateTime={question.asked_hour}>{question.asked_date_time__formatted_for_user}</time>
      }
      text={open ? body : reason}
      {...(open && { lang })}
      heading={2}
      size="sm"
    >
      {open && options && <OptionList options={options} label={t("common.options")} lang={lang} />}
      <p className="max-w-full text-center text-xs text-balance wrap-anywhere">
        <ShieldAlert size={14} className="mr-1.5 -mt-0.5 inline" aria-hidden="true" />
        {open && <span className="font-semibold">{reason}</span>}
        {open && held_by.kind === "ml" && <br />}
        {(!open || held_by.kind === "ml") && sourceOf(held_by, t)}
      </p>
      {open && <Care question={question} />}
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mb-2 flex min-h-11 items-center gap-1.5 rounded-full px-4 text-sm font-bold text-brand hover:bg-surface"
      >
        {open ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        {t(open ? "filters.cover" : "filters.uncover")}
      </button>
    </Letter>
  );
}

/** For what is about life and limb: where to turn. */
function Care({ question: { held_by } }: { question: HeldQuestion }) {
  const { t, locale } = useTexts();
  if (held_by.kind !== "ml") return null;
  if (held_by.category !== "self_harm" && held_by.category !== "threat") return null;
  const link = {
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
            <Link to="/$locale/fxp/$slug" {...link}>
              {children}
            </Link>
          ),
        },
      )}
    </p>
  );
}
