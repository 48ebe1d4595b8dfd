import { useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Logo } from "#ui/logo.tsx";
import { TopBar } from "#ui/top-bar.tsx";
import { Screen } from "./$locale/-shell/screen.tsx";

/** The frame of what stands in for a page: inside the shell where it is there, else a plain one. */
export function Place({ children }: { children: ReactNode }) {
  const { locale } = useTexts();
  const in_shell = useMatches({
    select: (matches) =>
      matches.some(({ routeId, status }) => routeId === "/$locale" && status === "success"),
  });
  if (in_shell) return <Screen>{children}</Screen>;
  return (
    <>
      <TopBar
        start={
          <a href={`/${locale}`} className="flex min-h-11 items-center rounded-md">
            <Logo />
          </a>
        }
      />
      <main id="main" className="mx-auto max-w-column px-4 py-6">
        {children}
      </main>
    </>
  );
}
