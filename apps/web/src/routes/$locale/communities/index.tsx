import { createFileRoute } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Prepared } from "../-prepared.tsx";

export const Route = createFileRoute("/$locale/communities/")({
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.communities"), noindex: true }),
  component: Communities,
});

function Communities() {
  const { t } = useTexts();
  const user = useCurrentUser();
  return (
    <Prepared page={t("shell.communities")} title={t("shell.communities_title")}>
      {t(user ? "shell.communities_text" : "shell.communities_visitor_text")}
    </Prepared>
  );
}
