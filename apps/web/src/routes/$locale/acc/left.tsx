import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { LeftAccountCard } from "#features/leaving/components/left-account-card.tsx";
import { leftAccountQuery } from "#features/leaving/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/left")({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.prefetchQuery({ ...leftAccountQuery(), staleTime: 0 });
    const reply = queryClient.getQueryData(leftAccountQuery().queryKey);
    return { hasNoLeftAccount: hasNoLeftAccount(reply) };
  },
  head: ({ params: { locale }, loaderData }) => {
    const { t } = getTexts(locale);
    const title = t(loaderData?.hasNoLeftAccount ? "leaving.nothing_title" : "leaving.back_title");
    return buildPageHead({ locale, title, noindex: true });
  },
  component: LeftAccountPage,
});

/** Whether the server has replied that this browser has no left account to restore. */
const hasNoLeftAccount = (reply: object | undefined) =>
  reply !== undefined && !("left_account" in reply);

function LeftAccountPage() {
  const { t, locale } = useTexts();
  const query = useQuery(leftAccountQuery());
  const { data } = query;
  // Loads a whole page, because the CSRF token of this page belongs to no session.
  const openHome = () => window.location.assign(`/${locale}/me/home?notice=account_returned`);
  const loginLink = (
    <Link
      to="/$locale/acc/login"
      params={{ locale }}
      className={buildButtonClass({ size: "lg", isWide: true })}
    >
      {t("accounts.login_button")}
    </Link>
  );
  const homeLink = (
    <Link
      to="/$locale"
      params={{ locale }}
      className={buildButtonClass({ variant: "text", className: "justify-self-center" })}
    >
      {t("leaving.not_now")}
    </Link>
  );
  return (
    <AuthPage
      title={t(hasNoLeftAccount(data) ? "leaving.nothing_title" : "leaving.back_title")}
      below={null}
    >
      {data === undefined && (
        <LoadingState query={query} skeleton="row" title={t("leaving.load_failed")}>
          {t("leaving.load_failed_text")}
        </LoadingState>
      )}
      {data && "left_account" in data && (
        <LeftAccountCard
          left_account={data.left_account}
          onRestored={openHome}
          notNowLink={homeLink}
        />
      )}
      {data && !("left_account" in data) && (
        <div className="grid gap-5 text-center">
          <p>{t("leaving.nothing_left")}</p>
          {loginLink}
        </div>
      )}
    </AuthPage>
  );
}
