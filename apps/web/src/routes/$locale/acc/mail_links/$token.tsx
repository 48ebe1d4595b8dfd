import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { type MailLink, MailLinkAction } from "#features/mails/components/mail-link-action.tsx";
import { mailLinkQuery } from "#features/mails/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/mail_links/$token")({
  staticData: { hasSecretAddress: true },
  loader: ({ context: { queryClient }, params: { token } }) =>
    queryClient.ensureQueryData(mailLinkQuery(token)).catch(throwNotFound),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("mails.title"), noindex: true }),
  component: MailLinkPage,
  notFoundComponent: ExpiredLink,
});

const titles = {
  confirm_identity: { before: "mails.identity_title", after: "mails.identity_done_title" },
  confirm_email: { before: "mails.confirm_title", after: "mails.confirmed_title" },
  undo_email: { before: "mails.undo_title", after: "mails.undone_title" },
} as const;

function MailLinkPage() {
  const { t } = useTexts();
  const { token } = Route.useParams();
  const user = useCurrentUser();
  // Not fetched again, because the link is invalid after it was used.
  const { data: link } = useSuspenseQuery({ ...mailLinkQuery(token), staleTime: Infinity });
  const [isDone, setIsDone] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const { before, after } = titles[link.purpose];
  const isOtherAccount = link.purpose === "confirm_identity" && user?.account !== link.account;
  if (isUsed) return <ExpiredLink />;
  return (
    <AuthPage title={t(isDone ? after : before)} below={null}>
      {isOtherAccount && (
        <p className="text-center break-words">
          {t.rich("mails.identity_elsewhere", { account: link.account }, {})}
        </p>
      )}
      {!isDone && !isOtherAccount && (
        <MailLinkAction
          token={token}
          link={link}
          onDone={() => setIsDone(true)}
          onUsed={() => setIsUsed(true)}
        />
      )}
      {isDone && (
        <div role="status" className="grid gap-5 text-center">
          <LinkOutcome link={link} />
        </div>
      )}
    </AuthPage>
  );
}

/** Says what the link from the mail has done, and links to the next page. */
function LinkOutcome({ link: { purpose, email } }: { link: MailLink }) {
  const { t, locale } = useTexts();
  if (purpose === "confirm_identity") return <p>{t("mails.identity_done_text")}</p>;
  const isUndone = purpose === "undo_email";
  return (
    <>
      <p className="break-words">
        {isUndone ? t("mails.undone_text") : t.rich("mails.confirmed_text", { email }, {})}
      </p>
      {/* Loads a whole page, because undoing has ended the session. */}
      <a
        href={isUndone ? `/${locale}/acc/password_resets` : `/${locale}/stg#email`}
        className={buildButtonClass({ size: "lg", isWide: true })}
      >
        {t(isUndone ? "mails.choose_password" : "mails.open_settings")}
      </a>
    </>
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
          className={buildButtonClass({ size: "lg", isWide: true })}
        >
          {t("mails.open_settings")}
        </Link>
      </div>
    </AuthPage>
  );
}
