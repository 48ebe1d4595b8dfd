import { createFileRoute, redirect } from "@tanstack/react-router";
import { currentUserQuery, userOf } from "#features/accounts/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf } from "#lib/i18n.tsx";
import { Landing } from "./-landing/landing.tsx";

export const Route = createFileRoute("/$locale/")({
  // Who is signed in finds their own profile here.
  beforeLoad: async ({ context, params: { locale } }) => {
    const user = userOf(await context.queryClient.ensureQueryData(currentUserQuery()));
    if (user)
      throw redirect({ to: "/$locale/$account", params: { locale, account: user.account } });
  },
  head: ({ params: { locale }, match }) => {
    const { t } = textsOf(locale);
    return pageHead({
      locale,
      title: t("landing.title"),
      description: t("landing.description"),
      image: {
        url: `${match.context.public_url}/cards/site/${locale}.png`,
        alt: t("landing.title"),
      },
    });
  },
  component: Landing,
});
