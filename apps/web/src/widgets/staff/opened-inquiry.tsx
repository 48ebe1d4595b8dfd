import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { getLanguageTag, localeNames } from "@toibako/contract/locales.ts";
import type { Inquiry } from "@toibako/contract/staff/inquiries.ts";
import { Mail, MailCheck } from "lucide-react";
import { AnswerForm } from "#features/staff/components/answer-form.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { inquiryQuery, useInquiryAnswer } from "#features/staff/queries/inquiries.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { Section } from "#ui/surfaces/section.tsx";
import { Facts, lineLinkClass, textLinkClass } from "./list-parts.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** An inquiry with the form that answers it. */
export function OpenedInquiry({ id }: { id: string }) {
  const { t } = useTexts();
  const query = useQuery(inquiryQuery(id));
  if (!query.data)
    return (
      <LoadingState
        query={query}
        skeleton="letter"
        count={1}
        title={t("staff_inquiries.inquiry_failed")}
      />
    );
  return <InquiryParts inquiry={query.data} />;
}

function InquiryParts({ inquiry }: { inquiry: Inquiry }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const { id, version, is_open, topic } = inquiry;
  const toInbox = () => void navigate({ to: "/$locale/adm/inquiries", params: { locale } });
  const [draft, storeDraft, discardDraft] = useDraft(`inquiry:${id}`);
  const answer = useInquiryAnswer(id, () => {
    discardDraft();
    toInbox();
  });
  useShortcuts({
    u: toInbox,
    n: () => document.querySelector<HTMLElement>("textarea[name=answer]")?.focus(),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <p>
          <Link to="/$locale/adm/inquiries" params={{ locale }} className={lineLinkClass}>
            {t("staff_inquiries.back")}
          </Link>
        </p>
        <h2 className="text-lg">{t(`help.topic_${topic}`)}</h2>
      </div>
      {answer.error && (
        <Callout tone="error">{describeFailure(answer.error, t("staff.failed"))}</Callout>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <Card as="article" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <InquiryFacts inquiry={inquiry} />
          <Quoted locale={inquiry.locale} text={inquiry.body} />
        </Card>
        {is_open ? (
          <Section id="answer" icon={<Mail size={20} />} title={t("staff_inquiries.answer")}>
            <AnswerForm
              inquiry={inquiry}
              draft={draft}
              onDraft={storeDraft}
              isPending={answer.isPending}
              onAnswer={(text) => answer.mutate({ version, answer: text })}
            />
          </Section>
        ) : (
          <Outcome inquiry={inquiry} draft={draft} />
        )}
      </div>
      <Shortcuts
        keys={[
          ["n", t("staff_inquiries.key_answer")],
          ["u", t("staff_inquiries.back")],
        ]}
      />
    </div>
  );
}

function InquiryFacts({ inquiry }: { inquiry: Inquiry }) {
  const { t, locale } = useTexts();
  const { id, email, made_at, account, topic } = inquiry;
  return (
    <>
      <Facts
        facts={[
          [t("staff_inquiries.made_at"), <StaffDate key="at" form="minute" at={made_at} />],
          [t("staff_inquiries.email"), <bdi key="email">{email}</bdi>],
          [t("staff_inquiries.language"), localeNames[inquiry.locale]],
          [
            t("staff_inquiries.signed_in"),
            account ? (
              <bdi key="account" translate="no">
                @{account}
              </bdi>
            ) : (
              t("staff_inquiries.nobody")
            ),
          ],
        ]}
      />
      {topic === "account" && account && (
        <p>
          <Link
            to="/$locale/adm/people/$account"
            params={{ locale, account }}
            search={{ inquiry: id }}
            className={textLinkClass}
          >
            {t("staff_inquiries.to_account", { name: `@${account}` })}
          </Link>
        </p>
      )}
    </>
  );
}

function Quoted({ locale, text }: { locale: Inquiry["locale"]; text: string }) {
  return (
    <blockquote
      dir="auto"
      lang={getLanguageTag(locale)}
      className="rounded-lg border-l-4 border-brand bg-surface-2 px-4 py-2 whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </blockquote>
  );
}

/** What became of a closed inquiry, and the text that the reader hasn't sent because somebody else was faster. */
function Outcome({ inquiry, draft }: { inquiry: Inquiry; draft: string }) {
  const { t } = useTexts();
  const { answer, closed_by, closed_at } = inquiry;
  const title = t(
    answer === null ? "staff_inquiries.closed_unanswered" : "staff_inquiries.answered",
  );
  return (
    <Section id="outcome" icon={<MailCheck size={20} />} title={title}>
      <p className="text-sm text-ink-2">
        {closed_at && <StaffDate form="minute" at={closed_at} />}
        {closed_by && (
          <bdi translate="no" className="ml-2">
            @{closed_by}
          </bdi>
        )}
      </p>
      {answer !== null && <Quoted locale={inquiry.locale} text={answer} />}
      {draft.trim() !== "" && draft.trim() !== answer && (
        <>
          <p className="text-sm font-bold">{t("staff_inquiries.unsent")}</p>
          <Quoted locale={inquiry.locale} text={draft} />
        </>
      )}
    </Section>
  );
}
