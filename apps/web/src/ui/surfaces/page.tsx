import type { ReactElement, ReactNode } from "react";

type PageProps = {
  children: ReactNode;
  /** Left column of wide screens; phones show the bottom navigation instead. */
  rail: ReactNode;
  /** Right column of wide screens. Required, so that no page leaves this column empty. */
  aside: ReactElement;
  asideLabel: string;
  /** Below all columns, across the whole width. */
  footer?: ReactNode;
  /** Target of the skip link. */
  id?: string;
};

/** The columns: from `md` on the rail (the navigation) and the content, from `lg` on the aside too. Phones show the content only. */
export function Page({ children, rail, aside, asideLabel, footer, id = "main" }: PageProps) {
  return (
    <PageFrame footer={footer}>
      <div className="mx-auto page-width px-4 pt-4 pb-10 md:grid md:grid-cols-[6rem_minmax(0,1fr)] md:items-start md:gap-6 md:px-6 md:pt-6 md:pb-12 widest:grid-cols-[12.5rem_minmax(0,62rem)_20rem] lg:grid-cols-[6rem_minmax(0,1fr)_17.5rem] xl:grid-cols-[12.5rem_minmax(0,42.5rem)_18rem] xl:justify-between">
        <div className="sticky top-[calc(var(--bar)+1.5rem)] hidden md:block">{rail}</div>
        <main id={id} tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
        <aside
          aria-label={asideLabel}
          className="sticky top-[calc(var(--bar)+0.5rem)] -m-4 -mb-8 hidden max-h-[calc(100dvh-var(--bar)-0.5rem)] gap-5 grid-cols-[minmax(0,1fr)] overflow-y-auto p-4 pb-8 fading-end [scrollbar-width:none] lg:grid"
        >
          {aside}
        </aside>
      </div>
    </PageFrame>
  );
}

/** A page without columns, such as the top page: content, and the footer at the lower edge. */
export function PageFrame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--bar))] flex-col pb-[calc(var(--nav)+var(--foot,0px)+env(safe-area-inset-bottom))]">
      <div className="flex-1">{children}</div>
      {footer}
    </div>
  );
}
