import type { ReactElement, ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Page } from "#ui/page.tsx";
import { Rail } from "#ui/rail.tsx";
import { DefaultAside } from "./default-aside.tsx";
import { useDestinations } from "./destinations.tsx";

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
  const rail = <Rail label={t("shell.main_navigation")} items={useDestinations()} />;
  return (
    <Page rail={rail} aside={aside} asideLabel={t("shell.aside")}>
      {title && <h1 className="mb-4 text-xl">{title}</h1>}
      {children}
    </Page>
  );
}
