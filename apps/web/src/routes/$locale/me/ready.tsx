import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import {
  currentUserQuery,
  readUser,
  requireSession,
  useCurrentUser,
} from "#features/accounts/queries.ts";
import { WelcomeLetter } from "#features/inbox/components/welcome-letter.tsx";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import { userQuery } from "#features/profiles/queries.ts";
import { BoxSharing } from "#features/shares/components/box-sharing.tsx";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { validateNextSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { cx } from "#ui/cx.ts";
import { BoxOpeningDrawing } from "#ui/drawings/box-opening.tsx";
import { StagePage } from "#widgets/page/stage-page.tsx";

/** The welcome letter and all ways to share the box. The next page after the onboarding, also if it is postponed. */
export const Route = createFileRoute("/$locale/me/ready")({
  validateSearch: validateNextSearch,
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient } }) => {
    const user = readUser(await queryClient.ensureQueryData(currentUserQuery()));
    if (user) await prefetchLists(queryClient, userQuery(user.account), nextQuestionsQuery());
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shares.box_page"), noindex: true }),
  component: BoxReadyPage,
});

function BoxReadyPage() {
  const { t, locale } = useTexts();
  const { next } = Route.useSearch();
  const account = useCurrentUser()?.account ?? "";
  const { data: profile } = useQuery(userQuery(account));
  const { data: received } = useQuery(nextQuestionsQuery());
  const letter = received?.items.find(({ is_welcome }) => is_welcome);
  return (
    <StagePage>
      <div
        className={cx(
          "mx-auto grid max-w-lg grid-cols-1 gap-3 pt-1 sm:gap-5 lg:pt-0",
          letter && "lg:max-w-4xl",
        )}
      >
        <div className="grid justify-items-center gap-1 text-center">
          {letter && (
            <span className="w-36 max-sm:hidden">
              <BoxOpeningDrawing />
            </span>
          )}
          <h1 className="text-xl">{t(letter ? "onboarding.ready_title" : "shares.box_title")}</h1>
          <p className="text-sm text-balance text-ink-2">{t("shares.box_text")}</p>
        </div>
        <div
          className={cx(
            "grid grid-cols-1 gap-4 sm:gap-5",
            letter && "lg:grid-cols-2 lg:items-start lg:gap-8",
          )}
        >
          {profile && <BoxSharing user={profile.user} isLow={letter !== undefined} />}
          {letter && <WelcomeLetter item={letter} />}
        </div>
        <a
          href={next ?? `/${locale}/me/home`}
          className={buildButtonClass({
            variant: next ? "outline" : "text",
            size: "lg",
            isWide: true,
            className: "mx-auto max-w-lg",
          })}
        >
          {t(next ? "onboarding.ready_next" : "onboarding.ready_home")}
        </a>
      </div>
    </StagePage>
  );
}
