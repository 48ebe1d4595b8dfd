import { useQuery, useQueryClient } from "@tanstack/react-query";
import { defaultClasses } from "@toibako/contract/diagnosis/conditions.ts";
import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { diagnosisGameLimits } from "@toibako/contract/staff/contents/diagnosis.ts";
import { useEffect, useState } from "react";
import { ConditionsInput } from "#features/staff/components/contents/conditions-input.tsx";
import { ContentEditor } from "#features/staff/components/contents/content-editor.tsx";
import { OutcomesInput } from "#features/staff/components/contents/outcomes-input.tsx";
import {
  type ContentField,
  type ContentValues,
  createContentId,
} from "#features/staff/queries/content-values.ts";
import {
  editedDiagnosisGameQuery,
  editedDiagnosisGamesQuery,
  previewQuery,
  readConditions,
  readOutcomes,
  refreshDiagnosisGames,
  saveDiagnosisGameOf,
} from "#features/staff/queries/diagnosis.ts";
import { describeFailure } from "#lib/http/client.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { ContentIndex, FormLoading } from "./content-parts.tsx";

/** The list of diagnosis games, one page at a time, in their order. */
export function DiagnosisGameList({ after }: { after: string | undefined }) {
  const { t } = useTexts();
  const query = useQuery(editedDiagnosisGamesQuery(after));
  const [newId] = useState(createContentId);
  return (
    <ContentIndex
      kind="diagnosis"
      query={query}
      create={[newId, t("staff_diagnosis.new_game")]}
      contents={query.data?.games.map(({ id, title, is_shown, outcomes_count }) => ({
        id,
        title,
        details: (
          <>
            <span>{t(is_shown ? "staff_diagnosis.shown" : "staff_diagnosis.hidden")}</span>
            <span>{t("staff_diagnosis.outcomes_count", { n: outcomes_count })}</span>
          </>
        ),
      }))}
      after={after}
      has_more={query.data?.has_more}
    />
  );
}

/** Describes stored outcomes by their texts in the reader's language. */
function describeOutcomes(t: Translate, locale: Locale, value: string): string {
  return readOutcomes(value)
    .map(({ share_body, conditions }, index) => {
      const count = t("staff_diagnosis.conditions_count", { n: conditions.length });
      return `${index + 1}. ${share_body[locale]} (${count})`;
    })
    .join("\n");
}

/** Describes stored conditions as they are on the wire. */
const describeConditions = (value: string): string =>
  readConditions(value)
    .map(({ reference_class, attr, value, operand, query_operand }, index) =>
      [index > 0 && operand, `${reference_class}.${attr}`, query_operand, value]
        .filter(Boolean)
        .join(" "),
    )
    .join("\n");

const listFields = (t: Translate, locale: Locale): ContentField[] => [
  {
    name: "titles",
    kind: "texts",
    label: t("staff_diagnosis.title"),
    limit: diagnosisGameLimits.titles,
    hint: t("staff_diagnosis.text_hint", { n: diagnosisGameLimits.titles }),
  },
  {
    name: "descriptions",
    kind: "texts",
    label: t("staff_diagnosis.description"),
    limit: diagnosisGameLimits.descriptions,
    hint: t("staff_diagnosis.text_hint", { n: diagnosisGameLimits.descriptions }),
  },
  {
    name: "outcomes",
    kind: "structured",
    label: t("staff_diagnosis.outcomes"),
    hint: t("staff_diagnosis.outcomes_hint"),
    render: ({ value, onChange, locale, findProblem }) => (
      <OutcomesInput
        outcomes={readOutcomes(value)}
        onChange={(outcomes) => onChange(JSON.stringify(outcomes))}
        locale={locale}
        findProblem={findProblem}
      />
    ),
    describe: (value) => describeOutcomes(t, locale, value),
  },
  {
    name: "conditions",
    kind: "structured",
    label: t("staff_diagnosis.conditions"),
    hint: t("staff_diagnosis.conditions_hint"),
    render: ({ value, onChange, findProblem }) => (
      <ConditionsInput
        conditions={readConditions(value)}
        onChange={(conditions) => onChange(JSON.stringify(conditions))}
        defaultClass={defaultClasses.primary}
        name="conditions"
        findProblem={findProblem}
      />
    ),
    describe: describeConditions,
  },
  {
    name: "position",
    kind: "number",
    label: t("staff_diagnosis.position"),
    hint: t("staff_diagnosis.position_hint"),
  },
  {
    name: "is_shown",
    kind: "switch",
    label: t("staff_diagnosis.is_shown"),
    hint: t("staff_diagnosis.is_shown_hint"),
  },
];

/** The form of a diagnosis game. */
export function DiagnosisGameEditor({ id }: { id: string }) {
  const { t, locale } = useTexts();
  const client = useQueryClient();
  const query = useQuery(editedDiagnosisGameQuery(id));
  if (!query.data) return <FormLoading query={query} />;
  return (
    <ContentEditor
      draftKey={`diagnosis-game:${id}`}
      fields={listFields(t, locale)}
      stored={query.data}
      needsAllTexts={() => true}
      save={(version, values) => saveDiagnosisGameOf(id, version, values)}
      refresh={() => refreshDiagnosisGames(client)}
      renderPreview={(values, shown) => <GamePreview values={values} locale={shown} />}
    />
  );
}

/** Milliseconds after the last change until the preview is asked for. */
const previewDelay = 400;

/** Shows and hides what the reader would get from what is typed, also before it is saved. */
function GamePreview({ values, locale }: { values: ContentValues; locale: Locale }) {
  const { t } = useTexts();
  const [isShown, setIsShown] = useState(false);
  const typed = JSON.stringify([values.conditions, values.outcomes]);
  const [rules, setRules] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setRules(typed), previewDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <Button
        variant="outline"
        aria-expanded={isShown}
        onClick={() => {
          setRules(typed);
          setIsShown(!isShown);
        }}
      >
        {t(isShown ? "staff_diagnosis.hide_preview" : "staff_diagnosis.show_preview")}
      </Button>
      {isShown && <PreviewText locale={locale} rules={rules} />}
    </div>
  );
}

function PreviewText({ locale, rules }: { locale: Locale; rules: string }) {
  const { t } = useTexts();
  const { data, error } = useQuery(previewQuery(locale, rules));
  if (error)
    return (
      <p role="alert" className="text-sm font-semibold text-danger">
        {describeFailure(error, t("staff_diagnosis.preview_failed"))}
      </p>
    );
  if (!data) return <p className="text-sm text-ink-2">{t("common.loading")}</p>;
  if (!data.can_play) return <p role="status">{t("staff_diagnosis.preview_refused")}</p>;
  return (
    <p
      role="status"
      dir="auto"
      lang={getLanguageTag(locale)}
      className="text-question whitespace-pre-wrap wrap-anywhere"
    >
      {data.share_body || t("staff_diagnosis.preview_empty")}
    </p>
  );
}
