import { Link } from "@tanstack/react-router";
import { SentCard } from "#features/outbox/components/sent-card.tsx";
import { SentList } from "#features/outbox/components/sent-list.tsx";
import { Fold } from "#features/profiles/components/fold.tsx";
import { SensitiveNotice } from "#features/profiles/components/sensitive-notice.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { PageLinks } from "../-page-links.tsx";
import { SentLike } from "../-sent-like.tsx";

/** The answers to one's own questions. */
export function SendTab({ page }: { page: number }) {
  const { t, locale } = useTexts();
  const link = (page: number) => (
    <Link
      to="/$locale/me/home"
      params={{ locale }}
      search={{ tab: "send", ...(page > 1 && { page }) }}
    />
  );
  return (
    <SentList
      page={page}
      paging={(pager) => <PageLinks pager={pager} link={link} />}
      render_card={(answer) => (
        <SentCard
          answer={answer}
          text={answer.text && <Fold text={answer.text} />}
          withheld={<SensitiveNotice heading={2} />}
          actions={
            <>
              <SentLike answer={answer} />
              <Link
                to="/$locale/q/$uuid"
                params={{ locale, uuid: answer.related_question_id_hash }}
                className={buttonClass({ variant: "text", className: "ml-auto" })}
              >
                {t("outbox.check_answer")}
              </Link>
            </>
          }
        />
      )}
    />
  );
}
