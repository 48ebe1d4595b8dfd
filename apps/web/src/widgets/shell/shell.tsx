import { Link, useLocation, useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HelpOfferOnDemand } from "#features/help/components/help-offer-on-demand.tsx";
import { scrollSmoothlyTo } from "#lib/browser/smooth-scroll.ts";
import { useListKeys } from "#lib/browser/use-list-keys.ts";
import { useLoader } from "#lib/http/loader.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { findContent } from "#lib/page/focus-content.ts";
import { useStoredTitles } from "#lib/page/previous-page.ts";
import { usePathChange } from "#lib/page/use-path-change.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { ListLabelsContext } from "#ui/feedback/list-labels.ts";
import { FullscreenLoader } from "#ui/feedback/loader.tsx";
import { ToastProvider } from "#ui/feedback/toast.tsx";
import { type ToastType, useToasts } from "#ui/feedback/toasts.ts";
import { TextNotice } from "#ui/forms/text-notice.tsx";
import { BottomNav } from "#ui/navigation/bottom-nav.tsx";
import { ModalHost, useModal } from "#widgets/modals/modal-host.tsx";
import { ActiveAccount } from "./active-account.tsx";
import { useDestinations } from "./destinations.tsx";
import { AccountDrawer, MenuDrawer } from "./drawers.tsx";
import { Header } from "./header.tsx";
import { useLiveCounts } from "./live-counts.ts";
import { MessageLinkButton } from "./message-link-button.tsx";
import { usePreloadDestinations } from "./preload-destinations.ts";

/** The frame of every page: bars, drawers, modals, toasts and the fullscreen loader. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  useFocusOnNavigation();
  useScrollToTarget();
  usePreloadDestinations();
  useStoredTitles();
  const hasBars = useMatches({
    select: (matches) => !matches.some(({ staticData }) => staticData.hasNoBars),
  });
  return (
    <ToastProvider closeLabel={t("common.close")}>
      <ListLabels>
        <TextNotice value={HelpOfferOnDemand}>
          <ModalHost>
            <a href="#main" className="skip-link">
              {t("shell.skip")}
            </a>
            {hasBars && <Bars />}
            <ListKeys />
            <NoScript />
            <ScriptsFailed />
            <Suspended />
            <div className="contents">{children}</div>
            {hasBars && <MessageLinkButton />}
            {hasBars && <BottomBar />}
          </ModalHost>
        </TextNotice>
        <LiveCounts />
        <PageMessages />
        <ActiveAccount />
        <FullscreenLoader open={useLoader()} label={t("common.loading")} />
      </ListLabels>
    </ToastProvider>
  );
}

/** Calls the hook in a component below `ToastProvider`, because the hook shows toasts. */
function LiveCounts() {
  useLiveCounts();
  return null;
}

/** Calls the hook in a component below `ModalHost`, because `?` opens the list of keys. The console has keys of its own. */
function ListKeys() {
  const { locale } = useTexts();
  const modal = useModal();
  const isInConsole = useLocation({
    select: ({ pathname }) => pathname.startsWith(`/${locale}/adm`),
  });
  useListKeys(() => isInConsole || modal.open("list_keys"));
  return null;
}

/** Provides the labels of all lists and folded texts below. */
function ListLabels({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const labels = {
    loading: t("common.loading"),
    retry: t("common.retry"),
    more: t("common.more"),
    unfold: t("common.show_more"),
    fold: t("common.show_less"),
    moreFailed: t("common.more_failed"),
    added: (n: number) => t("common.more_added", { n }),
    pages: {
      nav: t("common.pages"),
      first: t("common.page_first"),
      previous: t("common.page_previous"),
      next: t("common.page_next"),
      last: t("common.page_last"),
    },
  };
  return <ListLabelsContext value={labels}>{children}</ListLabelsContext>;
}

/** The header and its two drawers. Navigation to another page closes both drawers. */
function Bars() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isAccountsOpen, setIsAccountsOpen] = useState(false);
  usePathChange(() => {
    setIsMenuOpen(false);
    setIsAccountsOpen(false);
  });
  return (
    <>
      <Header onMenu={() => setIsMenuOpen(true)} onAccounts={() => setIsAccountsOpen(true)} />
      <MenuDrawer open={isMenuOpen} onOpenChange={setIsMenuOpen} />
      <AccountDrawer open={isAccountsOpen} onOpenChange={setIsAccountsOpen} />
    </>
  );
}

function BottomBar() {
  const { t } = useTexts();
  return <BottomNav label={t("shell.main_navigation")} items={useDestinations("bottom")} />;
}

/** Says to readers without scripts that most forms and buttons don't work. */
function NoScript() {
  const { t } = useTexts();
  return (
    <noscript>
      <div className="mx-auto max-w-column px-4 pt-4">
        <Callout tone="warn">{t("common.no_script")}</Callout>
      </div>
    </noscript>
  );
}

/** Says to a suspended account what it can't do, and where the reason is. */
function Suspended() {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  if (!user?.suspended_until) return null;
  return (
    <div className="mx-auto max-w-column px-4 pt-4">
      <Callout tone="warn" title={t("shell.suspended")}>
        <Link
          to="/$locale/me/decisions"
          params={{ locale }}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t("shell.suspended_link")}
        </Link>
      </Callout>
    </div>
  );
}

/**
 * Says that the page's scripts can't be loaded. It is always rendered, and an attribute of the document shows it,
 * because React doesn't run in this case.
 */
function ScriptsFailed() {
  const { t } = useTexts();
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-24 z-50 mx-auto hidden max-w-column rounded-lg shadow-e3 in-data-[scripts=failed]:block"
    >
      <Callout tone="warn">{t("common.scripts_failed")}</Callout>
    </div>
  );
}

/**
 * Moves the focus to the content, or to a heading with `data-page-focus`, after a navigation to another page, or one within
 * a page that removed the focused element.
 */
function useFocusOnNavigation() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation, toLocation }) => {
        if (!fromLocation || toLocation.hash) return;
        if (!pathChanged && document.activeElement !== document.body) return;
        findContent()?.focus({ preventScroll: true });
      }),
    [router],
  );
}

/** Scrolls to the element that the address's hash names: smoothly within a page, at once after loading another page. */
function useScrollToTarget() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation, toLocation }) => {
        const target = toLocation.hash && document.getElementById(toLocation.hash);
        if (!target) return;
        if (pathChanged || !fromLocation) target.scrollIntoView();
        else scrollSmoothlyTo(target);
      }),
    [router],
  );
}

/**
 * Shows the messages that the server has written into the page as toasts:
 * `<meta name="toibako-message" content="text" data-type="error">`. The client entry has removed `?notice=…`
 * from the address, so a reload doesn't show them again.
 */
function PageMessages() {
  const toasts = useToasts();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="toibako-message"]')) {
      toasts.showBar(readToastType(meta.dataset.type), meta.content);
      meta.remove();
    }
  }, [toasts]);
  return null;
}

function readToastType(name = ""): ToastType {
  return name === "error" || name === "success" || name === "warning" ? name : "notice";
}
