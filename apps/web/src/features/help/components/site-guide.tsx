import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { splitByHeading } from "#lib/i18n/headings.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { type LinkSite, linkSites } from "../queries/pages.ts";
import { Steps } from "./steps.tsx";

/**
 * The guide for pasting one's link on a site. `text` has a section for each site, in which the first
 * paragraph is the introduction, the items of lists are the steps, and other paragraphs are notes.
 */
export function SiteGuide({ text, site }: { text: string; site: LinkSite }) {
  const section = splitByHeading(text, "##")[linkSites.indexOf(site)];
  const blocks = section?.text.split(/\n{2,}/) ?? [];
  const steps = blocks
    .filter((block) => block.startsWith("- "))
    .flatMap((list) => list.split("\n"));
  const [lead, ...notes] = blocks.filter((block) => !block.startsWith("- "));
  return (
    <>
      <p className="mb-6">{lead}</p>
      <Steps steps={steps.map((step) => ({ title: step.slice(2) }))} />
      {notes.map((note) => (
        <p key={note} className="mt-6 rounded-lg bg-brand-soft px-4 py-3 text-sm text-ink-on-paper">
          {note}
        </p>
      ))}
    </>
  );
}

interface PasteLinkProps {
  /** The address of the account's own box; undefined for visitors. */
  ownAddress: ReactElement | undefined;
}

/** The address to paste into a profile on another site; for visitors, a link to registration. */
export function PasteLink({ ownAddress }: PasteLinkProps) {
  const { t, locale } = useTexts();
  return (
    <Card as="section">
      <h2 className="mb-3 text-md leading-snug">
        {ownAddress ? t("help.own_link") : t("help.no_link")}
      </h2>
      {ownAddress ?? (
        <Link
          to="/$locale/acc/regist"
          params={{ locale }}
          className={buildButtonClass({ isWide: true })}
        >
          {t("accounts.regist_button")}
        </Link>
      )}
    </Card>
  );
}
