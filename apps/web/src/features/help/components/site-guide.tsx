import { splitByHeading } from "#lib/i18n/headings.ts";
import { type LinkSite, linkSites } from "../queries/pages.ts";
import { Steps } from "./steps.tsx";

/**
 * The guide for pasting one's link on a site. `text` has a section for each site, in which the first paragraph is
 * the introduction, the items of lists are the steps, and other paragraphs are notes.
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
