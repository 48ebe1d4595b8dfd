import { Link } from "@tanstack/react-router";
import { SentList } from "#features/outbox/components/sent-list.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buttonClass } from "#ui/buttons/button-class.ts";
import { PageLinks } from "#widgets/page/page-links.tsx";
import { SentAnswer, WaitingQuestions } from "./sent-answer.tsx";

/** The sent tab of the member's home: waiting questions first, then the answers. */
export function SentTab({ page }: { page: number }) {
  const { t, locale } = useTexts();
  const link = (page: number) => (
    <Link
      to="/$locale/me/home"
      params={{ locale }}
      search={{ tab: "send", ...(page > 1 && { page }) }}
    />
  );
  return (
    <>
      {page === 1 && <WaitingQuestions />}
      <SentList
        page={page}
        paging={(pager) => <PageLinks pager={pager} link={link} />}
        renderCard={(answer) => (
          <SentAnswer answer={answer}>
            <Link
              to="/$locale/q/$uuid"
              params={{ locale, uuid: answer.related_question_id_hash }}
              className={buttonClass({ variant: "text", className: "ml-auto" })}
            >
              {t("outbox.check_answer")}
            </Link>
          </SentAnswer>
        )}
      />
    </>
  );
}
