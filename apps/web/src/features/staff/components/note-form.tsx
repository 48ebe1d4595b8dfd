import { useQueryClient } from "@tanstack/react-query";
import { type Case, caseMessageLimit } from "@toibako/contract/staff/cases.ts";
import { useDraft } from "#lib/forms/draft.ts";
import { getSendFailureTexts, useKeyedSend } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { refreshNotes, sendNote } from "../queries.ts";
import { CheckedForm, findTextProblem, StaffText } from "./checked-form.tsx";
import { StaffDate } from "./staff-date.tsx";

/** The notes of staff on a case, and the form for another one. */
export function CaseNotes({ id, notes }: { id: string; notes: Case["notes"] }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const draftKey = `note:${id}`;
  const [draft, storeDraft, discardDraft] = useDraft(draftKey);
  const problem = findTextProblem(t, draft, caseMessageLimit, t("staff.note_missing"));
  const { mutate, isPending, error } = useKeyedSend({
    draft: draftKey,
    send: (typed: string, key) => sendNote(id, typed, key),
    onSuccess: async () => {
      discardDraft();
      await refreshNotes(client, id);
    },
  });
  return (
    <div className="grid gap-4">
      <ul className="grid list-none gap-3 empty:hidden">
        {notes.map((note) => (
          <li key={`${note.author.account} ${note.written_at}`}>
            <p className="text-sm text-ink-2">
              <bdi translate="no">@{note.author.account}</bdi>{" "}
              <StaffDate form="minute" at={note.written_at} />
            </p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {note.text}
            </p>
          </li>
        ))}
      </ul>
      <CheckedForm
        className="grid gap-3"
        isComplete={problem === undefined}
        onSend={() => mutate(draft)}
      >
        {(isRefused) => (
          <>
            {error && (
              <Callout tone="error">
                {getSendFailureTexts(t, error, t("staff.failed")).join(" ")}
              </Callout>
            )}
            <StaffText
              name="case-note"
              label={t("staff.note")}
              hint={t("staff.note_hint")}
              problem={isRefused && problem}
              text={draft}
              onText={storeDraft}
              rows={2}
              limit={caseMessageLimit}
            />
            <Button type="submit" variant="outline" isPending={isPending}>
              {t("staff.add_note")}
            </Button>
          </>
        )}
      </CheckedForm>
    </div>
  );
}
