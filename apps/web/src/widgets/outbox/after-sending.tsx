import type { ReactNode } from "react";
import { useWaitingQuestions } from "#features/outbox/queries.ts";
import { LazySentPage } from "./lazy-sent-page.ts";

interface AfterSendingProps {
  /** The id of the question that was just sent, which the address contains. */
  sent: string | undefined;
  /** The list of sent questions. */
  children: ReactNode;
}

/** Shows the question that was just sent in place of the list, as long as it has no answer. */
export function AfterSending({ sent, children }: AfterSendingProps) {
  return sent === undefined ? children : <SentOrList sent={sent}>{children}</SentOrList>;
}

function SentOrList({ sent, children }: { sent: string; children: ReactNode }) {
  const { data } = useWaitingQuestions();
  const question = data?.questions.find(({ uuid_hash }) => uuid_hash === sent);
  // The key remounts the page for another sent question.
  return question ? <LazySentPage key={sent} question={question} /> : children;
}
