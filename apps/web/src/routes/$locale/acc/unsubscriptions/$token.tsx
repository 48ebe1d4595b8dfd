import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { UnsubscribeAction } from "#features/mails/components/unsubscribe-action.tsx";
import { unsubscriptionQuery } from "#features/mails/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { throwNotFound } from "#lib/page/not-found.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { AuthPage } from "#widgets/page/auth-page.tsx";

export const Route = createFileRoute("/$locale/acc/unsubscriptions/$token")({
  staticData: { hasSecretAddress: true },
  loader: ({ context: { queryClient }, params: { token } }) =>
    queryClient.ensureQueryData(unsubscriptionQuery(token)).catch(throwNotFound),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("mails.unsubscribe_title"), noindex: true }),
  component: Unsubscription,
  notFoundComponent: ForgedLink,
});

function Unsubscription() {
  const { t } = useTexts();
  const { token } = Route.useParams();
  const { data } = useSuspenseQuery({ ...unsubscriptionQuery(token), staleTime: Infinity });
  const [isDone, setIsDone] = useState(!data.is_send_email);
  const { account } = data;
  return (
    <AuthPage
      title={t(isDone ? "mails.unsubscribed_title" : "mails.unsubscribe_title")}
      below={null}
    >
      {isDone ? (
        <div role="status" className="grid gap-5 text-center">
          <p className="break-words">{t.rich("mails.unsubscribed_text", { account }, {})}</p>
          <SettingsLink />
        </div>
      ) : (
        <UnsubscribeAction token={token} account={account} onDone={() => setIsDone(true)} />
      )}
    </AuthPage>
  );
}

function ForgedLink() {
  const { t } = useTexts();
  return (
    <AuthPage title={t("mails.forged_title")} below={null}>
      <div className="grid gap-5 text-center">
        <p>{t("mails.forged_text")}</p>
        <SettingsLink />
      </div>
    </AuthPage>
  );
}

function SettingsLink() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/stg"
      params={{ locale }}
      hash="digest"
      className={buildButtonClass({ size: "lg", isWide: true })}
    >
      {t("mails.open_settings")}
    </Link>
  );
}
