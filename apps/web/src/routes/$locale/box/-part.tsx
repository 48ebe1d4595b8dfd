import type { QuestionStatus } from "@toibako/contract/questions.ts";
import type { ReactElement } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { HouseBanner } from "#features/ads/components/house-banner.tsx";
import { EmptyPart } from "#features/inbox/components/empty-part.tsx";
import { ReceivedList } from "#features/inbox/components/received-list.tsx";
import { AnswerHere } from "../-answer-here.tsx";
import { answeredHere } from "../-answered-here.tsx";
import { OwnLink } from "../-own-link.tsx";
import { PageLinks } from "../-page-links.tsx";
import { reportHere } from "../-report-here.tsx";

interface PartProps {
  status: QuestionStatus;
  page: number;
  link: (page: number) => ReactElement<object>;
}

/** One of the three parts of the inbox. */
export function Part({ status, page, link }: PartProps) {
  return (
    <ReceivedList
      status={status}
      page={page}
      limit="20"
      answer={(item, close) => <AnswerHere item={item} on_close={close} />}
      answered={answeredHere}
      report={reportHere}
      banner={status === "hidden" ? undefined : ({ uuid_hash }) => <HouseBanner seed={uuid_hash} />}
      paging={(pager) => <PageLinks pager={pager} link={link} />}
      empty={<EmptyPart status={status} action={status === "unread" && <ShareOnPhones />} />}
    />
  );
}

/** What brings questions; wide screens have it beside the list. */
function ShareOnPhones() {
  const user = useCurrentUser();
  return <div className="lg:hidden">{user && <OwnLink account={user.account} />}</div>;
}
