import { Link } from "@tanstack/react-router";
import { SentList } from "#features/outbox/components/sent-list.tsx";
import { getAnswerSearch } from "#features/outbox/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getPageNumbers, type PageSearch } from "#lib/page/search.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { PopularQuestions } from "#widgets/page/lazy-popular-questions.tsx";
import { RecommendedLink } from "../friends/recommended-link.tsx";
import { SentAnswer, WaitingQuestions } from "./sent-answer.tsx";

/** The sent tab of an account's home: the answers, and below the newest ones the waiting questions. */
export function SentTab({ pages }: { pages: PageSearch }) {
  const { t, locale } = useTexts();
  const link = (search: PageSearch) => (
    <Link to="/$locale/me/home" params={{ locale }} search={{ tab: "send", ...search }} />
  );
  return (
    <SentList
      reader="account"
      address={{ ...pages, link }}
      nextStep={<RecommendedLink text={t("outbox.empty_action")} />}
      waitingQuestions={getPageNumbers(pages)[0] === 1 && <WaitingQuestions />}
      popularQuestions={getPageNumbers(pages)[0] === 1 && <PopularQuestions />}
      renderCard={(answer) => (
        <SentAnswer answer={answer}>
          <Link
            to="/$locale/q/$uuid"
            params={{ locale, uuid: answer.related_question_id_hash }}
            search={getAnswerSearch(answer)}
            className={buildButtonClass({ variant: "text", className: "-mr-5 ml-auto" })}
          >
            {t("outbox.check_answer")}
          </Link>
        </SentAnswer>
      )}
    />
  );
}
