import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { OwnAnswer } from "@toibako/contract/answers.ts";
import type { AssociatedCommunity } from "@toibako/contract/communities.ts";
import type { Item } from "@toibako/contract/items.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { MessagesSquare } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useJustAnswered } from "#features/answers/queries.ts";
import { ItemSheet } from "#features/profiles/components/item-card.tsx";
import { ItemList } from "#features/profiles/components/item-list.tsx";
import { userQuery } from "#features/profiles/queries.ts";
import { QuestionForm } from "#features/questions/components/question-form.tsx";
import { latestAnswersQuery } from "#features/questions/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getItemSearch, type PageSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { answeredMotion } from "#ui/motions/lazy-answered.ts";
import { AnswererMessageButton } from "#widgets/profile/message-entry.tsx";
import { ItemActions, ItemWithActions } from "./item-actions.tsx";
import { OwnAnswerActions } from "./own-answer-actions.tsx";
import { OwnAnswerBoard } from "./own-answer-board.tsx";

interface AnsweredQuestionProps {
  question: Question;
  item: Item;
  /** The pages of the list of further answers. */
  pages: PageSearch;
}

/**
 * A question with its answer and further answers of the same answerer, who can share the answer and pass the
 * question on; other readers can ask the answerer.
 */
export function AnsweredQuestion({ question, item, pages }: AnsweredQuestionProps) {
  const isSignedIn = useCurrentUser() !== undefined;
  const sheet = useRef<HTMLDivElement>(null);
  const justAnswered = useJustAnswered(item.uuid_hash);
  useLayoutEffect(() => {
    if (justAnswered && sheet.current) answeredMotion.getLoaded()?.playAnswered(sheet.current);
  }, [justAnswered]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div ref={sheet} data-part="sheet">
        <ItemSheet
          item={item}
          actions={
            <>
              <ItemActions item={item} />
              {question.is_mine ? (
                <OwnAnswerActions
                  answer={toOwnAnswer(item)}
                  question={item}
                  isInCommunity={item.associated_community !== null}
                />
              ) : (
                <>
                  <WriteToAnswerer item={item} />
                  <AnswererLink account={item.answered_user_account} />
                </>
              )}
            </>
          }
        />
      </div>
      {item.associated_community && !item.is_deleted && (
        <AllAnswersLink uuid={item.uuid_hash} community={item.associated_community} />
      )}
      {question.is_mine ? (
        <OwnAnswerBoard key={item.answer_id} question={question} item={item} />
      ) : (
        <QuestionForm
          key={item.answered_user_account}
          account={item.answered_user_account}
          displaying_name={item.answered_user_name}
          // In a community, the theme of the item is the community's.
          card_theme={item.associated_community ? undefined : item.card_theme}
          isSignedIn={isSignedIn}
        />
      )}
      <LatestAnswers item={item} pages={pages} />
    </div>
  );
}

/**
 * A button to write to the answerer about the question, if they receive messages. It is shown when their profile is
 * loaded.
 */
function WriteToAnswerer({ item }: { item: Item }) {
  const { data } = useQuery(userQuery(item.answered_user_account));
  return data && <AnswererMessageButton user={data.user} question={item.body} />;
}

/** Links to all answers of the answerer. */
function AnswererLink({ account }: { account: string }) {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/$account"
      params={{ locale, account }}
      className="-ml-3 flex min-h-11 flex-1 basis-20 items-center justify-end rounded-sm text-right text-sm leading-snug font-bold text-brand"
    >
      {t("profiles.other_answers")}
    </Link>
  );
}

/** Links to all answers to a question of a community. */
function AllAnswersLink({ uuid, community }: { uuid: string; community: AssociatedCommunity }) {
  const { t, locale } = useTexts();
  const { id: community_id, category_id } = community;
  return (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/items/$uuid"
      params={{ locale, community_id, category_id, uuid }}
      className={buildButtonClass({ variant: "outline", isWide: true })}
    >
      <MessagesSquare size={20} aria-hidden="true" />
      {t("inbox.all_answers")}
    </Link>
  );
}

function toOwnAnswer({ answer_id, answer_body, chosen_option, answered_at }: Item): OwnAnswer {
  return { id: answer_id, text: answer_body, chosen_option, answered_at };
}

function LatestAnswers({ item, pages: { page, from } }: { item: Item; pages: PageSearch }) {
  const { t, locale } = useTexts();
  const { uuid_hash: uuid, answered_user_name: name } = item;
  const itemSearch = getItemSearch(item);
  const query = (page: number) => latestAnswersQuery(uuid, page, itemSearch.answer_id);
  const latests = useQuery(query(from ?? page ?? 1));
  const link = (search: PageSearch) => (
    <Link
      to="/$locale/q/$uuid"
      params={{ locale, uuid }}
      search={{ ...itemSearch, ...search }}
      hash="latests"
    />
  );
  if (latests.data?.pager.total_count === 0) return null;
  return (
    <section id="latests" aria-labelledby="latests-heading" className="scroll-mt-20">
      <h2 id="latests-heading" className="mb-3 text-lg">
        {t("questions.latests_title", { name })}
      </h2>
      <ItemList
        query={query}
        address={{ ...(page && { page }), ...(from && { from }), link }}
        renderItem={(item) => <ItemWithActions item={item} />}
        empty={null}
      />
    </section>
  );
}
