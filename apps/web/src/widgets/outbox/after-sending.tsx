import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { SentMoment } from "#features/outbox/components/sent-moment.tsx";
import { useWaitingQuestions } from "#features/outbox/queries.ts";
import { Fold } from "#features/profiles/components/fold.tsx";
import { TrustLine } from "#features/questions/components/trust-line.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";

interface AfterSendingProps {
  /** The question that was just sent, from the address. */
  sent: string | undefined;
  /** The list of what was sent. */
  children: ReactNode;
}

/** The question that was just sent, in place of the list while it has no answer. */
export function AfterSending({ sent, children }: AfterSendingProps) {
  return sent === undefined ? children : <SentOrList sent={sent}>{children}</SentOrList>;
}

function SentOrList({ sent, children }: { sent: string; children: ReactNode }) {
  const { t } = useTexts();
  const user = useCurrentUser();
  const { data } = useWaitingQuestions();
  const question = data?.questions.find(({ uuid_hash }) => uuid_hash === sent);
  if (!question) return children;
  const name = question.receiver_displaying_name;
  return (
    <SentMoment
      // Another question is another moment, on the same page.
      key={sent}
      question={question}
      text={<Fold text={question.body} lines={4} />}
      trustLine={
        <TrustLine name={name} typed={question.body} isSignedIn={user !== undefined}>
          {t("questions.seen_title", { name })}
        </TrustLine>
      }
      isVisitor={!user}
    />
  );
}
