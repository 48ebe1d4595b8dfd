import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { type CardFormat, cardThemes } from "@toibako/contract/cards.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import { useSetting } from "../queries.ts";
import { CardThemeChoice } from "./card-theme-choice.tsx";
import { NotSaved, SavingNote } from "./saving-note.tsx";

const grids = {
  wide: "grid grid-cols-2 gap-3 sm:grid-cols-4",
  tall: "grid grid-cols-3 gap-3 sm:grid-cols-4",
};

/** The choice of the theme of the account's cards, with a preview of each theme. */
export function CardThemeSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const [format, setFormat] = useState<CardFormat>("wide");
  const { value, choose, state, error, retry } = useSetting(user, "card_theme");
  return (
    <div className="grid gap-3">
      <Segmented
        label={t("settings.card_format")}
        value={format}
        onChange={setFormat}
        options={[
          { value: "wide", label: t("settings.card_wide") },
          { value: "tall", label: t("settings.card_tall") },
        ]}
      />
      <fieldset className={grids[format]}>
        <legend className="sr-only">{t("settings.cards_title")}</legend>
        {cardThemes.map((theme) => (
          <CardThemeChoice
            key={theme}
            theme={theme}
            format={format}
            checked={theme === value}
            onChoose={() => choose(theme)}
          />
        ))}
      </fieldset>
      <SavingNote state={state} isBelow />
      {state === "failed" && <NotSaved error={error} onRetry={retry} />}
    </div>
  );
}
