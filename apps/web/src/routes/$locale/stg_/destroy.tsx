import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { closedHandleDays } from "@toibako/contract/handles.ts";
import { type DestructionTerms, restorableDays } from "@toibako/contract/leaving.ts";
import { retentionDays } from "@toibako/contract/privacy.ts";
import { Archive, Eraser, KeyRound } from "lucide-react";
import { requireSession, useCurrentUser } from "#features/accounts/queries.ts";
import { DestroyForm } from "#features/leaving/components/destroy-form.tsx";
import { destructionTermsQuery } from "#features/leaving/queries.ts";
import { forgetAccount } from "#lib/browser/forget-account.ts";
import type { RenderChunk } from "#lib/i18n/rich-text.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { ErrorDrawing } from "#ui/drawings/error.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Section } from "#ui/surfaces/section.tsx";
import { TextList } from "#ui/surfaces/text-list.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/stg_/destroy")({
  beforeLoad: requireSession,
  loader: ({ context: { queryClient } }) =>
    queryClient.prefetchQuery({ ...destructionTermsQuery(), staleTime: 0 }),
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("leaving.destroy_title"), noindex: true }),
  component: Destroy,
});

function Destroy() {
  const { t } = useTexts();
  const user = useCurrentUser();
  const query = useQuery(destructionTermsQuery());
  if (!user) return null;
  return (
    <ShellPage title={t("leaving.destroy_title")} drawing={<ErrorDrawing />}>
      {query.data ? (
        <DestructionDetails user={user} terms={query.data.terms} />
      ) : (
        <LoadingState query={query} skeleton="row" title={t("leaving.load_failed")}>
          {t("leaving.load_failed_text")}
        </LoadingState>
      )}
    </ShellPage>
  );
}

const inlineLinkClass = "font-semibold text-brand underline underline-offset-4";

function DestructionDetails({ user, terms }: { user: CurrentUser; terms: DestructionTerms }) {
  const { t, locale } = useTexts();
  const params = { locale };
  const { account } = user;
  const renderSentLink: RenderChunk = (text) => (
    <Link
      to="/$locale/me/home"
      params={params}
      search={{ tab: "send" }}
      className={inlineLinkClass}
    >
      {text}
    </Link>
  );
  const renderArchiveLink: RenderChunk = (text) => (
    <Link to="/$locale/stg/archive" params={params} className={inlineLinkClass}>
      {text}
    </Link>
  );
  const renderLeaveLink: RenderChunk = (text) => (
    <Link to="/$locale/stg/leave" params={params} className={inlineLinkClass}>
      {text}
    </Link>
  );
  const showDestroyed = async () => {
    await forgetAccount(user.id);
    // Loads a whole page, because the cache contains data of the account.
    window.location.assign(`/${locale}?notice=account_destroyed`);
  };
  const counts = { received: terms.received_count, answers: terms.answers_count };
  return (
    <div className="grid gap-5">
      <Callout tone="warn" title={t("leaving.destroy_lead")}>
        <p>{t.rich("leaving.rather_leave", { days: restorableDays }, { link: renderLeaveLink })}</p>
        <p>{t.rich("archives.offer", {}, { link: renderArchiveLink })}</p>
      </Callout>
      <Section id="goes" icon={<Eraser size={20} />} title={t("leaving.goes_title")}>
        <TextList>
          {[
            t("leaving.goes_profile"),
            t("leaving.goes_box", counts),
            t("leaving.goes_messages"),
            t("leaving.goes_people"),
            t("leaving.goes_imported"),
          ]}
        </TextList>
      </Section>
      <Section id="stays" icon={<Archive size={20} />} title={t("leaving.stays_title")}>
        <TextList>
          {[
            t.rich("leaving.stays_sent", {}, { link: renderSentLink }),
            t("leaving.stays_sealed", { days: retentionDays.sender_address }),
            t("leaving.stays_talks"),
            t("leaving.stays_talk_reports", { days: retentionDays.talk_report }),
            t("leaving.stays_own_reports", { days: retentionDays.talk_report }),
            t("leaving.stays_blocks"),
            t.rich("leaving.stays_handle", { account, days: closedHandleDays }, {}),
          ]}
        </TextList>
      </Section>
      <Section id="confirm" icon={<KeyRound size={20} />} title={t("leaving.confirm_title")}>
        <DestroyForm account={account} terms={terms} onDestroyed={showDestroyed} />
      </Section>
      <Link
        to="/$locale/stg"
        params={params}
        className={buildButtonClass({
          variant: "text",
          alignsText: true,
          className: "justify-self-start",
        })}
      >
        {t("leaving.back_to_settings")}
      </Link>
    </div>
  );
}
