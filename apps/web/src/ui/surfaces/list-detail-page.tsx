import type { ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { PageFrame } from "./page.tsx";

type ListDetailPageProps = {
  children: ReactNode;
  /** Left column of wide screens; phones show the bottom navigation instead. */
  rail: ReactNode;
  /** Below all columns, across the whole width. */
  footer?: ReactNode;
  list: ReactNode;
  /** Spoken name of the list. */
  listLabel: string;
  /** Whether an entry of the list is open: narrow screens then show the entry (the children) instead of the list. */
  isDetailOpen: boolean;
};

/** A list and its open entry, which stand side by side from `lg` on. */
export function ListDetailPage(props: ListDetailPageProps) {
  const { children, rail, list, listLabel, isDetailOpen, footer } = props;
  return (
    <PageFrame footer={footer}>
      <div className="mx-auto page-width px-4 pt-4 pb-10 md:grid md:grid-cols-[6rem_minmax(0,1fr)] md:items-start md:gap-6 md:px-6 md:pt-6 md:pb-12 xl:grid-cols-[12.5rem_minmax(0,1fr)]">
        <div className="sticky top-[calc(var(--bar)+1.5rem)] hidden md:block">{rail}</div>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 outline-none lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-6 xl:grid-cols-[22rem_minmax(0,1fr)]"
        >
          <section
            aria-label={listLabel}
            className={cx(
              "min-w-0 lg:sticky lg:top-[calc(var(--bar)+0.5rem)] lg:-m-4 lg:block lg:max-h-[calc(100dvh-var(--bar)-0.5rem)] lg:overflow-y-auto lg:overscroll-contain lg:p-4 lg:[scrollbar-width:thin]",
              isDetailOpen && "hidden",
            )}
          >
            {list}
          </section>
          <div className={cx("min-w-0 lg:block", !isDetailOpen && "hidden")}>{children}</div>
        </main>
      </div>
    </PageFrame>
  );
}
