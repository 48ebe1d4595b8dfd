import { type GenderType, genderTypes } from "@toibako/contract/accounts.ts";
import { useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Radio } from "#ui/forms/choice.tsx";

interface GenderChoiceProps {
  value: GenderType;
  onChoose: (value: GenderType) => void;
}

export function GenderChoice({ value, onChoose }: GenderChoiceProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-0.5 text-sm font-bold">
        {t("settings.gender")}
        <span className="ml-2 text-xs font-normal text-ink-2">{t("common.optional")}</span>
      </legend>
      <div className="grid grid-cols-2 gap-x-4">
        {genderTypes.map((gender) => (
          <Radio
            key={gender}
            name={name}
            value={gender}
            checked={gender === value}
            onChange={() => onChoose(gender)}
            label={t(`settings.gender_${gender}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}
