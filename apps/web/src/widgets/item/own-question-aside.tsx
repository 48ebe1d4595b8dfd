import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { nextQuestionsQuery } from "#features/inbox/queries.ts";
import { MostLiked } from "#features/profiles/components/most-liked.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { PeopleToAsk } from "#widgets/profile/people-to-ask.tsx";

interface OwnQuestionAsideProps {
  /** The id of the question that the page shows. */
  shown_id: string;
  account: string;
}

/** Beside a question to the reader, below the usual aside: what waits, the reader's most liked answers, people to ask. */
export function OwnQuestionAside({ shown_id, account }: OwnQuestionAsideProps) {
  return (
    <>
      <WaitingQuestions shown_id={shown_id} />
      <MostLiked account={account} />
      <div className="contents [@media(height<60rem)]:hidden">
        <PeopleToAsk />
      </div>
    </>
  );
}

/** Links to the newest other questions without an answer, and to the inbox. */
export function WaitingQuestions({ shown_id }: Pick<OwnQuestionAsideProps, "shown_id">) {
  const { t, locale } = useTexts();
  const { data } = useQuery(nextQuestionsQuery());
  const questions = data?.items.filter(({ uuid_hash }) => uuid_hash !== shown_id) ?? [];
  if (questions.length === 0) return null;
  return (
    <Card as="section">
      <h2 className="text-md leading-snug">{t("inbox.tab_unread")}</h2>
      <ul className="mt-1 list-none divide-y divide-line">
        {questions.map(({ uuid_hash: uuid, body }) => (
          <li key={uuid}>
            <Link
              to="/$locale/q/$uuid"
              params={{ locale, uuid }}
              className="block rounded-sm py-2.5"
            >
              <span
                dir="auto"
                className="line-clamp-2 text-sm leading-snug font-bold wrap-anywhere"
              >
                {body || t("common.stamp")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to="/$locale/box"
        params={{ locale }}
        className={buildButtonClass({ variant: "quiet", isWide: true, className: "mt-2" })}
      >
        {t("notices.to_inbox")}
      </Link>
    </Card>
  );
}
