import type { QueryClient } from "@tanstack/react-query";
import { createFileRoute, Link, redirect } from "@tanstack/react-router";
import {
  currentUserQuery,
  readUser,
  requireSession,
  useCurrentUser,
} from "#features/accounts/queries.ts";
import { userQuery } from "#features/profiles/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { EmptyState } from "#ui/feedback/states.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

/**
 * The address to which push messages link. Redirects to the page that the message is about. If the message was for
 * another account than the active one, the page says so.
 */
export const Route = createFileRoute("/$locale/me/push")({
  validateSearch: ({ account = "", kind = "" }: { account?: unknown; kind?: unknown }) => ({
    account: String(account),
    kind: String(kind),
  }),
  beforeLoad: requireSession,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params, deps: { account, kind } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    const isForActiveAccount =
      account === "" || user?.account === account || (await isOwnHandle(queryClient, account));
    if (!isForActiveAccount) return;
    if (kind === "question") throw redirect({ to: "/$locale/box", params });
    if (kind === "notice") throw redirect({ to: "/$locale/me/notices", params });
    throw redirect({ to: "/$locale/me/home", params, search: { tab: "send" } });
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("push.other_title"), noindex: true }),
  component: InactiveAccountNotice,
});

/** Whether a handle is a former one of the active account, which may have changed it since the push message. */
async function isOwnHandle(client: QueryClient, account: string): Promise<boolean> {
  const profile = await client.ensureQueryData(userQuery(account)).catch(() => undefined);
  return profile?.user.is_self ?? false;
}

function InactiveAccountNotice() {
  const { t, locale } = useTexts();
  const { account } = Route.useSearch();
  const user = useCurrentUser();
  return (
    <ShellPage>
      <EmptyState
        title={t("push.other_title")}
        heading={1}
        action={
          <Link to="/$locale/me/home" params={{ locale }} className={buttonClass()}>
            {t("shell.home")}
          </Link>
        }
      >
        {t("push.other_text", { account, active: user?.account ?? "" })}
      </EmptyState>
    </ShellPage>
  );
}
