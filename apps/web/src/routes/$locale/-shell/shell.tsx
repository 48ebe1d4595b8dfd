import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { useLoader } from "#lib/loader.ts";
import { BottomNav } from "#ui/bottom-nav.tsx";
import { FullscreenLoader } from "#ui/loader.tsx";
import { Notice } from "#ui/notice.tsx";
import { ToastProvider } from "#ui/toast.tsx";
import { RequestButton } from "../-messages/request-button.tsx";
import { ModalProvider } from "../-modal/modal.tsx";
import { AccountDrawer } from "./account-drawer.tsx";
import { useDestinations } from "./destinations.tsx";
import { useDestinationsAtHand } from "./destinations-at-hand.ts";
import { useFocusOnNavigation } from "./focus-on-navigation.ts";
import { Header } from "./header.tsx";
import { useLiveCounts } from "./live-counts.ts";
import { MenuDrawer } from "./menu-drawer.tsx";
import { PageNotices } from "./page-notices.tsx";

/** What stands around every page: bars, drawers, invitation, messages, the fullscreen loader. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  useLiveCounts();
  useFocusOnNavigation();
  useDestinationsAtHand();
  return (
    <ToastProvider closeLabel={t("common.close")}>
      <ModalProvider>
        <a href="#main" className="skip-link">
          {t("shell.skip")}
        </a>
        <Bars />
        <NoScript />
        {children}
        <RequestButton />
        <BottomBar />
      </ModalProvider>
      <PageNotices />
      <FullscreenLoader open={useLoader()} label={t("common.loading")} />
    </ToastProvider>
  );
}

/**
 * Each drawer has a state of its own: one opening or closing leaves the other as it is. Whoever
 * goes to another page, also by the back button, leaves both behind.
 */
function Bars() {
  const router = useRouter();
  const [menu, setMenu] = useState(false);
  const [accounts, setAccounts] = useState(false);
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
        if (!pathChanged) return;
        setMenu(false);
        setAccounts(false);
      }),
    [router],
  );
  return (
    <>
      <Header onMenu={() => setMenu(true)} onAccounts={() => setAccounts(true)} />
      <MenuDrawer open={menu} onOpenChange={setMenu} />
      <AccountDrawer open={accounts} onOpenChange={setAccounts} />
    </>
  );
}

function BottomBar() {
  const { t } = useTexts();
  return <BottomNav label={t("shell.main_navigation")} items={useDestinations()} />;
}

/** Reading goes without scripts; what does not is said before somebody presses in vain. */
function NoScript() {
  const { t } = useTexts();
  return (
    <noscript>
      <div className="mx-auto max-w-column px-4 pt-4">
        <Notice tone="warn">{t("common.no_script")}</Notice>
      </div>
    </noscript>
  );
}
