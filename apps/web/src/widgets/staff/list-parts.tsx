import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { type RenderedElement, renderAs } from "#ui/render-as.ts";
import { Shortcuts } from "./shortcuts.tsx";

interface ListPagesProps {
  /** The link to the first page; undefined on it. */
  first: RenderedElement | undefined;
  /** The link to the next page; undefined on the last one. */
  next: RenderedElement | undefined;
}

/** The links to the first and to the next page of a list. */
export function ListPages({ first, next }: ListPagesProps) {
  const { t } = useTexts();
  const className = buildButtonClass({ variant: "outline" });
  return (
    <nav
      aria-label={t("common.pages")}
      className="flex flex-wrap justify-between gap-3 empty:hidden"
    >
      {first && renderAs(first, { className, children: t("common.page_first") })}
      {next && renderAs(next, { className, children: t("common.page_next") })}
    </nav>
  );
}

export const textLinkClass = "font-semibold text-brand underline underline-offset-4";

/** A link that stands alone, such as the one back to the list. */
export const lineLinkClass = `inline-flex min-h-11 items-center ${textLinkClass}`;

/** The keys of a list whose rows are links. */
export function RowShortcuts() {
  const { t } = useTexts();
  return (
    <Shortcuts
      keys={[
        ["j", t("staff.key_next")],
        ["k", t("staff.key_previous")],
        ["Enter", t("staff.key_open")],
      ]}
    />
  );
}

/** Facts of a thing, each with its name. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
