import { isServer } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import type { HeldData } from "@toibako/contract/privacy.ts";
import { CloudAlert, Database, Eraser, EyeOff, FileCheck, Hourglass } from "lucide-react";
import { useEffect, useRef } from "react";
import {
  Evidence,
  HiddenFacts,
  RetentionTimes,
  Risks,
} from "#features/privacy/components/explanations.tsx";
import { ForgetVisitor } from "#features/privacy/components/forget-visitor.tsx";
import { HeldDataList } from "#features/privacy/components/held-data-list.tsx";
import { SectionLinks } from "#features/privacy/components/section-links.tsx";
import { heldDataQuery, useHeldData } from "#features/privacy/queries.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import type { RenderChunk } from "#lib/i18n/rich-text.tsx";
import { getTexts, useTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "#lib/page/head.ts";
import { PadlockDrawing } from "#ui/drawings/padlock.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Section } from "#ui/surfaces/section.tsx";
import { ShellPage } from "#widgets/page/shell-page.tsx";

export const Route = createFileRoute("/$locale/me/privacy")({
  validateSearch: ({ forgotten }: { forgotten?: unknown }): { forgotten?: "1" | undefined } => ({
    forgotten: forgotten === "1" ? "1" : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    // Opening the page always fetches the held data again, because each question or like changes the numbers.
    const heldData = queryClient.prefetchQuery({ ...heldDataQuery(), staleTime: 0 });
    // Only the server awaits it, for complete HTML; the browser opens the page at once with a skeleton.
    if (isServer) await heldData;
  },
  head: ({ params: { locale } }) =>
    buildPageHead({ locale, title: getTexts(locale).t("privacy.title"), noindex: true }),
  component: Privacy,
});

function Privacy() {
  const { t } = useTexts();
  const query = useHeldData();
  const { held_data } = query;
  return (
    <ShellPage title={t("privacy.title")} drawing={<PadlockDrawing />}>
      {held_data ? (
        <PrivacyContent held_data={held_data} />
      ) : (
        <LoadingState query={query} skeleton="row" title={t("privacy.failed_title")}>
          {t("privacy.failed_text")}
        </LoadingState>
      )}
    </ShellPage>
  );
}

const inlineLinkClass = "font-semibold text-brand underline underline-offset-4";

function PrivacyContent({ held_data }: { held_data: HeldData }) {
  const { t, locale } = useTexts();
  const params = { locale };
  const renderSettingsLink: RenderChunk = (text) => (
    <Link to="/$locale/stg" params={params} hash="leave" className={inlineLinkClass}>
      {text}
    </Link>
  );
  const renderSentLink: RenderChunk = (text) => (
    <Link to="/$locale/not_login_user" params={params} className={inlineLinkClass}>
      {text}
    </Link>
  );
  // Loads a whole page, because the query cache in memory still contains data of the forgotten visitor.
  const showForgotten = () => window.location.assign(`/${locale}/me/privacy?forgotten=1`);
  const { holder, source_url } = held_data;
  return (
    <div className="grid gap-5">
      {holder === "nobody" ? <NothingHeld /> : <HeldDataSections held_data={held_data} />}
      <Section id="how-long" icon={<Hourglass size={20} />} title={t("privacy.how_long_title")}>
        <RetentionTimes holder={holder} renderLink={renderSettingsLink} />
      </Section>
      {holder === "visitor" && (
        <Section id="forget" icon={<Eraser size={20} />} title={t("privacy.forget_title")}>
          <ForgetVisitor renderLink={renderSentLink} onForgotten={showForgotten} />
        </Section>
      )}
      <Section id="hidden" icon={<EyeOff size={20} />} title={t("privacy.hidden_title")}>
        <HiddenFacts />
      </Section>
      <Section id="risks" icon={<CloudAlert size={20} />} title={t("privacy.risks_title")}>
        <Risks />
      </Section>
      {source_url && (
        <Section id="evidence" icon={<FileCheck size={20} />} title={t("privacy.evidence_title")}>
          <Evidence sourceUrl={source_url} />
        </Section>
      )}
    </div>
  );
}

const listSections = ({ holder, source_url }: HeldData) =>
  [
    ["held", "privacy.held_title"],
    ["how-long", "privacy.how_long_title"],
    ...(holder === "visitor" ? [["forget", "privacy.forget_title"] as const] : []),
    ["hidden", "privacy.hidden_title"],
    ["risks", "privacy.risks_title"],
    ...(source_url ? [["evidence", "privacy.evidence_title"] as const] : []),
  ] as const;

/** Says that no data is held about this browser, or confirms that the visitor was just forgotten. */
function NothingHeld() {
  const { t } = useTexts();
  const { forgotten } = Route.useSearch();
  if (forgotten) return <ForgottenConfirmation />;
  return (
    <Section id="held" icon={<Database size={20} />} title={t("privacy.nobody_title")}>
      <p>{t("privacy.nobody_text")}</p>
    </Section>
  );
}

/**
 * Confirms that the visitor was forgotten. Takes the focus, so that screen readers read it on the new page.
 */
function ForgottenConfirmation() {
  const { t } = useTexts();
  const confirmation = useRef<HTMLDivElement>(null);
  useEffect(() => confirmation.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={confirmation} tabIndex={-1} className="rounded-lg">
      <Callout tone="ok" title={t("privacy.forgotten_title")}>
        <p>{t("privacy.forgotten_text")}</p>
      </Callout>
    </div>
  );
}

function HeldDataSections({ held_data }: { held_data: HeldData }) {
  const { t } = useTexts();
  const { holder, known_since } = held_data;
  const sinceKey = holder === "account" ? "privacy.since_account" : "privacy.since_visitor";
  return (
    <>
      <div className="short-text text-ink-2">
        <p>{t("privacy.lead")}</p>
        {known_since && (
          <p>
            {t.rich(
              sinceKey,
              {
                hour: (
                  <FormattedDate at={known_since.hour} form="hour" text={known_since.formatted} />
                ),
              },
              {},
            )}
          </p>
        )}
      </div>
      <SectionLinks sections={listSections(held_data)} />
      <Section id="held" icon={<Database size={20} />} title={t("privacy.held_title")}>
        <HeldDataList heldData={held_data} />
      </Section>
    </>
  );
}
