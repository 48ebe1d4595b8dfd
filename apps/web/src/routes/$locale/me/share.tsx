import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import {
  currentUserQuery,
  readUser,
  requireSession,
  useCurrentUser,
} from "#features/accounts/queries.ts";
import { Medal } from "#features/achievements/components/medal.tsx";
import { achievementsQuery, postAchievement } from "#features/achievements/queries.ts";
import { userQuery } from "#features/profiles/queries.ts";
import { PostProfileButton } from "#features/shares/components/post-profile-button.tsx";
import { PostToXButton } from "#features/shares/components/post-to-x-button.tsx";
import { ShareStage } from "#features/shares/components/share-stage.tsx";
import { useXPostMethod } from "#features/shares/queries.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildPictureName } from "#lib/page/picture-name.ts";
import { validateTextSearch } from "#lib/page/search.ts";
import { useAchievementTitle } from "#widgets/modals/achievement.tsx";
import { StagePage } from "#widgets/page/stage-page.tsx";

/** Shares the account's box or, with `achievement`, what it has achieved. */
export const Route = createFileRoute("/$locale/me/share")({
  validateSearch: (search: Record<string, unknown>) => validateTextSearch(search, ["achievement"]),
  beforeLoad: requireSession,
  loaderDeps: ({ search }) => ({ achievement: search.achievement }),
  loader: async ({ context: { queryClient }, deps: { achievement } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (!user) return;
    await Promise.all([
      queryClient.prefetchQuery(userQuery(user.account)),
      achievement && queryClient.prefetchQuery(achievementsQuery()),
    ]);
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shares.box_page"), noindex: true }),
  component: SharePage,
});

function SharePage() {
  const { t, locale } = useTexts();
  const { achievement: id } = Route.useSearch();
  const account = useCurrentUser()?.account ?? "";
  const user = useQuery(userQuery(account)).data?.user;
  const achievements = useQuery({ ...achievementsQuery(), enabled: id !== undefined }).data;
  const achievement = achievements?.user_achievements.find((earned) => earned.id === id);
  if (!user) return null;
  return (
    <StagePage
      back={{
        link: <Link to="/$locale/me/home" params={{ locale }} />,
        text: t("onboarding.ready_home"),
      }}
    >
      {achievement ? (
        <AchievementStage user={user} achievement={achievement} />
      ) : (
        <BoxStage user={user} />
      )}
    </StagePage>
  );
}

function BoxStage({ user }: { user: PublicUser }) {
  const { t, locale } = useTexts();
  const { account, displaying_name: name, image_url, card_theme } = user;
  const isXLinked = useXPostMethod() === "linked";
  return (
    <ShareStage
      title={t("shares.box_title")}
      theme={card_theme}
      content={{
        path: `/${locale}/${account}`,
        text: t("shares.own_text"),
        pictures: {
          wide: {
            url: image_url,
            alt: t("profiles.card_alt", { name }),
            file_name: buildPictureName(name),
          },
        },
      }}
    >
      {isXLinked && <PostProfileButton account={account} />}
    </ShareStage>
  );
}

interface AchievementStageProps {
  user: PublicUser;
  achievement: UserAchievement;
}

function AchievementStage({ user, achievement }: AchievementStageProps) {
  const { t, locale } = useTexts();
  const title = useAchievementTitle(achievement);
  const isXLinked = useXPostMethod() === "linked";
  return (
    <ShareStage
      title={title}
      drawing={
        <figure className="grid justify-items-center gap-4 rounded-sheet bg-surface p-6 text-center shadow-e2">
          <span className="block w-32">
            <Medal {...achievement} />
          </span>
          <figcaption className="short-text text-lg font-bold">{title}</figcaption>
        </figure>
      }
      content={{
        path: `/${locale}/${user.account}`,
        text: t("modals.achievement_share", { achievement: title }),
        pictures: {},
      }}
    >
      {isXLinked && (
        <PostToXButton post={() => postAchievement(achievement.id)} variant="outline" />
      )}
    </ShareStage>
  );
}
