import { createFileRoute, Link } from "@tanstack/react-router";
import { LoginForm } from "#features/accounts/components/login-form.tsx";
import { SocialLogin } from "#features/accounts/components/social-login.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Notice } from "#ui/notice.tsx";
import { nextSearch } from "../-shell/addresses.ts";
import { Door } from "../-shell/door.tsx";

export const Route = createFileRoute("/$locale/acc/login")({
  validateSearch: nextSearch,
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("accounts.login_button"), noindex: true }),
  component: Login,
});

function Login() {
  const { t, locale } = useTexts();
  const search = Route.useSearch();
  const user = useCurrentUser();
  // A whole page, because the token in this one belongs to the session before.
  const goOn = () => {
    // The part of a page that was asked for came along with the redirect.
    const next = search.next && search.next + window.location.hash;
    window.location.assign(next ?? `/${locale}/me/home`);
  };
  return (
    <Door
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
        <Notice className="mb-5">{t("accounts.signed_in_as", { account: user.account })}</Notice>
      )}
      <SocialLogin next={search.next} place="above" className="mb-5" />
      <LoginForm onDone={goOn} />
    </Door>
  );
}
