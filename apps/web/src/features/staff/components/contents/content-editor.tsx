import { type Locale, localeNames, locales } from "@toibako/contract/locales.ts";
import type { ReactNode } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { SaveButton } from "#ui/forms/save-button.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import {
  type ContentField,
  type ContentValues,
  isTranslated,
  listValueNames,
  nameValue,
  type StoredContent,
} from "../../queries/content-values.ts";
import { useContentForm } from "../../queries/use-content-form.ts";
import { ContentInput } from "./content-input.tsx";

/** Whether a save came too late; the form then shows what is stored. */
const isChangedByOther = (error: unknown) =>
  error instanceof ApiError && error.code === "case_changed";

interface ContentEditorProps {
  draftKey: string;
  fields: readonly ContentField[];
  stored: StoredContent;
  /** Whether all translated texts are needed with these values. */
  needsAllTexts?: (values: ContentValues) => boolean;
  save: (version: number, values: ContentValues) => Promise<unknown>;
  refresh: () => Promise<unknown>;
  /** Shows what readers will see; `change` changes a value, as typing does. */
  renderPreview?: (
    values: ContentValues,
    locale: Locale,
    change: (name: string, value: string) => void,
  ) => ReactNode;
}

/** The form of a content with a version: its translated fields one language at a time, then the others. */
export function ContentEditor({
  fields,
  stored,
  needsAllTexts,
  renderPreview,
  ...options
}: ContentEditorProps) {
  const { t } = useTexts();
  const form = useContentForm({ fields, stored, ...options });
  const { values, locale } = form;
  const translated = fields.filter(isTranslated);
  const others = fields.filter((field) => !isTranslated(field));
  const missing = locales.filter((locale) =>
    translated.some(({ name }) => !values[nameValue(name, locale)]?.trim()),
  );
  // Their fields may be far above, or of another language.
  const problems = fields.flatMap((field) => [
    ...listValueNames(field).flatMap((name) => {
      const problem = form.findProblem(name);
      if (problem === undefined) return [];
      const nameLocale = locales.find((value) => name === nameValue(field.name, value));
      const language = nameLocale ? ` (${localeNames[nameLocale]})` : "";
      return { name, label: `${field.label}${language}`, problem };
    }),
    ...(field.kind === "structured" ? form.listPartProblems(field.name) : []).map((part) => ({
      ...part,
      label: field.label,
    })),
  ]);
  const renderField = (field: ContentField, name: string, fieldLocale?: Locale) => (
    <ContentInput
      key={name}
      field={field}
      locale={fieldLocale}
      shownLocale={locale}
      findProblem={form.findProblem}
      value={values[name] ?? ""}
      onChange={(value) => form.change(name, value)}
      problem={form.findProblem(name)}
      other={form.findOther(name)}
    />
  );
  return (
    <form
      method="dialog"
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {translated.length > 0 && (
        <>
          <Segmented
            label={t("staff_contents.language")}
            options={locales.map((value) => ({ value, label: localeNames[value] }))}
            value={locale}
            onChange={form.setLocale}
          />
          {needsAllTexts?.(values) && missing.length > 0 && (
            <p className="text-sm text-ink-2">
              {t("staff_contents.missing", {
                languages: missing.map((name) => localeNames[name]).join(", "),
              })}
            </p>
          )}
          {translated.map((field) => renderField(field, nameValue(field.name, locale), locale))}
        </>
      )}
      {others.map((field) => renderField(field, field.name))}
      {renderPreview && (
        <div className="grid gap-2">
          <h3 className="text-sm font-bold">{t("staff_contents.preview")}</h3>
          <div className="rounded-xl border border-line bg-surface-2 px-5 py-4">
            {renderPreview(values, locale, form.change)}
          </div>
        </div>
      )}
      {form.isConflict && (
        <Callout tone="warn">
          <span className="contents">{t("staff_contents.conflict")}</span>
          <span className="mt-2 block">
            <Button variant="outline" onClick={form.discard}>
              {t("staff_contents.take_all")}
            </Button>
          </span>
        </Callout>
      )}
      {form.error !== undefined && !isChangedByOther(form.error) && (
        <Callout tone="error">
          {problems.length === 0 ? (
            <span className="contents">{describeFailure(form.error, t("staff.failed"))}</span>
          ) : (
            problems.map(({ name, label, problem }) => (
              <span key={name} className="block">
                {label}: {problem}
              </span>
            ))
          )}
        </Callout>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <SaveButton size="lg" isChanged={form.isChanged} isPending={form.isPending}>
          {t(form.isConflict ? "staff_contents.save_over" : "staff_contents.save")}
        </SaveButton>
        <p role="status" className="text-sm text-ink-2">
          {form.isSaved && t("staff_contents.saved")}
        </p>
      </div>
    </form>
  );
}
