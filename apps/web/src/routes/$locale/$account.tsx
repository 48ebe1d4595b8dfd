import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link, redirect } from "@tanstack/react-router";
import { truncateText } from "@toibako/contract/text.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { BroughtLink } from "#features/profiles/components/brought-link.tsx";
import { ItemList, NoAnswers } from "#features/profiles/components/item-list.tsx";
import { ProfileHeader } from "#features/profiles/components/profile-header.tsx";
import { isFormerHandle, itemsQuery, userQuery } from "#features/profiles/queries.ts";
import { QuestionForm } from "#features/questions/components/question-form.tsx";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead, descriptionLength } from "#lib/page/head.ts";
import { getPageNumbers, type PageSearch, validatePageSearch } from "#lib/page/search.ts";
import { ReadingAds } from "#widgets/ads/reading-ads.tsx";
import { ItemWithActions } from "#widgets/item/item-actions.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import {
  LazyOwnAside,
  LazyOwnEnd,
  LazyOwnStart,
  loadOwnParts,
} from "#widgets/profile/lazy-own-parts.ts";
import { ProfileActions } from "#widgets/profile/profile-actions.tsx";
import { ProfileAside } from "#widgets/profile/profile-aside.tsx";
import { useWriteMessageModal } from "#widgets/profile/write-message-modal.ts";

/** `message=1` is in the links by which accounts ask for messages. */
function validateProfileSearch(search: Record<string, unknown>): PageSearch & { message?: "1" } {
  return { ...validatePageSearch(search), ...(search.message === "1" && { message: "1" }) };
}

export const Route = createFileRoute("/$locale/$account")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateProfileSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: async ({ context: { queryClient }, params, deps: { pages }, location }) => {
    const { account } = params;
    // Started before the account is read. In a browser, the promise resolves before the lists are loaded.
    const items = prefetchLists(queryClient, ...pages.map((page) => itemsQuery(account, page)));
    const { user } = await queryClient.ensureQueryData(userQuery(account));
    if (isFormerHandle(account, user)) {
      throw redirect({
        to: "/$locale/$account",
        params: { ...params, account: user.account },
        search: validateProfileSearch(location.search),
        hash: location.hash,
        replace: true,
        statusCode: 302,
      });
    }
    await items;
  },
  head: async ({ params: { locale, account }, match: { context } }) => {
    const { user } = context.queryClient.getQueryData(userQuery(account).queryKey) ?? {};
    if (!user) return {};
    // Loaded in `head`, because before hydration the router runs `head` again, but not the loader.
    if (user.is_self) await loadOwnParts().catch(() => undefined);
    const { t } = getTexts(locale);
    const name = user.displaying_name;
    const introduction = user.self_introduction.replaceAll("\n", " ");
    return buildPageHead({
      locale,
      title: t("profiles.title", { name, account: user.account }),
      description:
        truncateText(introduction, descriptionLength) || t("profiles.description", { name }),
      image: {
        url: context.public_url + user.image_url,
        alt: t("profiles.card_alt", { name }),
      },
    });
  },
  component: ProfilePage,
});

function ProfilePage() {
  const { account } = Route.useParams();
  const search = Route.useSearch();
  const { t, locale } = useTexts();
  const { user } = useSuspenseQuery(userQuery(account)).data;
  const isSignedIn = useCurrentUser() !== undefined;
  useWriteMessageModal(user);
  const renderPageLink = (search: PageSearch) => (
    <Link to="/$locale/$account" params={{ locale, account }} search={search} hash="answers" />
  );
  const content = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ProfileHeader user={user} action={<ProfileActions user={user} />}>
        {!user.is_self && (
          <div id="ask" className="scroll-mt-20">
            <QuestionForm
              // Another account's form begins anew.
              key={user.account}
              account={user.account}
              displaying_name={user.displaying_name}
              card_theme={user.card_theme}
              isSignedIn={isSignedIn}
            />
          </div>
        )}
      </ProfileHeader>
      {user.is_self && <LazyOwnStart user={user} />}
      <section id="answers" aria-labelledby="answers-heading" className="scroll-mt-20">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id="answers-heading" className="text-lg">
            {t("profiles.answered_by", { name: user.displaying_name })}
          </h2>
          {user.answers_count > 0 && (
            <span className="shrink-0 text-sm text-ink-2">{t("profiles.newest_first")}</span>
          )}
        </div>
        <ItemList
          query={(page) => itemsQuery(account, page)}
          address={{ ...search, link: renderPageLink }}
          renderItem={(item) => <ItemWithActions item={item} />}
          empty={<NoAnswers name={user.displaying_name} is_self={user.is_self} />}
        />
      </section>
      <BroughtLink user={user} />
      {user.is_self && <LazyOwnEnd user={user} />}
    </div>
  );
  return (
    <ShellPage aside={user.is_self ? <LazyOwnAside user={user} /> : <ProfileAside user={user} />}>
      {user.is_self ? content : <ReadingAds>{content}</ReadingAds>}
    </ShellPage>
  );
}
