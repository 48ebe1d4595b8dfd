import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { PasswordResetForm } from "#features/accounts/components/password-reset-form.tsx";
import { passwordResetQuery } from "#features/accounts/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/password_resets/$token")({
  staticData: { hasSecretAddress: true },
  loader: ({ context: { queryClient }, params: { token } }) =>
    queryClient.ensureQueryData(passwordResetQuery(token)).catch(throwNotFound),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("passwords.request_title"), noindex: true }),
  component: PasswordReset,
  notFoundComponent: ExpiredLink,
});

function PasswordReset() {
  const { t, locale } = useTexts();
  const { token } = Route.useParams();
  // Not fetched again, because the link is invalid after it was used.
  const { account } = useSuspenseQuery({ ...passwordResetQuery(token), staleTime: Infinity }).data;
  const [isUsed, setIsUsed] = useState(false);
  if (isUsed) return <ExpiredLink />;
  return (
    <AuthPage
      title={t("passwords.request_title")}
      lead={t.rich("passwords.reset_lead", { account }, {})}
      below={null}
    >
      <PasswordResetForm
        token={token}
        account={account}
        // Loads a whole page, because the reset has ended all sessions of the account, also on this browser.
        onDone={() => window.location.assign(`/${locale}/acc/login?notice=password_reset`)}
        onUsed={() => setIsUsed(true)}
      />
    </AuthPage>
  );
}

function ExpiredLink() {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  return (
    <AuthPage title={t("passwords.expired_title")} below={null}>
      <div className="grid gap-5 text-center">
        {site.has_mail && <p>{t("passwords.expired_text")}</p>}
        {/* On a site without mail, the linked page says whom to ask. */}
        <Link
          to="/$locale/acc/password_resets"
          params={{ locale }}
          className={buildButtonClass({ size: "lg", isWide: true })}
        >
          {t(site.has_mail ? "passwords.expired_button" : "passwords.forgot")}
        </Link>
      </div>
    </AuthPage>
  );
}
