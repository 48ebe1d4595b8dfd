import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, Link, redirect } from "@tanstack/react-router";
import type { Item } from "@toibako/contract/items.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { questionQuery } from "#features/questions/queries.ts";
import { LinkedPost } from "#features/shares/components/linked-post.tsx";
import { ShareStage } from "#features/shares/components/share-stage.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { type ItemSearch, validateItemSearch } from "#lib/page/search.ts";
import { useSharedContent } from "#widgets/item/item-actions.tsx";
import { NextStep } from "#widgets/item/next-step.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { StagePage } from "#widgets/page/stage-page.tsx";

export const Route = createFileRoute("/$locale/q/$uuid_/share")({
  staticData: { isSameForVisitors: true },
  validateSearch: validateItemSearch,
  loaderDeps: ({ search: { answer_id } }) => ({ answer_id }),
  loader: async ({ context: { queryClient }, params, deps: { answer_id } }) => {
    const { question } = await queryClient.ensureQueryData(questionQuery(params.uuid, answer_id));
    if (!question.item) throw redirect({ to: "/$locale/q/$uuid", params, replace: true });
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("shares.answer_title"), noindex: true }),
  component: ShareAnswerPage,
});

function ShareAnswerPage() {
  const { t, locale } = useTexts();
  const { uuid } = Route.useParams();
  const { answer_id }: ItemSearch = Route.useSearch();
  const { question } = useSuspenseQuery(questionQuery(uuid, answer_id)).data;
  const { item } = question;
  const isOwn = useCurrentUser()?.account === item?.answered_user_account;
  if (!item) return null;
  // Of a sensitive question, `item.image_url` is a picture for the answerer only.
  const shown = isOwn ? { ...item, image_url: question.image_url } : item;
  return (
    <StagePage
      back={{
        link: (
          <Link
            to="/$locale/q/$uuid"
            params={{ locale, uuid }}
            search={answer_id ? { answer_id } : {}}
          />
        ),
        text: t("answers.see_page"),
      }}
    >
      <AnswerStage item={shown} isOwn={isOwn} />
    </StagePage>
  );
}

function AnswerStage({ item, isOwn }: { item: Item; isOwn: boolean }) {
  const { t } = useTexts();
  const modal = useModal();
  const answer = useSharedContent(item);
  return (
    <ShareStage
      // Whether it is one's own is known after hydration only.
      key={answer.text}
      title={t("shares.answer_title")}
      content={answer}
      theme={item.card_theme}
    >
      {isOwn && (
        <>
          <LinkedPost
            answer_id={answer.answer_id}
            onFailed={(failure) => modal.open("share_failure", failure)}
          />
          <NextStep answered_id={item.uuid_hash} />
        </>
      )}
    </ShareStage>
  );
}
