import type { ReactNode } from "react";
import { Card } from "./card.tsx";

export type SectionProps = {
  /** The id to which links refer by their fragment. */
  id: string;
  icon: ReactNode;
  title: string;
  /** A short description. */
  text?: string | undefined;
  children: ReactNode;
};

/** A part of a page with a heading. Links can lead to it. */
export function Section({ id, icon, title, text, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 rounded-xl outline-offset-4 focus:outline-3 focus:outline-brand"
    >
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex items-center gap-3">
          <span
            className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand"
            aria-hidden="true"
          >
            {icon}
          </span>
          <h2 id={`${id}-title`} className="min-w-0 text-lg leading-snug">
            {title}
          </h2>
        </div>
        {text && <p className="text-sm text-ink-2">{text}</p>}
        <div className="contents">{children}</div>
      </Card>
    </section>
  );
}
