import type { ReactElement, ReactNode } from "react";
import { renderAs } from "#ui/render-as.ts";
import { Card } from "#ui/surfaces/card.tsx";

interface HomeCardProps {
  title?: string;
  /** The link to the page that shows more. */
  link?: ReactNode;
  children: ReactNode;
}

/** A part of an account's home. */
export function HomeCard({ title, link, children }: HomeCardProps) {
  return (
    <Card as="section" className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h2 className="text-md leading-snug">{title}</h2>
          {link}
        </div>
      )}
      <div className="contents">{children}</div>
    </Card>
  );
}

export function HomeLink({ render, children }: { render: ReactElement; children: ReactNode }) {
  const className =
    "-my-2 inline-flex min-h-11 items-center rounded-sm text-sm font-semibold text-brand";
  return renderAs(render as ReactElement<object>, {
    className,
    children: <span>{children} ›</span>,
  });
}
