import {
  type Birthday,
  findToday,
  firstBirthYear,
  isPossibleBirthday,
} from "@toibako/contract/birthdays.ts";
import { Fragment, type ReactNode, useId } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Select } from "#ui/forms/select.tsx";

/** The chosen parts of a birthday. A part that is not chosen yet is "". */
export interface TypedBirthday {
  birthday_year: string;
  birthday_month: string;
  birthday_day: string;
}

export const emptyBirthday: TypedBirthday = {
  birthday_year: "",
  birthday_month: "",
  birthday_day: "",
};

/** Returns the birthday if all three parts are chosen and the date is possible. */
export function findBirthday(typed: TypedBirthday, time_zone: string): Birthday | undefined {
  const birthday = {
    year: Number(typed.birthday_year),
    month: Number(typed.birthday_month),
    day: Number(typed.birthday_day),
  };
  return isPossibleBirthday(birthday, findToday(time_zone)) ? birthday : undefined;
}

/** Returns a function that formats a birthday, such as "January 31, 2000". */
export function useBirthdayFormat(): (birthday: Birthday) => string {
  const { tag } = useTexts();
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "long", timeZone: "UTC" });
  return ({ year, month, day }) => format.format(Date.UTC(year, month - 1, day));
}

interface BirthdayFieldsProps {
  value: TypedBirthday;
  onChange: (value: TypedBirthday) => void;
  time_zone: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** Without it, the legend says that the birthday is optional. */
  isRequired?: boolean;
}

/** The year at which a browser opens the list of years. */
const openingYear = 2000;

/**
 * The three selects of a birthday. They have no default, because a birthday can be set only once. A browser
 * opens a list at its selected option, so the empty option of the years stands before `openingYear`.
 */
export function BirthdayFields({
  value,
  onChange,
  time_zone,
  hint,
  error,
  isRequired = false,
}: BirthdayFieldsProps) {
  const { t } = useTexts();
  const id = useId();
  const { year: thisYear } = findToday(time_zone);
  const parts = [
    {
      part: "year",
      numbers: listNumbers(firstBirthYear, thisYear).reverse(),
      openingNumber: openingYear,
    },
    { part: "month", numbers: listNumbers(1, 12), openingNumber: 1 },
    { part: "day", numbers: listNumbers(1, 31), openingNumber: 1 },
  ] as const;
  return (
    <fieldset className="@container grid w-full max-w-md gap-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-bold">
        <span>{t("settings.birthday")}</span>
        {!isRequired && (
          <span className="ml-2 text-xs font-normal text-ink-2">{t("common.optional")}</span>
        )}
      </legend>
      {/* On the narrowest screens, the year has a row of its own. */}
      <div className="grid grid-cols-2 gap-2 *:first:col-span-full @min-[18.25rem]:grid-cols-3 @min-[18.25rem]:*:first:col-span-1 @max-[12rem]:grid-cols-1">
        {parts.map(({ part, numbers, openingNumber }) => (
          <Select
            key={part}
            isNarrow
            aria-label={t(`settings.birthday_${part}`)}
            aria-invalid={Boolean(error)}
            aria-required={isRequired || undefined}
            value={value[`birthday_${part}`]}
            onChange={({ target }) => onChange({ ...value, [`birthday_${part}`]: target.value })}
          >
            {numbers.map((number) => (
              <Fragment key={number}>
                {number === openingNumber && (
                  <option value="">{t(`settings.birthday_${part}`)}</option>
                )}
                <option value={number}>{number}</option>
              </Fragment>
            ))}
          </Select>
        ))}
      </div>
      <div id={`${id}-hint`} className="grid gap-1 text-sm text-ink-2">
        {error && (
          <p role="alert" className="font-semibold text-danger">
            {error}
          </p>
        )}
        {hint && <p>{hint}</p>}
      </div>
    </fieldset>
  );
}

const listNumbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
