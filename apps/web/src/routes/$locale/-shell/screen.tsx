import type { ReactElement, ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Page, PageFrame } from "#ui/page.tsx";
import { Rail } from "#ui/rail.tsx";
import { RequestLink } from "../-messages/request-button.tsx";
import { DefaultAside } from "./default-aside.tsx";
import { useDestinations } from "./destinations.tsx";
import { Footer } from "./footer.tsx";

interface ScreenProps {
  /** The page's heading; left out where the content brings its own. */
  title?: string;
  /** What wide screens show on the right; a card that suits every page stands in. */
  aside?: ReactElement;
  children: ReactNode;
}

/** The frame of a page inside the shell: rail, content, aside. */
export function Screen({ title, aside = <DefaultAside />, children }: ScreenProps) {
  const { t } = useTexts();
  const rail = (
    <Rail label={t("shell.main_navigation")} items={useDestinations()}>
      <RequestLink />
    </Rail>
  );
  return (
    <Page rail={rail} aside={aside} asideLabel={t("shell.aside")} footer={<Footer />}>
      {title && <h1 className="mb-4 text-xl">{title}</h1>}
      {children}
    </Page>
  );
}

/** A page without side columns: the top page, forms of their own, texts to read. */
export function Stage({ children }: { children: ReactNode }) {
  return (
    <PageFrame footer={<Footer />}>
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </PageFrame>
  );
}
