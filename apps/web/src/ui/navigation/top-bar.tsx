import type { ReactNode } from "react";

type TopBarProps = {
  /** The logo, or a link back. */
  start: ReactNode;
  /** The page's title on inner pages. */
  title?: ReactNode;
  /** Icon buttons at the end. */
  children?: ReactNode;
};

export function TopBar({ start, title, children }: TopBarProps) {
  return (
    <header
      data-shell-bar
      // With a large text, a phone has no room for a bar that stays: it scrolls away.
      className="@container sticky top-0 z-30 max-md:top-[min(0px,(72px-3.5rem)*999)] border-b border-line bg-surface/88 pt-[env(safe-area-inset-top)] backdrop-blur-md backdrop-saturate-150"
    >
      <div className="mx-auto flex h-bar page-width items-center gap-2 pr-2 pl-4 @max-[15rem]:gap-1 @max-[15rem]:pl-3 md:px-6">
        <div className="min-w-0">{start}</div>
        {title && <div className="min-w-0 flex-1 truncate font-bold">{title}</div>}
        <div className="ml-auto flex shrink-0 items-center">{children}</div>
      </div>
    </header>
  );
}
