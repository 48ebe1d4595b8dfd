import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { AccountsUsedHere } from "#features/accounts/components/accounts-used-here.tsx";
import { ProviderButtons } from "#features/accounts/components/provider-buttons.tsx";
import { SignInForm } from "#features/accounts/components/sign-in-form.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { PasskeyAutofill } from "#features/factors/components/passkey-autofill.tsx";
import { PasskeyButton } from "#features/factors/components/passkey-button.tsx";
import { signInByCredential, signInByPasskey } from "#features/factors/queries.ts";
import type { HistoryEntry } from "#lib/browser/account-history.ts";
import { scheduleImportOffer } from "#lib/browser/import-offer.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { addOwnHash, validateSignInSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { CookieNotice } from "#ui/feedback/cookie-notice.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { AlreadySignedIn } from "#widgets/page/already-signed-in.tsx";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/login")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateSignInSearch,
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("accounts.login_button"), noindex: true }),
  component: Login,
});

const secondFactorForm = defineLazyModule(
  async () =>
    (await import("#features/factors/components/second-factor-form.tsx")).SecondFactorForm,
);

function Login() {
  const { t, locale } = useTexts();
  const search = Route.useSearch();
  const user = useCurrentUser();
  const { site } = useRouter().options.context;
  const { mal } = search;
  const isAdding = user !== undefined && mal === "1";
  const [pickedAccount, setPickedAccount] = useState<string>();
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const [isSigningIn, setIsSigningIn] = useState(false);
  const returnToPassword = () => {
    setIsCodeNeeded(false);
    setIsSigningIn(false);
  };
  const SecondFactorForm = useLazyModule(secondFactorForm, isCodeNeeded, returnToPassword);
  // Loads a whole page, because the CSRF token of this page doesn't belong to the new session.
  const openNextPage = () => {
    scheduleImportOffer();
    window.location.assign(addOwnHash(search.next) ?? `/${locale}/me/home`);
  };
  /** Leads to the way by which the account signs in. */
  function pickAccount({ account, sign_in_by }: HistoryEntry) {
    const button = sign_in_by && findSignInButton(sign_in_by);
    if (button) button.focus();
    else setPickedAccount(account);
  }
  const openLeftAccount = () => window.location.assign(`/${locale}/acc/left`);
  const openAfterPasskey = ({ data }: Awaited<ReturnType<typeof signInByPasskey>>) => {
    if ("user" in data) openNextPage();
    else openLeftAccount();
  };
  if (SecondFactorForm && isCodeNeeded) {
    return (
      <AuthPage title={t("factors.login_code_title")}>
        <SecondFactorForm
          mal={mal}
          onDone={openNextPage}
          onLeft={openLeftAccount}
          onRestart={returnToPassword}
        />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={t(isAdding ? "accounts.add_account" : "accounts.login_title")}
      lead={!user && search.next && t(findReason(search.next))}
      isAdding={isAdding}
      below={
        <>
          <span className="text-ink-2">{t("accounts.no_account")}</span>
          <Link
            to="/$locale/acc/regist"
            params={{ locale }}
            search={search}
            hash
            className={buildButtonClass({ variant: "text" })}
          >
            {t("accounts.regist_title")}
          </Link>
        </>
      }
    >
      {user && !mal ? (
        <AlreadySignedIn account={user.account} next={search.next} />
      ) : (
        <>
          <CookieNotice text={t("accounts.cookies_needed")} className="mb-5" />
          <AccountsUsedHere className="mb-6" onPick={pickAccount} />
          <ProviderButtons next={search.next} mal={mal} place="above" className="mb-5" />
          {/* Removed when another sign-in starts. A browser runs only one request for a passkey at a time,
              and after the sign-in, the server refuses such requests of this page. */}
          {!isSigningIn && (
            <PasskeyAutofill
              className="mb-5"
              onChosen={async (credential) =>
                openAfterPasskey(await signInByCredential(credential, { mal }))
              }
            />
          )}
          {site.has_own_id && (
            <>
              <SignInForm
                key={pickedAccount}
                account={pickedAccount}
                mal={mal}
                onSending={setIsSigningIn}
                onDone={openNextPage}
                onCodeNeeded={() => setIsCodeNeeded(true)}
                onLeft={openLeftAccount}
              />
              <p className="mt-5 text-center text-sm">
                <Link
                  to="/$locale/acc/password_resets"
                  params={{ locale }}
                  className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
                >
                  {t("passwords.forgot")}
                </Link>
              </p>
            </>
          )}
          <PasskeyButton
            className="mt-5"
            id="passkey"
            label={t("factors.login_passkey")}
            onPress={async () => {
              setIsSigningIn(true);
              try {
                openAfterPasskey(await signInByPasskey({ mal }));
              } catch (error) {
                setIsSigningIn(false);
                throw error;
              }
            }}
          />
        </>
      )}
    </AuthPage>
  );
}

/** Returns the text that says why the page at the address `next` asks its reader to log in. */
function findReason(next: string) {
  const path = next.replace(/^\/[^/]*/, "");
  if (/^\/box\b/.test(path)) return "accounts.login_for_inbox";
  if (/^\/me\/home\b/.test(path)) return "accounts.login_for_home";
  if (/^\/me\/(group_)?talks\b/.test(path)) return "accounts.login_for_messages";
  return "accounts.invite_title";
}

/** The button of a provider or of passkeys; null if this page doesn't offer it. */
function findSignInButton(method: string): HTMLElement | null {
  const selector =
    method === "passkey" ? "#passkey button" : `form[action^="/auth/${method}"] button`;
  return document.querySelector<HTMLElement>(selector);
}
