import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { hasFilterLevels } from "@toibako/contract/locales.ts";
import { FilterLevel, FilterSwitch } from "#features/filters/components/filter-level.tsx";
import { NotSaved, SavingNote } from "#features/settings/components/saving-note.tsx";
import { useSetting } from "#features/settings/queries.ts";

/** The filter of received questions: a choice of levels in Japanese, a switch for word lists in the other languages. */
export function FilterSetting({ user }: { user: CurrentUser }) {
  const level = useSetting(user, "ml_filter");
  const lists = useSetting(user, "use_ngword_filter");
  const hasLevels = hasFilterLevels(user.locale);
  const { state, error, retry } = hasLevels ? level : lists;
  return (
    <div>
      {hasLevels ? (
        <FilterLevel value={level.value} onChoose={level.choose} />
      ) : (
        <FilterSwitch value={lists.value} onChoose={lists.choose} />
      )}
      <SavingNote state={state} isBelow />
      {state === "failed" && <NotSaved error={error} onRetry={retry} />}
    </div>
  );
}
