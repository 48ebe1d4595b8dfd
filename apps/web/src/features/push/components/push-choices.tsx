import { type PushDevice, type PushKind, pushKinds } from "@toibako/contract/push.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Checkbox, Switch } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/select.tsx";
import type { PushPreferences } from "../queries.ts";

interface PushChoicesProps {
  device: PushDevice;
  isSaving: boolean;
  onChange: (change: Partial<PushPreferences>) => void;
}

const kindTexts = {
  question: "push.kind_question",
  answer: "push.kind_answer",
  message: "push.kind_message",
  notice: "push.kind_notice",
} as const satisfies Record<PushKind, string>;

/** Hours of the day, in the time zone of the account. */
const defaultQuietHours = { from: 22, until: 7 };
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The choice of the kinds of messages and the quiet hours of this device. Each choice is saved immediately.
 */
export function PushChoices({ device, isSaving, onChange }: PushChoicesProps) {
  const { t } = useTexts();
  const { kinds, quiet_hours } = device;
  function changeKind(kind: PushKind, isChosen: boolean) {
    // Built from `pushKinds`, so that the kinds keep their order.
    onChange({
      kinds: pushKinds.filter((other) => (other === kind ? isChosen : kinds.includes(other))),
    });
  }
  return (
    <>
      <fieldset className="grid gap-1" disabled={isSaving}>
        <legend className="font-bold">{t("push.kinds")}</legend>
        {pushKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(kindTexts[kind])}
            checked={kinds.includes(kind)}
            onChange={({ target }) => changeKind(kind, target.checked)}
          />
        ))}
      </fieldset>
      <Switch
        label={t("push.quiet")}
        hint={t("push.quiet_hint")}
        checked={quiet_hours !== null}
        disabled={isSaving}
        onChange={({ target }) =>
          onChange({ quiet_hours: target.checked ? defaultQuietHours : null })
        }
      />
      {quiet_hours && (
        <div className="grid grid-cols-2 gap-3">
          {(["from", "until"] as const).map((end) => (
            <Field key={end} label={t(end === "from" ? "push.quiet_from" : "push.quiet_until")}>
              <Select
                value={quiet_hours[end]}
                disabled={isSaving}
                onChange={({ target }) =>
                  onChange({ quiet_hours: { ...quiet_hours, [end]: Number(target.value) } })
                }
              >
                {hours.map((hour) => (
                  <option key={hour} value={hour}>
                    {`${hour}:00`}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </div>
      )}
    </>
  );
}
