import type { CaseAction } from "@toibako/contract/staff/cases.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { StaffDate } from "./staff-date.tsx";

interface ActionListProps {
  actions: readonly CaseAction[];
  /** Undoes a decision; undefined where nothing can be undone. */
  onUndo?: (id: string) => void;
}

/** What was decided, by whom and when, in the words that its subject was told. */
export function ActionList({ actions, onUndo }: ActionListProps) {
  const { t } = useTexts();
  return (
    <ul className="grid list-none gap-4">
      {actions.map((action) => (
        <li key={action.id} className="grid gap-1">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <b>{t(`staff.action_${action.kind}`)}</b>
            <span className="text-sm text-ink-2">
              <StaffDate form="minute" at={action.acted_at} />
              {action.actor && (
                <bdi translate="no" className="ml-2">
                  @{action.actor.account}
                </bdi>
              )}
            </span>
          </p>
          {action.suspended_until && (
            <p className="text-sm">
              {t("staff.until")} <StaffDate form="minute" at={action.suspended_until} />
            </p>
          )}
          {action.message && (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {action.message}
            </p>
          )}
          {action.undone_by ? (
            <p className="text-sm text-ink-2">
              {t("staff.undone_by", { name: `@${action.undone_by.account}` })}
            </p>
          ) : (
            onUndo && (
              <Button
                variant="text"
                className="justify-self-start"
                onClick={() => onUndo(action.id)}
              >
                {t("staff.undo")}
              </Button>
            )
          )}
        </li>
      ))}
    </ul>
  );
}
