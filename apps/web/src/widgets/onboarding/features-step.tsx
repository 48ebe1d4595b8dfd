import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { FilterLevel, FilterSwitch } from "#features/filters/components/filter-level.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Switch } from "#ui/forms/choice.tsx";
import { type ChangeEntries, type Entries, mayReceiveMessages } from "./entries.ts";

interface FeaturesStepProps {
  user: CurrentUser;
  entries: Entries;
  onChange: ChangeEntries;
  /** Whether the filter has levels, as in Japanese; otherwise it is on or off. */
  hasLevels: boolean;
}

/** The second page: the filter of questions, batons, messages and automatic posts. */
export function FeaturesStep({ user, entries, onChange, hasLevels }: FeaturesStepProps) {
  const { t } = useTexts();
  return (
    <>
      {hasLevels ? (
        <FilterLevel value={entries.ml_filter} onChoose={(ml_filter) => onChange({ ml_filter })} />
      ) : (
        <FilterSwitch
          value={entries.use_ngword_filter}
          onChoose={(use_ngword_filter) => onChange({ use_ngword_filter })}
        />
      )}
      {user.provider.includes("twitter") && (
        <Switch
          label={t("onboarding.auto_post")}
          hint={t("shares.auto_text", { text: t("shares.own_text") })}
          checked={entries.is_auto_recruit}
          onChange={({ target }) => onChange({ is_auto_recruit: target.checked })}
        />
      )}
      <Switch
        label={t("settings.baton_label")}
        hint={t("settings.baton_hint")}
        checked={entries.is_receive_baton}
        onChange={({ target }) => onChange({ is_receive_baton: target.checked })}
      />
      {mayReceiveMessages(user, entries) && (
        <Switch
          label={t("onboarding.receive_messages")}
          checked={entries.is_receive_dm}
          onChange={({ target }) => onChange({ is_receive_dm: target.checked })}
        />
      )}
    </>
  );
}
