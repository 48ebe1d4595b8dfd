import { createFileRoute, notFound, Outlet } from "@tanstack/react-router";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { ConsolePage } from "#widgets/staff/console-page.tsx";

export const Route = createFileRoute("/$locale/adm")({
  // For everybody but staff the console doesn't exist.
  beforeLoad: async ({ context: { queryClient } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (!user?.role) throw notFound();
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shell.staff"), noindex: true }),
  component: Console,
});

function Console() {
  return (
    <ConsolePage>
      <Outlet />
    </ConsolePage>
  );
}
