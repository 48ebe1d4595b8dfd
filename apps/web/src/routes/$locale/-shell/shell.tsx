import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { InviteProvider } from "#features/accounts/components/invite.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { BottomNav } from "#ui/bottom-nav.tsx";
import { Logo } from "#ui/logo.tsx";
import { ToastProvider } from "#ui/toast.tsx";
import { TopBar } from "#ui/top-bar.tsx";
import { useDestinations } from "./destinations.tsx";

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <ToastProvider closeLabel={t("common.close")}>
      <InviteProvider>
        <Header />
        {children}
        <BottomBar />
      </InviteProvider>
    </ToastProvider>
  );
}

function Header() {
  const { locale } = useTexts();
  return (
    <TopBar
      start={
        <Link to="/$locale" params={{ locale }}>
          <Logo />
        </Link>
      }
    />
  );
}

function BottomBar() {
  const { t } = useTexts();
  return <BottomNav label={t("shell.main_navigation")} items={useDestinations()} />;
}
