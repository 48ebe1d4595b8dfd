import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { isFormerHandle, userQuery } from "#features/profiles/queries.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { ShellPage } from "#widgets/page/shell-page.tsx";
import { ProfileAside } from "#widgets/profile/profile-aside.tsx";
import { WriteTo } from "#widgets/talks/write-to.tsx";

export const Route = createFileRoute("/$locale/$account_/message")({
  staticData: { isSameForVisitors: true },
  loader: async ({ context: { queryClient }, params }) => {
    const { user } = await queryClient.ensureQueryData(userQuery(params.account));
    if (!isFormerHandle(params.account, user)) return;
    throw redirect({
      to: "/$locale/$account/message",
      params: { ...params, account: user.account },
      replace: true,
      statusCode: 302,
    });
  },
  head: ({ params: { locale, account }, match: { context } }) => {
    const { user } = context.queryClient.getQueryData(userQuery(account).queryKey) ?? {};
    if (!user) return {};
    const title = getTexts(locale).t("talks.write_title", { name: user.displaying_name });
    return buildPageHead({ locale, title, noindex: true });
  },
  component: MessagePage,
});

function MessagePage() {
  const { user } = useSuspenseQuery(userQuery(Route.useParams().account)).data;
  return (
    <ShellPage aside={<ProfileAside user={user} />}>
      <WriteTo user={user} />
    </ShellPage>
  );
}
