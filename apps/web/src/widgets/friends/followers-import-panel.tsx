import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter, useRouterState } from "@tanstack/react-router";
import {
  type FollowersOnXTab,
  type FriendImport,
  maxImportedFollowers,
} from "@toibako/contract/friends/import.ts";
import { useEffect, useRef, useState } from "react";
import { ProviderForm } from "#features/accounts/components/provider-form.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { importQuery, useStartImport } from "#features/friends/queries/import.ts";
import { followersOnXQueryName } from "#features/friends/queries/people.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { durations, useToasts } from "#ui/feedback/toasts.ts";
import { XMark } from "#ui/marks/x.tsx";
import { Card } from "#ui/surfaces/card.tsx";

/**
 * A panel that imports the account's followers on X. If the account isn't linked to X, it has a link to the setting that
 * does this; if the site isn't connected to X at all, it says so.
 */
export function FollowersImportPanel() {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  const user = useCurrentUser();
  if (!user) return null;
  if (!site.providers.includes("twitter")) {
    return <Callout className="mb-5">{t("friends.import_no_x")}</Callout>;
  }
  return (
    <Card as="section" className="mb-5" aria-labelledby="import-title">
      <h2 id="import-title" className="text-md leading-snug">
        {t("friends.import_title")}
      </h2>
      {user.provider.includes("twitter") ? (
        <ImportControl />
      ) : (
        <>
          <p className="mt-1 mb-4 text-sm text-ink-2">{t("friends.link_x_text")}</p>
          <Link
            to="/$locale/stg"
            params={{ locale }}
            search={{ tab: "sns" }}
            className={buildButtonClass({ variant: "outline" })}
          >
            <XMark />
            {t("friends.link_x")}
          </Link>
        </>
      )}
    </Card>
  );
}

/** The button that starts an import, or the progress of a running one. */
export function ImportControl() {
  const { t } = useTexts();
  const query = useQuery(importQuery());
  const { mutate, isPending } = useStartImport();
  const toasts = useToasts();
  const state = query.data;
  const isCoolingDown = useIsCoolingDown(state?.available_at ?? null);
  useCompletionToast(state);
  if (!state) {
    return <LoadingStatePanel query={query} title={t("friends.import_unknown")} />;
  }
  if (state.status === "running") return <Progress {...state} />;

  function start() {
    mutate(undefined, {
      onError: (error) =>
        toasts.showToast(describeFailure(error, t("friends.failed")), { type: "error" }),
    });
  }
  return (
    <>
      {state.reason && (
        <p role="alert" className="mt-1 text-sm font-semibold text-danger">
          {t(`friends.import_${state.reason}`)}
        </p>
      )}
      {state.status === "done" && (state.total ?? 0) > maxImportedFollowers && (
        <p className="mt-1 text-sm font-semibold">
          {t("friends.import_limit", { n: maxImportedFollowers })}
        </p>
      )}
      <p className="mt-1 mb-4 text-sm text-ink-2">
        {t(isCoolingDown ? "friends.import_cooldown" : "friends.import_text")}
      </p>
      {state.reason === "link_needed" ? (
        <RelinkForm />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" isPending={isPending} disabled={isCoolingDown} onClick={start}>
            {!isPending && <XMark />}
            <span>{t(state.status === "none" ? "friends.import" : "friends.import_again")}</span>
          </Button>
          {state.status === "done" && <ImportedLink {...state} />}
        </div>
      )}
      {state.status === "done" && state.completed_count === 0 && (
        <p className="mt-3 text-sm font-semibold">{t("friends.import_nobody")}</p>
      )}
    </>
  );
}

/**
 * The number of followers with an account here, as a link to their list. If there are none, links to those who can be
 * invited.
 */
function ImportedLink({ completed_count, progress }: FriendImport) {
  const { t, locale } = useTexts();
  const tab = chooseImportedTab(completed_count);
  if (tab === "pending" && progress === 0) return null;
  return (
    <Link
      to="/$locale/follows"
      params={{ locale }}
      search={{ tab, page: 1 }}
      className={buildButtonClass({ variant: "text" })}
    >
      {tab === "completed"
        ? t("friends.import_done", { n: completed_count })
        : t("friends.import_invite")}
    </Link>
  );
}

/** The list that a finished import leads to. */
const chooseImportedTab = (completed_count: number): FollowersOnXTab =>
  completed_count > 0 ? "completed" : "pending";

/** Links X again, which renews the account's access to X, and returns to this page. */
function RelinkForm() {
  const { t } = useTexts();
  const next = useRouterState({ select: ({ location }) => location.href });
  return (
    <ProviderForm provider="twitter" isLinking next={next}>
      <Button type="submit">
        <XMark />
        {t("friends.link_x_again")}
      </Button>
    </ProviderForm>
  );
}

function Progress({ progress, total, wait_minutes }: FriendImport) {
  const { t } = useTexts();
  const text = t("friends.import_running", { n: progress });
  return (
    <div className="mt-2">
      <p role="status" className="mb-2 text-sm text-ink-2">
        {text}
      </p>
      {wait_minutes !== null && (
        <p role="status" className="mb-2 text-sm font-semibold">
          {t("friends.import_waiting", { n: Math.max(wait_minutes, 1) })}
        </p>
      )}
      <progress
        aria-label={t("friends.import_title")}
        className="progress-bar"
        {...(total !== null && { max: Math.max(total, 1), value: Math.min(progress, total) })}
      />
    </div>
  );
}

/** Whether the next import can't start yet. Renders the component again at `available_at`, from when on it can. */
function useIsCoolingDown(available_at: string | null): boolean {
  const [reachedTime, setReachedTime] = useState<string>();
  useEffect(() => {
    if (available_at === null) return;
    const delay = Math.max(0, new Date(available_at).getTime() - Date.now());
    const timer = setTimeout(() => setReachedTime(available_at), delay);
    return () => clearTimeout(timer);
  }, [available_at]);
  return available_at !== null && reachedTime !== available_at;
}

/**
 * When a running import is done, fetches the lists of followers again and shows a message: how many of the followers have
 * an account on this site.
 */
function useCompletionToast(state: FriendImport | undefined): void {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const router = useRouter();
  const client = useQueryClient();
  const previousStatus = useRef<FriendImport["status"]>(undefined);
  const status = state?.status;
  const count = state?.completed_count ?? 0;
  useEffect(() => {
    const hasEnded = previousStatus.current === "running" && status === "done";
    previousStatus.current = status;
    if (!hasEnded) return;
    void client.invalidateQueries({ queryKey: [followersOnXQueryName] });
    if (count === 0) {
      // The panel leads to those who can be invited.
      toasts.showToast(t("friends.import_nobody"), { duration: durations.longToast });
      return;
    }
    toasts.showToast(t("friends.import_done", { n: count }), {
      type: "success",
      duration: durations.toastWithAction,
      action: {
        label: t("friends.import_show"),
        onPress: () =>
          void router.navigate({
            to: "/$locale/follows",
            params: { locale },
            search: { tab: "completed", page: 1 },
          }),
      },
    });
  }, [status, count, client, toasts, router, locale, t]);
}
