import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { AfterSendingPage } from "#features/outbox/components/after-sending-page.tsx";
import { TrustLine } from "#features/questions/components/trust-line.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { WrittenTextNotice } from "#ui/forms/text-notice.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";

/** The page that is shown after sending a question, with a link that shows what the receiver sees. */
export function SentQuestionPage({ question }: { question: WaitingQuestion }) {
  const { t } = useTexts();
  const user = useCurrentUser();
  const name = question.receiver_displaying_name;
  return (
    <AfterSendingPage
      question={question}
      text={<FoldedText text={question.body} lines={4} textClass="written running-text" />}
      notice={<WrittenTextNotice text={question.body} isSent />}
      trustLine={
        <TrustLine name={name} typed={question.body} isSignedIn={user !== undefined}>
          {t("questions.seen_title", { name })}
        </TrustLine>
      }
      isVisitor={!user}
    />
  );
}
