import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, redirect, useLocation } from "@tanstack/react-router";
import { isHandle } from "@toibako/contract/handles.ts";
import { browserAccountsQuery, switchToAccount } from "#features/accounts/queries/sessions.ts";
import {
  currentUserQuery,
  readUser,
  requireSession,
  useCurrentUser,
} from "#features/accounts/queries.ts";
import { userQuery } from "#features/profiles/queries.ts";
import { suppressStaleTabDialog } from "#lib/http/stale-tab.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

/**
 * The address to which push messages link. Redirects to the page that the message is about. If the message
 * was for another account than the active one, the page says so.
 */
export const Route = createFileRoute("/$locale/me/push")({
  validateSearch: ({ account = "", kind = "" }: { account?: unknown; kind?: unknown }) => ({
    // Dropped unless it is a handle, because the page shows it in a sentence, where any text could mislead.
    account: isHandle(String(account)) ? String(account) : "",
    kind: String(kind),
  }),
  beforeLoad: requireSession,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps: { account, kind } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    const isForActiveAccount = account === "" || account === user?.account;
    const handle = isForActiveAccount
      ? user?.account
      : await findCurrentHandle(queryClient, account);
    if (handle !== undefined && handle !== user?.account) {
      await queryClient.prefetchQuery(browserAccountsQuery());
      return { account: handle };
    }
    if (kind === "question") throw redirect({ to: "/$locale/box", params });
    if (kind === "message") throw redirect({ to: "/$locale/me/talks", params });
    if (kind === "notice") throw redirect({ to: "/$locale/me/notices", params });
    throw redirect({ to: "/$locale/me/home", params, search: { tab: "send" } });
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("push.other_title"), noindex: true }),
  component: InactiveAccountNotice,
});

/** Returns the present handle of the account of a push message, which may have changed since it was sent. */
async function findCurrentHandle(client: QueryClient, account: string): Promise<string> {
  const profile = await client.ensureQueryData(userQuery(account)).catch(() => undefined);
  return profile?.user.toibako_id ?? account;
}

function InactiveAccountNotice() {
  const { t, locale } = useTexts();
  const { account } = Route.useLoaderData();
  const user = useCurrentUser();
  return (
    <ShellPage>
      <EmptyState
        title={t("push.other_title")}
        heading={1}
        action={
          <>
            <SwitchAccountAction account={account} />
            <Link
              to="/$locale/me/home"
              params={{ locale }}
              className={buildButtonClass({ variant: "outline" })}
            >
              {t("shell.home")}
            </Link>
          </>
        }
      >
        {t.rich("push.other_text", { account, active: user?.account ?? "" }, {})}
      </EmptyState>
    </ShellPage>
  );
}

/** Switches to the account of the push message; links to the login if it isn't signed in on this browser. */
function SwitchAccountAction({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const { href } = useLocation();
  const { data } = useQuery(browserAccountsQuery());
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: (user_id: string) => switchToAccount(client, user_id),
    // Loads this page again for the other account. The loader then redirects to what the message is about.
    onSuccess() {
      suppressStaleTabDialog();
      window.location.reload();
    },
  });
  if (!data) return null;
  const entry = data.accounts.find((other) => other.account === account);
  if (!entry) {
    return (
      <Link
        to="/$locale/acc/login"
        params={{ locale }}
        search={{ mal: "1", next: href }}
        className={buildButtonClass()}
      >
        {t.rich("accounts.stale_log_in", { account }, {})}
      </Link>
    );
  }
  return (
    <>
      {isError && (
        <Callout tone="error" className="w-full">
          {t("accounts.stale_failed")}
        </Callout>
      )}
      <Button isPending={isPending || isSuccess} onClick={() => mutate(entry.user_id)}>
        {t.rich("accounts.stale_go_on", { account }, {})}
      </Button>
    </>
  );
}
