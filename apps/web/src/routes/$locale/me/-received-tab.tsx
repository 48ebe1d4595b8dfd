import { Link } from "@tanstack/react-router";
import { EmptyPart } from "#features/inbox/components/empty-part.tsx";
import { ReceivedList } from "#features/inbox/components/received-list.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { AnswerHere } from "../-answer-here.tsx";
import { answeredHere } from "../-answered-here.tsx";
import { PageLinks } from "../-page-links.tsx";
import { reportHere } from "../-report-here.tsx";

/** The questions that wait for an answer, a few at a time. */
export function ReceivedTab({ page }: { page: number }) {
  const { locale } = useTexts();
  const link = (page: number) => (
    <Link
      to="/$locale/me/home"
      params={{ locale }}
      search={{ tab: "received", ...(page > 1 && { page }) }}
    />
  );
  return (
    <ReceivedList
      status="unread"
      page={page}
      limit="3"
      answer={(item, close) => <AnswerHere item={item} on_close={close} />}
      answered={answeredHere}
      report={reportHere}
      paging={(pager) => <PageLinks pager={pager} link={link} />}
      empty={<EmptyPart status="unread" />}
    />
  );
}
