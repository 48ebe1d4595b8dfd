import type { ReactElement, ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Rail } from "#ui/navigation/rail.tsx";
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
  /** The right column of wide screens. */
  aside?: ReactElement;
  children: ReactNode;
}

/** The usual page: navigation rail, content and aside. */
export function ShellPage({ title, aside = <DefaultAside />, children }: ShellPageProps) {
  const { t } = useTexts();
  useVisitorState();
  return (
    <Page rail={<ShellRail />} aside={aside} asideLabel={t("shell.aside")} footer={<Footer />}>
      {title && <h1 className="mb-4 text-xl">{title}</h1>}
      <div className="contents">{children}</div>
    </Page>
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
