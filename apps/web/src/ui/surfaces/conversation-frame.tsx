import type { ReactNode } from "react";

/** The place of an open conversation: the whole screen of phones, and elsewhere the height that the page leaves. */
export function ConversationFrame({ children }: { children: ReactNode }) {
  return (
    <div
      data-full-screen
      className="max-md:fixed max-md:inset-x-0 max-md:top-[var(--visual-top,0px)] max-md:z-30 max-md:h-[var(--visual-height,100dvh)] md:h-[calc(100dvh-var(--bar)-4.5rem)] md:min-h-80"
    >
      {children}
    </div>
  );
}

/** The sheet of a conversation, which fills its frame: a header, what stands below it, and the rest. */
export function ConversationSheet({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full min-h-0 flex-col overflow-hidden bg-bg md:rounded-sheet md:shadow-e2">
      {children}
    </div>
  );
}

interface ConversationHeaderProps {
  /** The way back to the list, where it isn't beside the conversation. */
  back: ReactNode;
  picture: ReactNode;
  title: ReactNode;
  /** A line below the title. */
  state: ReactNode;
  /** The menu. */
  children?: ReactNode;
}

export function ConversationHeader(props: ConversationHeaderProps) {
  const { back, picture, title, state, children } = props;
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 pt-[env(safe-area-inset-top)] md:px-4 md:pt-0">
      {back}
      {picture}
      {/* The state of a talk can have two lines. */}
      <div className="min-w-0 flex-1 py-1.5">
        <h1 data-page-focus tabIndex={-1} className="truncate text-md leading-snug outline-none">
          {title}
        </h1>
        {state}
      </div>
      <div className="contents">{children}</div>
    </header>
  );
}
