import { Link } from "@tanstack/react-router";
import { BookOpen, CircleQuestionMark, HeartHandshake, Link2, Send } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { renderAs } from "#ui/render-as.ts";
import { Card } from "#ui/surfaces/card.tsx";

/** Links to the help pages, shown in the aside of each help page. */
export function HelpContents() {
  const { t, locale } = useTexts();
  const params = { locale };
  return (
    <Card as="section">
      <h2 className="mb-2 text-md">{t("help.contents")}</h2>
      <ul className="-mx-3 grid list-none">
        <Entry
          icon={<CircleQuestionMark size={20} />}
          label={t("help.hp")}
          render={<Link to="/$locale/hp" params={params} />}
        />
        <Entry
          icon={<BookOpen size={20} />}
          label={t("help.guide")}
          render={<Link to="/$locale/guide" params={params} />}
        />
        <Entry
          icon={<Link2 size={20} />}
          label={t("help.itr")}
          render={<Link to="/$locale/itr" params={params} />}
        />
        <Entry
          icon={<Send size={20} />}
          label={t("help.inquiry")}
          render={<Link to="/$locale/inquiry" params={params} />}
        />
        <Entry
          icon={<HeartHandshake size={20} />}
          label={t("help.lines_title")}
          render={<Link to="/$locale/help_lines" params={params} />}
        />
      </ul>
    </Card>
  );
}

interface EntryProps {
  icon: ReactNode;
  label: string;
  render: ReactElement<object>;
}

function Entry({ icon, label, render }: EntryProps) {
  const className =
    "flex min-h-11 items-center gap-3 rounded-lg px-3 text-sm hover:bg-surface-2 aria-[current]:bg-brand-soft aria-[current]:font-bold aria-[current]:text-brand";
  const children = (
    <>
      <span className="text-brand" aria-hidden="true">
        {icon}
      </span>
      <span>{label}</span>
    </>
  );
  return <li>{renderAs(render, { className, children })}</li>;
}
