import { createFileRoute, redirect } from "@tanstack/react-router";
import { ProviderButtons } from "#features/accounts/components/provider-buttons.tsx";
import { currentUserQuery, readUser } from "#features/accounts/queries.ts";
import { Landing } from "#features/landing/components/landing.tsx";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { preloadTopGame, TopGame } from "#widgets/games/lazy-games.tsx";
import { LazyBannerOffer } from "#widgets/modals/lazy-banner-offer.tsx";
import { WidePage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/")({
  staticData: { isSameForVisitors: true },
  // Accounts are redirected to their own profile.
  beforeLoad: async ({ context, params: { locale } }) => {
    const user = readUser(await context.queryClient.ensureQueryData(currentUserQuery()));
    if (user) {
      throw redirect({ to: "/$locale/$account", params: { locale, account: user.account } });
    }
  },
  loader: ({ context }) => preloadTopGame(context, "invitation"),
  head: ({ params: { locale }, match }) => {
    const { t } = getTexts(locale);
    return buildPageHead({
      locale,
      title: t("landing.title"),
      description: t("landing.description"),
      image: {
        url: `${match.context.public_url}/cards/site/${locale}.png`,
        alt: t("landing.title"),
      },
    });
  },
  component: TopPage,
});

function TopPage() {
  return (
    <WidePage>
      <LazyBannerOffer />
      <Landing
        providerButtons={
          <ProviderButtons place="below" look="names" className="mx-auto mt-5 w-full lg:max-w-md" />
        }
        games={<TopGame part="invitation" />}
      />
    </WidePage>
  );
}
