import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { FilterLevel, FilterSwitch } from "#features/filters/components/filter-level.tsx";
import { NotSaved, SavingNote } from "#features/settings/components/saving-note.tsx";
import { useSetting } from "#features/settings/queries.ts";

/** What holds questions: a level of the Japanese filter, or the lists of the other languages. */
export function FilterPart({ user }: { user: CurrentUser }) {
  const level = useSetting(user, "ml_filter");
  const lists = useSetting(user, "use_ngword_filter");
  const is_japanese = user.locale === "ja";
  const { state, error, retry } = is_japanese ? level : lists;
  return (
    <div>
      {is_japanese ? (
        <FilterLevel value={level.value} on_choose={level.choose} />
      ) : (
        <FilterSwitch value={lists.value} on_choose={lists.choose} />
      )}
      <SavingNote state={state} />
      {state === "failed" && <NotSaved error={error} on_retry={retry} />}
    </div>
  );
}
