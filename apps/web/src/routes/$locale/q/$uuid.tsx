import { isServer, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import type { Item } from "@toibako/contract/items.ts";
import { truncate } from "@toibako/contract/text.ts";
import { ProfileCard } from "#features/profiles/components/profile-card.tsx";
import { userQuery } from "#features/profiles/queries.ts";
import { latestsQuery, questionQuery } from "#features/questions/queries.ts";
import { pageHead } from "#lib/head.ts";
import { textsOf } from "#lib/i18n.tsx";
import { pageSearch } from "../-item/page-search.ts";
import { Follow } from "../-profile-actions.tsx";
import { DefaultAside } from "../-shell/default-aside.tsx";
import { Screen } from "../-shell/screen.tsx";
import { AnsweredPlace } from "./-answered-place.tsx";
import { UnansweredPlace } from "./-unanswered-place.tsx";

/** A question with options has an address that says so. */
function questionSearch(search: Record<string, unknown>): { type?: "choose"; page?: number } {
  return { ...(search.type === "choose" && { type: "choose" }), ...pageSearch(search) };
}

export const Route = createFileRoute("/$locale/q/$uuid")({
  validateSearch: questionSearch,
  loaderDeps: ({ search: { page = 1 } }) => ({ page }),
  loader: async ({ context: { queryClient }, params: { uuid }, deps: { page } }) => {
    const { question } = await queryClient.ensureQueryData(questionQuery(uuid));
    if (!question.item) return;
    const below = Promise.all([
      queryClient.prefetchQuery(userQuery(question.account)),
      queryClient.prefetchQuery(latestsQuery(uuid, page)),
    ]);
    if (isServer) await below;
  },
  head: ({ params: { locale, uuid }, match: { context } }) => {
    const { question } = context.queryClient.getQueryData(questionQuery(uuid).queryKey) ?? {};
    if (!question) return {};
    const { t } = textsOf(locale);
    const { item, body } = question;
    if (!item) return pageHead({ locale, title: t("questions.unanswered_title"), noindex: true });
    const { url, name } = {
      url: context.public_url + question.image_url,
      name: item.answered_user_name,
    };
    if (item.is_withheld) {
      const description = t("profiles.sensitive_title");
      const title = t("questions.sensitive_page_title", { name });
      return pageHead({ locale, title, description, image: { url, alt: description } });
    }
    const quoted = { question: truncate(body.replaceAll("\n", " "), 60) };
    return pageHead({
      locale,
      title: t("questions.page_title", { ...quoted, name }),
      description: truncate(inWords(item).replaceAll("\n", " "), 120),
      image: { url, alt: t("questions.card_alt", quoted) },
    });
  },
  component: QuestionPage,
});

/** What was picked, and what was said. */
function inWords({ options, chosen_option, answer_body }: Item): string {
  const chosen = chosen_option === null ? undefined : options?.[chosen_option];
  return [chosen, answer_body].filter(Boolean).join(" – ");
}

function QuestionPage() {
  const { uuid } = Route.useParams();
  const { page = 1 } = Route.useSearch();
  const { question } = useSuspenseQuery(questionQuery(uuid)).data;
  return (
    <Screen {...(question.item && { aside: <Aside account={question.account} /> })}>
      {question.item ? (
        <AnsweredPlace question={question} item={question.item} page={page} />
      ) : (
        <UnansweredPlace question={question} />
      )}
    </Screen>
  );
}

function Aside({ account }: { account: string }) {
  const { data } = useQuery(userQuery(account));
  return (
    <>
      {data && <ProfileCard user={data.user} action={<Follow user={data.user} />} />}
      <DefaultAside />
    </>
  );
}
