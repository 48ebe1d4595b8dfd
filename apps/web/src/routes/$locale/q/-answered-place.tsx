import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Item } from "@toibako/contract/items.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { ItemList } from "#features/profiles/components/item-list.tsx";
import { ItemSheet } from "#features/profiles/components/item-sheet.tsx";
import { OtherAnswers } from "#features/profiles/components/other-answers.tsx";
import { QuestionForm } from "#features/questions/components/question-form.tsx";
import { latestsQuery } from "#features/questions/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { ItemActions } from "../-item/actions.tsx";
import { ItemOf } from "../-item/item-of.tsx";
import { OwnAnswer } from "../-item/own-answer.tsx";

import { OwnBoard } from "./-own-board.tsx";

interface AnsweredPlaceProps {
  question: Question;
  item: Item;
  /** Of the list below. */
  page: number;
}

/** Question and answer, a way to ask as well, and what else this person answered. */
export function AnsweredPlace({ question, item, page }: AnsweredPlaceProps) {
  return (
    <div className="grid gap-6">
      <ItemSheet
        item={item}
        actions={
          <>
            <ItemActions item={item} />
            {question.is_mine ? (
              <OwnAnswer answer={ownAnswer(item)} question={item} />
            ) : (
              <OtherAnswers account={item.answered_user_account} />
            )}
          </>
        }
      />
      {question.is_mine ? (
        <OwnBoard question={question} item={item} />
      ) : (
        <QuestionForm
          account={item.answered_user_account}
          displaying_name={item.answered_user_name}
        />
      )}
      <Latests item={item} page={page} />
    </div>
  );
}

const ownAnswer = ({ answer_id: id, answer_body: text, chosen_option, answered_at }: Item) => ({
  id,
  text,
  chosen_option,
  answered_at,
});

function Latests({ item, page }: { item: Item; page: number }) {
  const { t, locale } = useTexts();
  const { uuid_hash: uuid, answered_user_name: name } = item;
  const latests = useQuery(latestsQuery(uuid, page));
  const link = (page: number) => (
    <Link
      to="/$locale/q/$uuid"
      params={{ locale, uuid }}
      search={page > 1 ? { page } : {}}
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
        items={latests}
        render_item={(item) => <ItemOf key={item.uuid_hash} item={item} />}
        link={link}
        empty={null}
      />
    </section>
  );
}
