import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link, redirect } from "@tanstack/react-router";
import { useRef } from "react";
import { DeleteBroughtButton } from "#features/archives/components/delete-brought-button.tsx";
import { broughtQuery } from "#features/archives/queries/brought.ts";
import { isFormerHandle, userQuery } from "#features/profiles/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { getPageNumbers, validatePageSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { BroughtList } from "#widgets/profile/brought-list.tsx";

export const Route = createFileRoute("/$locale/$account_/brought")({
  staticData: { isSameForVisitors: true },
  validateSearch: validatePageSearch,
  loaderDeps: ({ search }) => ({ pages: getPageNumbers(search) }),
  loader: async ({ context: { queryClient }, params, deps: { pages }, location }) => {
    const { user } = await queryClient.ensureQueryData(userQuery(params.account));
    if (isFormerHandle(params.account, user)) {
      throw redirect({
        to: "/$locale/$account/brought",
        params: { ...params, account: user.account },
        search: validatePageSearch(location.search),
        replace: true,
        statusCode: 302,
      });
    }
    await prefetchLists(queryClient, ...pages.map((page) => broughtQuery(user.account, page)));
  },
  head: ({ params: { locale, account }, match: { context } }) => {
    const { user } = context.queryClient.getQueryData(userQuery(account).queryKey) ?? {};
    if (!user) return {};
    const title = getTexts(locale).t("archives.brought_title", { name: user.displaying_name });
    return buildPageHead({ locale, title, noindex: true });
  },
  component: BroughtPage,
});

function BroughtPage() {
  const { t, locale } = useTexts();
  const { user } = useSuspenseQuery(userQuery(Route.useParams().account)).data;
  const { account } = user;
  const content = useRef<HTMLDivElement>(null);
  return (
    <ShellPage title={t("archives.brought_title", { name: user.displaying_name })}>
      <div
        ref={content}
        tabIndex={-1}
        className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none"
      >
        <Callout>{t("archives.brought_note")}</Callout>
        <BroughtList user={user} pages={Route.useSearch()} focusAfter={content} />
        {user.is_self && user.brought_answers_count > 0 && (
          <DeleteBroughtButton focusAfter={content} />
        )}
        <Link
          to="/$locale/$account"
          params={{ locale, account }}
          className={buildButtonClass({
            variant: "text",
            alignsText: true,
            className: "justify-self-start",
          })}
        >
          {t("archives.to_profile")}
        </Link>
      </div>
    </ShellPage>
  );
}
