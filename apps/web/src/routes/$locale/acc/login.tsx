import { createFileRoute, Link } from "@tanstack/react-router";
import { LoginForm } from "#features/accounts/components/login-form.tsx";
import { SocialLogin } from "#features/accounts/components/social-login.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { validateNextSearch } from "#lib/page/search.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/login")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateNextSearch,
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("accounts.login_button"), noindex: true }),
  component: Login,
});

function Login() {
  const { t, locale } = useTexts();
  const search = Route.useSearch();
  const user = useCurrentUser();
  // Loads a whole page: the CSRF token of this one belongs to the previous session.
  const openNextPage = () => {
    // The redirect kept the hash of the requested address.
    const next = search.next && search.next + window.location.hash;
    window.location.assign(next ?? `/${locale}/me/home`);
  };
  return (
    <AuthPage
      title={t("accounts.login_title")}
      below={
        <>
          <span className="text-ink-2">{t("accounts.no_account")}</span>
          <Link
            to="/$locale/acc/regist"
            params={{ locale }}
            search={search}
            className={buttonClass({ variant: "text" })}
          >
            {t("accounts.regist_title")}
          </Link>
        </>
      }
    >
      {user && (
        <Callout className="mb-5">{t("accounts.signed_in_as", { account: user.account })}</Callout>
      )}
      <SocialLogin next={search.next} place="above" className="mb-5" />
      <LoginForm onDone={openNextPage} />
    </AuthPage>
  );
}
