import { getLanguageTag, type Locale } from "@toibako/contract/locales.ts";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Checkbox } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Select } from "#ui/forms/select.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import type { ContentField } from "../../queries/content-values.ts";
import { StaffDate } from "../staff-date.tsx";
import { ContentPicture, StoredPicture } from "./content-picture.tsx";

interface ContentInputProps {
  field: ContentField;
  /** The language of a translated text. */
  locale: Locale | undefined;
  /** The language whose texts the form shows. */
  shownLocale: Locale;
  value: string;
  onChange: (value: string) => void;
  problem: string | undefined;
  findProblem: (name: string) => string | undefined;
  /** What somebody else has stored meanwhile. */
  other: string | undefined;
}

/** One value of a content, and below it what somebody else has stored in its place. */
export function ContentInput(props: ContentInputProps) {
  const { t } = useTexts();
  const { field, locale, other, onChange } = props;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Control {...props} />
      {other !== undefined && (
        <div className="grid gap-2 rounded-lg border border-line bg-surface-2 px-4 py-3 text-sm">
          <p className="font-bold">{t("staff_contents.stored_by_other", { field: field.label })}</p>
          <OtherValue field={field} locale={locale} value={other} />
          <div>
            <Button variant="outline" onClick={() => onChange(other)}>
              {t("staff_contents.take_this")}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

type OtherValueProps = Pick<ContentInputProps, "field" | "locale" | "value">;

function OtherValue({ field, locale, value }: OtherValueProps) {
  const { t } = useTexts();
  if (field.kind === "picture" || field.kind === "video")
    return <StoredPicture field={field} url={value} />;
  if (field.kind === "time" && value !== "") return <StaffDate form="minute" at={value} />;
  const describe = () => {
    if (field.kind === "switch")
      return t(value === "true" ? "staff_contents.on" : "staff_contents.off");
    if (field.kind === "choice")
      return field.choices.find((choice) => choice.value === value)?.label;
    if (field.kind === "structured") return field.describe(value);
    return value;
  };
  return (
    <p
      dir="auto"
      lang={locale && getLanguageTag(locale)}
      className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere"
    >
      {describe() || t("staff_contents.empty")}
    </p>
  );
}

function Control(props: ContentInputProps) {
  const { field, value, onChange, problem, shownLocale: locale, findProblem } = props;
  if (field.kind === "structured")
    return (
      <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <legend className="text-sm font-bold">{field.label}</legend>
        {field.hint && <p className="text-sm text-ink-2">{field.hint}</p>}
        {problem && <Problem text={problem} />}
        {field.render({ value, onChange, locale, findProblem })}
      </fieldset>
    );
  if (field.kind === "switch")
    return (
      <>
        <Checkbox
          label={field.label}
          hint={field.hint}
          checked={value === "true"}
          onChange={({ target }) => onChange(String(target.checked))}
        />
        {problem && <Problem text={problem} />}
      </>
    );
  if (field.kind === "picture" || field.kind === "video")
    return <ContentPicture field={field} value={value} onChange={onChange} problem={problem} />;
  return (
    <Field label={field.label} hint={field.hint} error={problem}>
      {field.kind === "choice" ? (
        <Select value={value} onChange={({ target }) => onChange(target.value)}>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      ) : (
        <TextControl {...props} />
      )}
    </Field>
  );
}

const padNumber = (value: number, length = 2) => String(value).padStart(length, "0");

/** The moment as an input of the browser's time zone takes it. */
function toLocalTime(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  // Zones of years that are still being typed are off by seconds, which `getTimezoneOffset` doesn't have.
  const day = [date.getMonth() + 1, date.getDate()].map((value) => padNumber(value));
  const time = [date.getHours(), date.getMinutes()].map((value) => padNumber(value));
  return `${[padNumber(date.getFullYear(), 4), ...day].join("-")}T${time.join(":")}`;
}

function fromLocalTime(typed: string): string {
  const date = new Date(typed);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="text-sm font-semibold text-danger">
      {text}
    </p>
  );
}

function TextControl({ field, locale, value, onChange }: ContentInputProps) {
  if (field.kind === "time")
    return (
      <Input
        type="datetime-local"
        max="9999-12-31T23:59"
        value={toLocalTime(value)}
        onChange={({ target }) => onChange(fromLocalTime(target.value))}
      />
    );
  if (field.kind === "color")
    return (
      <Input
        type="color"
        value={value}
        className="p-1"
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return <TypedText field={field} locale={locale} value={value} onChange={onChange} />;
}

type TypedTextProps = Pick<ContentInputProps, "field" | "locale" | "value" | "onChange">;

function TypedText({ field, locale, value, onChange }: TypedTextProps) {
  const { t } = useTexts();
  const lang = locale && getLanguageTag(locale);
  if (field.kind !== "long_texts" && field.kind !== "lines")
    return (
      <Input
        lang={lang}
        dir="auto"
        inputMode={field.kind === "number" ? "numeric" : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  const { limit } = field;
  return (
    <Textarea
      lang={lang}
      dir="auto"
      value={value}
      rows={8}
      spellCheck={field.kind !== "lines"}
      onChange={({ target }) => onChange(target.value)}
      {...(limit !== undefined && {
        limit,
        remainingLabel: (left: number) => describeCharactersLeft(t, left),
      })}
    />
  );
}
