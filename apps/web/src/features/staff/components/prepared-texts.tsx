import { useTexts } from "#lib/i18n/texts.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/select.tsx";

interface PreparedTextsProps<N extends string> {
  prepared: readonly { name: N; text: string }[];
  /** Names a prepared text in the reader's language. */
  describe: (name: N) => string;
  text: string;
  /** Gets the text with the chosen one below it. */
  onText: (text: string) => void;
}

/** The prepared texts, of which the chosen one is added to what is written. */
export function PreparedTexts<N extends string>(props: PreparedTextsProps<N>) {
  const { prepared, describe, text, onText } = props;
  const { t } = useTexts();
  return (
    <Field label={t("staff.prepared")}>
      <Select
        value=""
        onChange={({ target }) => {
          const chosen = prepared.find(({ name }) => name === target.value);
          if (chosen) onText([text.trim(), chosen.text].filter(Boolean).join("\n\n"));
        }}
      >
        <option value="">{t("staff.prepared_choose")}</option>
        {prepared.map(({ name }) => (
          <option key={name} value={name}>
            {describe(name)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
