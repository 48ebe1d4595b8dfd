import { createFileRoute, Link, notFound, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PasswordResetRequest } from "#features/accounts/components/password-reset-request.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/password_resets/")({
  staticData: { isSameForVisitors: true },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("passwords.request_title"), noindex: true }),
  beforeLoad({ context: { site } }) {
    if (!site.has_own_id) throw notFound();
  },
  component: PasswordResets,
});

function PasswordResets() {
  const { t, locale } = useTexts();
  const { site } = useRouter().options.context;
  const renderInquiryLink = (text: ReactNode) => (
    <Link
      to="/$locale/inquiry"
      params={{ locale }}
      search={{ topic: "account" }}
      className="font-semibold text-brand underline underline-offset-4"
    >
      {text}
    </Link>
  );
  return (
    <AuthPage
      title={t("passwords.request_title")}
      lead={site.has_mail && t("passwords.request_lead")}
      below={
        <Link
          to="/$locale/acc/login"
          params={{ locale }}
          className={buildButtonClass({ variant: "text" })}
        >
          {t("passwords.back_to_login")}
        </Link>
      }
    >
      {site.has_mail ? (
        <PasswordResetRequest
          hint={t.rich("passwords.sent_hint", {}, { link: renderInquiryLink })}
        />
      ) : (
        <Callout>{t.rich("passwords.no_mail", {}, { link: renderInquiryLink })}</Callout>
      )}
    </AuthPage>
  );
}
