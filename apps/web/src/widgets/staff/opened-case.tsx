import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Case, CaseActionKind } from "@toibako/contract/staff/cases.ts";
import { Gavel, History, KeyRound, NotebookPen, Scale } from "lucide-react";
import { useEffect, useState } from "react";
import { ActionList } from "#features/staff/components/action-list.tsx";
import { DecisionForm, listDecisions } from "#features/staff/components/decision-form.tsx";
import { Evidence } from "#features/staff/components/evidence.tsx";
import { CaseNotes } from "#features/staff/components/note-form.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { caseKey, giveBackCase, readCase, useUndo } from "#features/staff/queries.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Section } from "#ui/surfaces/section.tsx";
import { CaseSeals } from "./case-seals.tsx";
import { lineLinkClass, textLinkClass } from "./list-parts.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** Milliseconds after which a visible page renews its lease of five minutes. */
const renewalInterval = 60_000;

/** A case, which the reader holds while this page is visible. */
export function OpenedCase({ id }: { id: string }) {
  const { t } = useTexts();
  const query = useQuery({
    queryKey: caseKey(id),
    queryFn: () => readCase(id),
    staleTime: 0,
    refetchInterval: renewalInterval,
  });
  // If the lease can't be given back, it ends by itself.
  useEffect(() => () => void giveBackCase(id).catch(() => undefined), [id]);
  if (!query.data)
    return (
      <LoadingState query={query} skeleton="letter" count={1} title={t("staff.case_failed")} />
    );
  return <CaseParts opened={query.data} />;
}

const focusField = (name: string) => document.getElementsByName(name)[0]?.focus();

function CaseParts({ opened }: { opened: Case }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const decisions = listDecisions(opened);
  const [kind, setKind] = useState<CaseActionKind>(decisions[0] ?? "dismiss");
  const undo = useUndo(opened.id);
  const toasts = useToasts();
  const toQueue = () => void navigate({ to: "/$locale/adm/cases", params: { locale } });
  const finish = () => {
    toasts.showToast(t("staff.decided_as", { action: t(`staff.action_${kind}`) }), {
      type: "success",
    });
    toQueue();
  };

  /** Chooses a decision, if it is offered, so that Enter carries it out. */
  function choose(chosen: CaseActionKind) {
    if (!decisions.includes(chosen)) return;
    setKind(chosen);
    document.getElementById(`decision-${chosen}`)?.focus();
  }
  useShortcuts({
    d: () => choose("dismiss"),
    h: () => choose("hide"),
    w: () => choose("warn"),
    s: () => choose("suspend"),
    x: () => choose("stop_sender"),
    a: () => choose(opened.kind === "held_question" ? "let_through" : "accept_appeal"),
    r: () => choose(opened.kind === "held_question" ? "refuse_question" : "refuse_appeal"),
    o: () => focusField("seal-reason"),
    n: () => focusField("case-note"),
    u: toQueue,
  });
  // Talks have no sealed record that staff open.
  const isSealable = opened.is_sender_sealed && opened.kind !== "talk";
  const { subject, score, holder, subject_suspended_until } = opened;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <p>
          <Link to="/$locale/adm/cases" params={{ locale }} className={lineLinkClass}>
            {t("staff.back")}
          </Link>
        </p>
        <h2 className="text-lg">{t(`staff.kind_${opened.kind}`)}</h2>
        <p className="text-sm text-ink-2">
          {subject ? (
            <Link
              to="/$locale/$account"
              params={{ locale, account: subject.account }}
              className={textLinkClass}
            >
              <bdi>{subject.displaying_name}</bdi> <bdi translate="no">@{subject.account}</bdi>
            </Link>
          ) : (
            t("staff.subject_unnamed")
          )}
        </p>
        <p className="text-sm text-ink-2">
          <span>
            {t("staff.score_parts", {
              total: score.total.toFixed(1),
              severity: score.severity,
              weight: score.weight.toFixed(1),
              reports: opened.reports_count,
            })}
          </span>
          {score.is_of_minor && <span>{` ${t("staff.score_minor")}`}</span>}
        </p>
        {subject_suspended_until && (
          <p className="text-sm text-ink-2">
            {t("staff.suspended_until")} <StaffDate form="minute" at={subject_suspended_until} />
          </p>
        )}
      </div>
      {opened.is_open && holder && !holder.is_self && (
        <Callout tone="warn">{t("staff.held_by_other", { name: holder.account })}</Callout>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {opened.reports.map((report) => (
            <Evidence key={report.number} report={report} kind={opened.kind} />
          ))}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {opened.is_open && holder?.is_self && (
            <Section id="decide" icon={<Gavel size={20} />} title={t("staff.decision")}>
              <DecisionForm opened={opened} kind={kind} onKind={setKind} onDecided={finish} />
            </Section>
          )}
          {opened.actions.length > 0 && (
            <Section id="actions" icon={<Scale size={20} />} title={t("staff.actions")}>
              {undo.error && (
                <Callout tone="error">{describeFailure(undo.error, t("staff.failed"))}</Callout>
              )}
              <ActionList
                actions={opened.actions}
                {...(opened.kind !== "appeal" && { onUndo: (id: string) => undo.mutate(id) })}
              />
            </Section>
          )}
          {isSealable && (
            <Section id="seals" icon={<KeyRound size={20} />} title={t("staff.seals")}>
              <CaseSeals case_id={opened.id} />
            </Section>
          )}
          <Section id="notes" icon={<NotebookPen size={20} />} title={t("staff.notes")}>
            <CaseNotes id={opened.id} notes={opened.notes} />
          </Section>
          {opened.history.length > 0 && (
            <Section id="history" icon={<History size={20} />} title={t("staff.history")}>
              <ActionList actions={opened.history} />
            </Section>
          )}
        </div>
      </div>
      <Shortcuts
        keys={[
          ["d", t("staff.key_dismiss")],
          ["h", t("staff.key_hide")],
          ["w", t("staff.key_warn")],
          ["s", t("staff.key_suspend")],
          ["x", t("staff.key_stop_sender")],
          ["o", t("staff.key_open_seal")],
          ["a", t("staff.key_accept")],
          ["r", t("staff.key_refuse")],
          ["Enter", t("staff.key_decide")],
          ["n", t("staff.key_note")],
          ["u", t("staff.key_queue")],
        ]}
      />
    </div>
  );
}
