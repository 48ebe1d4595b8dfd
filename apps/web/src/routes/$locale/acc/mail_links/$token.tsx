import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { MailLinkAction } from "#features/mails/components/mail-link-action.tsx";
import { mailLinkQuery } from "#features/mails/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/mail_links/$token")({
  staticData: { hasSecretAddress: true },
  loader: ({ context: { queryClient }, params: { token } }) =>
    queryClient.ensureQueryData(mailLinkQuery(token)).catch(throwNotFound),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("mails.title"), noindex: true }),
  component: MailLink,
  notFoundComponent: ExpiredLink,
});

const titles = {
  confirm_email: { before: "mails.confirm_title", after: "mails.confirmed_title" },
  undo_email: { before: "mails.undo_title", after: "mails.undone_title" },
} as const;

function MailLink() {
  const { t, locale } = useTexts();
  const { token } = Route.useParams();
  const { data: link } = useSuspenseQuery({ ...mailLinkQuery(token), staleTime: Infinity });
  const [isDone, setIsDone] = useState(false);
  const { before, after } = titles[link.purpose];
  const isUndone = link.purpose === "undo_email";
  return (
    <AuthPage title={t(isDone ? after : before)} below={null}>
      {!isDone && <MailLinkAction token={token} link={link} onDone={() => setIsDone(true)} />}
      {isDone && (
        <div role="status" className="grid gap-5 text-center">
          <p className="break-words">
            {isUndone ? t("mails.undone_text") : t("mails.confirmed_text", { email: link.email })}
          </p>
          {/* Loads a whole page: undoing has ended the session. */}
          <a
            href={isUndone ? `/${locale}/acc/password_resets` : `/${locale}/stg#email`}
            className={buttonClass({ size: "lg", wide: true })}
          >
            {t(isUndone ? "mails.choose_password" : "mails.open_settings")}
          </a>
        </div>
      )}
    </AuthPage>
  );
}

function ExpiredLink() {
  const { t, locale } = useTexts();
  return (
    <AuthPage title={t("mails.expired_title")} below={null}>
      <div className="grid gap-5 text-center">
        <p>{t("mails.expired_text")}</p>
        <Link
          to="/$locale/stg"
          params={{ locale }}
          hash="email"
          className={buttonClass({ size: "lg", wide: true })}
        >
          {t("mails.open_settings")}
        </Link>
      </div>
    </AuthPage>
  );
}
