import type { ReactElement, ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Rail } from "#ui/navigation/rail.tsx";
import { FlapEdge } from "#ui/surfaces/flap-edge.tsx";
import { Page, PageFrame } from "#ui/surfaces/page.tsx";
import { AskSomeone } from "#widgets/shell/ask-someone.tsx";
import { useDestinations } from "#widgets/shell/destinations.tsx";
import { Footer } from "#widgets/shell/footer.tsx";
import { MessageLink } from "#widgets/shell/message-link-button.tsx";
import { DefaultAside } from "./default-aside.tsx";
import { useVisitorState } from "./use-visitor-state.ts";

interface ShellPageProps {
  /** The page's heading; undefined if the content has its own. */
  title?: string;
  /** A small drawing beside the heading, on the flap of an envelope. */
  drawing?: ReactNode;
  /** The right column of wide screens. */
  aside?: ReactElement;
  children: ReactNode;
}

/** The usual page: navigation rail, content and aside. */
export function ShellPage({ title, drawing, aside = <DefaultAside />, children }: ShellPageProps) {
  const { t } = useTexts();
  useVisitorState();
  return (
    <Page rail={<ShellRail />} aside={aside} asideLabel={t("shell.aside")} footer={<Footer />}>
      {title && <PageHead title={title} drawing={drawing} />}
      <div className="contents">{children}</div>
    </Page>
  );
}

/** The heading of a page. With a drawing, it is as wide as the screen of a phone, as the heads of the main pages are. */
function PageHead({ title, drawing }: { title: string; drawing: ReactNode }) {
  if (!drawing) return <h1 className="mb-4 text-xl">{title}</h1>;
  return (
    <header className="-mx-4 -mt-4 mb-4 overflow-hidden bg-paper pb-1 text-ink-on-paper md:mx-0 md:mt-0 md:rounded-sheet">
      <div className="flex items-center gap-3 bg-flap px-4 pt-2 md:px-5">
        <h1 className="min-w-0 flex-1 text-xl">{title}</h1>
        <div className="relative -mb-2 w-[min(5rem,26vw)] shrink-0">{drawing}</div>
      </div>
      <FlapEdge />
    </header>
  );
}

/** The main destinations, in the left column of wide screens. */
export function ShellRail() {
  const { t } = useTexts();
  return (
    <Rail
      label={t("shell.main_navigation")}
      items={useDestinations("rail")}
      action={<AskSomeone />}
    >
      <MessageLink />
    </Rail>
  );
}

/** A page without side columns, such as the top page and the login page. */
export function WidePage({ children }: { children: ReactNode }) {
  useVisitorState();
  return (
    <PageFrame footer={<Footer />}>
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </PageFrame>
  );
}
