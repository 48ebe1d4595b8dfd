import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { formatOnboardingPath } from "@toibako/contract/addresses.ts";
import type { ReactNode } from "react";
import { ProviderButtons } from "#features/accounts/components/provider-buttons.tsx";
import { RegistrationForm } from "#features/accounts/components/registration-form.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import type { PageSlug } from "#features/help/queries/pages.ts";
import { storeMailedAddress } from "#lib/browser/mailed-address.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { addOwnHash, validateSignInSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { CookieNotice } from "#ui/feedback/cookie-notice.tsx";
import { AlreadySignedIn } from "#widgets/page/already-signed-in.tsx";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/regist")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateSignInSearch,
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("accounts.regist_title") }),
  component: Registration,
});

function Registration() {
  const { t, locale } = useTexts();
  const search = Route.useSearch();
  const { mal } = search;
  const user = useCurrentUser();
  const { public_url, site } = useRouter().options.context;
  function openNextPage(email: string) {
    if (site.has_mail && email) storeMailedAddress(email);
    // Loads a whole page, because the CSRF token of this page doesn't belong to the new session.
    window.location.assign(formatOnboardingPath({ locale, next: addOwnHash(search.next) }));
  }
  const showsForm = user === undefined || !!mal;
  const agreement = t.rich(
    "accounts.regist_agree",
    {},
    {
      terms: (text) => <LegalLink slug="terms">{text}</LegalLink>,
      privacy: (text) => <LegalLink slug="privacy">{text}</LegalLink>,
    },
  );
  return (
    <AuthPage
      title={t("accounts.regist_title")}
      isAdding={user !== undefined && mal === "1"}
      hasOwnEnvelope={site.has_own_id && showsForm}
      lead={site.has_own_id && t("accounts.regist_lead")}
      below={
        <>
          <span className="text-ink-2">{t("accounts.has_account")}</span>
          <Link
            to="/$locale/acc/login"
            params={{ locale }}
            search={search}
            hash
            className={buildButtonClass({ variant: "text" })}
          >
            {t("accounts.login_button")}
          </Link>
        </>
      }
    >
      {!showsForm ? (
        <AlreadySignedIn account={user.account} next={search.next} />
      ) : (
        <>
          <CookieNotice text={t("accounts.cookies_needed")} className="mb-5" />
          <ProviderButtons next={search.next} mal={mal} place="above" className="mb-5" />
          {site.has_own_id ? (
            <RegistrationForm
              host={new URL(public_url).host}
              mal={mal}
              onDone={openNextPage}
              agreement={agreement}
            />
          ) : (
            <p className="text-sm text-ink-2">{agreement}</p>
          )}
        </>
      )}
    </AuthPage>
  );
}

/** A link that opens in a new tab, so that the form keeps its input. */
function LegalLink({ slug, children }: { slug: PageSlug; children: ReactNode }) {
  const { locale } = useTexts();
  return (
    <Link
      to="/$locale/fxp/$slug"
      params={{ locale, slug }}
      target="_blank"
      className="text-brand underline"
    >
      {children}
    </Link>
  );
}
