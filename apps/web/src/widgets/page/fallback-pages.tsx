import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState, useTransition } from "react";
import { ApiError } from "#lib/http/api-error.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { isMissingScript, isServerReachable, reloadOnce } from "#lib/page/new-release.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Logo } from "#ui/drawings/logo.tsx";
import { NotFoundDrawing } from "#ui/drawings/not-found.tsx";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#ui/feedback/states.tsx";
import { TopBar } from "#ui/navigation/top-bar.tsx";
import { ShellPage } from "./shell-page.tsx";

/** Replaces a page that failed to load or render, and has a button to retry. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isPending, startTransition] = useTransition();
  const isScriptMissing = isMissingScript(error);
  const [isUnreachable, setIsUnreachable] = useState(false);
  useEffect(() => {
    if (isScriptMissing) void reloadOnce().then((isReachable) => setIsUnreachable(!isReachable));
  }, [isScriptMissing]);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;

  const isOffline = isUnreachable || (error instanceof ApiError && error.code === "network");
  const messages = error instanceof ApiError ? error.messages : [];
  function retry() {
    startTransition(async () => {
      if (isScriptMissing && (await isServerReachable())) return location.reload();
      // The cache may still contain the data with which the page failed.
      queryClient.removeQueries({ type: "inactive" });
      await router.invalidate();
      reset();
    });
  }
  return (
    <FallbackFrame>
      <ErrorState
        heading={1}
        isLetter
        title={t(isOffline ? "common.offline" : "common.error_title")}
        retryLabel={t("common.retry")}
        onRetry={retry}
        isPending={isPending}
      >
        {messages[0] ?? t("common.error_text")}
      </ErrorState>
    </FallbackFrame>
  );
}

export function NotFoundPage() {
  const { t, locale } = useTexts();
  const title = `${t("common.not_found_title")} | ${t("common.site_name")}`;
  useEffect(() => {
    const previousTitle = document.title;
    document.title = title;
    return () => {
      // The router has not set the title of the next page yet.
      if (document.title === title) document.title = previousTitle;
    };
  }, [title]);
  return (
    <FallbackFrame>
      <EmptyState
        heading={1}
        isLetter
        drawing={<NotFoundDrawing />}
        title={t("common.not_found_title")}
        action={
          <a href={`/${locale}`} className={buildButtonClass()}>
            {t("common.to_top")}
          </a>
        }
      >
        {t("common.not_found_text")}
      </EmptyState>
    </FallbackFrame>
  );
}

/** Shown when the data of a page takes longer than the router's pending delay. */
export function PendingPage() {
  const { t } = useTexts();
  return (
    <FallbackFrame>
      <SkeletonList kind="letter" label={t("common.loading")} />
    </FallbackFrame>
  );
}

/**
 * The frame of the pages in this file: the shell if the shell's route has loaded, otherwise a top bar with
 * the logo.
 */
function FallbackFrame({ children }: { children: ReactNode }) {
  const { locale } = useTexts();
  const isInShell = useMatches({
    select: (matches) =>
      matches.some(({ routeId, status }) => routeId === "/$locale" && status === "success"),
  });
  if (isInShell) return <ShellPage>{children}</ShellPage>;
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
