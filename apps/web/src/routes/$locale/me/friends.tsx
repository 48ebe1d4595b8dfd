import { createFileRoute } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf, useTexts } from "#lib/i18n.tsx";
import { Prepared } from "../-prepared.tsx";

export const Route = createFileRoute("/$locale/me/friends")({
  validateSearch: ({ tab }): { tab?: "timeline" | "recommend" | undefined } => ({
    tab: tab === "timeline" || tab === "recommend" ? tab : undefined,
  }),
  head: ({ params: { locale } }) =>
    pageHead({ locale, title: textsOf(locale).t("shell.friends"), noindex: true }),
  component: Friends,
});

function Friends() {
  const { t } = useTexts();
  const user = useCurrentUser();
  return (
    <Prepared page={t("shell.friends")} title={t("shell.friends_title")}>
      {t(user ? "shell.friends_text" : "shell.friends_visitor_text")}
    </Prepared>
  );
}
