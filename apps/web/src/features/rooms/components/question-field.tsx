import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Counter } from "#ui/forms/counter.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Select } from "#ui/forms/select.tsx";

interface RoomQuestionFieldProps {
  name: string;
  label: string;
  hint?: string;
  value: string;
  error: string | undefined;
  /** Maximum number of characters of a typed text. */
  limit: number;
  isRequired: boolean;
  /** Offers these instead of a text field. */
  options?: readonly string[];
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Called when an input method begins and ends to convert a text. */
  onComposing: (isComposing: boolean) => void;
}

/** The field of a room's question, or of the name in a room. */
export function RoomQuestionField({
  name,
  label,
  hint,
  value,
  error,
  limit,
  isRequired,
  options,
  onChange,
  onBlur,
  onComposing,
}: RoomQuestionFieldProps) {
  const { t } = useTexts();
  const control = { name, value, onBlur };
  return (
    <Field
      label={<span className="wrap-anywhere">{label}</span>}
      note={!isRequired && t("common.optional")}
      hint={hint}
      error={error}
      required={isRequired}
    >
      {options ? (
        <Select {...control} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t("rooms.choose")}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      ) : (
        <>
          <Input
            {...control}
            autoComplete="off"
            dir="auto"
            onChange={({ target }) => onChange(target.value)}
            onCompositionStart={() => onComposing(true)}
            onCompositionEnd={() => onComposing(false)}
          />
          <Counter
            text={value}
            limit={limit}
            remainingLabel={(left) => describeCharactersLeft(t, left)}
          />
        </>
      )}
    </Field>
  );
}
