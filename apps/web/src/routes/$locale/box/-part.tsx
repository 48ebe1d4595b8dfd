import type { QuestionStatus } from "@toibako/contract/questions.ts";
import type { ReactElement } from "react";
import { EmptyPart } from "#features/inbox/components/empty-part.tsx";
import { ReceivedList } from "#features/inbox/components/received-list.tsx";
import { AnswerHere } from "../-answer-here.tsx";
import { PageLinks } from "../-page-links.tsx";

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
      paging={(pager) => <PageLinks pager={pager} link={link} />}
      empty={<EmptyPart status={status} />}
    />
  );
}
