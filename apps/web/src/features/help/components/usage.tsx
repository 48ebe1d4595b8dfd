import { splitByHeading } from "#lib/i18n/headings.ts";
import { type LinkSite, linkSites } from "../queries/pages.ts";
import { Steps } from "./steps.tsx";

/**
 * The guide of a site. In its section of the text, the first paragraph is the introduction, the items of
 * lists are the steps, and further paragraphs are notes.
 */
export function Usage({ text, service }: { text: string; service: LinkSite }) {
  const section = splitByHeading(text, "##")[linkSites.indexOf(service)];
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
