import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { Switch } from "#ui/forms/choice.tsx";
import { useSetting } from "../queries.ts";
import { NotSaved, SavingNote } from "./saving-note.tsx";

interface SettingSwitchProps {
  user: CurrentUser;
  field: "is_show_sensitive_content" | "is_receive_baton" | "is_batch_answer_to_stamp";
  label: string;
  hint: string;
}

/** A setting that is on or off. */
export function SettingSwitch({ user, field, label, hint }: SettingSwitchProps) {
  const { value, choose, state, error, retry } = useSetting(user, field);
  return (
    <div>
      <Switch
        label={label}
        hint={hint}
        checked={value}
        onChange={({ target }) => choose(target.checked)}
      />
      <SavingNote state={state} />
      {state === "failed" && <NotSaved error={error} onRetry={retry} />}
    </div>
  );
}
