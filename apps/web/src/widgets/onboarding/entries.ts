import type { CurrentUser, GenderType } from "@toibako/contract/accounts.ts";
import { findToday, isAdult } from "@toibako/contract/birthdays.ts";
import type { MlFilter } from "@toibako/contract/filters.ts";
import type { InitialSetting } from "@toibako/contract/onboarding.ts";
import {
  emptyBirthday,
  findBirthday,
  type TypedBirthday,
} from "#features/settings/components/birthday-fields.tsx";

/** The values of the fields on the first two pages of the onboarding. */
export interface Entries extends TypedBirthday {
  displaying_name: string;
  account: string;
  /** The square that was cropped from a chosen file. */
  picture: Blob | undefined;
  gender: GenderType;
  is_send_email: boolean;
  email: string;
  ml_filter: MlFilter;
  use_ngword_filter: boolean;
  is_auto_recruit: boolean;
  is_receive_baton: boolean;
  is_receive_dm: boolean;
}

export type ChangeEntries = (changes: Partial<Entries>) => void;

/**
 * Fills the fields with the account's saved values, at first the defaults of a new account. But the switch for weekly
 * posts is on at first if X is linked.
 */
export function createEntries(user: CurrentUser): Entries {
  return {
    ...emptyBirthday,
    displaying_name: user.displaying_name,
    account: user.account,
    picture: undefined,
    gender: user.gender_type,
    is_send_email: user.is_send_email,
    email: user.email ?? "",
    ml_filter: user.ml_filter,
    use_ngword_filter: user.use_ngword_filter,
    is_auto_recruit: user.has_chosen_auto_recruit
      ? user.is_auto_recruit
      : user.provider.includes("twitter"),
    is_receive_baton: user.is_receive_baton,
    is_receive_dm: user.is_receive_dm,
  };
}

/**
 * Whether the switch for messages is shown: only to adults, by the saved birthday or else by the entered one.
 */
export function mayReceiveMessages(user: CurrentUser, entries: Entries): boolean {
  const birthday = user.birthday ?? findBirthday(entries, user.time_zone);
  return birthday !== undefined && isAdult(birthday, findToday(user.time_zone));
}

/** Returns the text for a birthday that is incomplete or impossible; undefined if it is possible or left out. */
export function findBirthdayProblem(
  entries: Entries,
  time_zone: string,
): "onboarding.birthday_incomplete" | "settings.birthday_impossible" | undefined {
  const parts = [entries.birthday_year, entries.birthday_month, entries.birthday_day];
  if (parts.every((part) => part === "")) return undefined;
  if (parts.includes("")) return "onboarding.birthday_incomplete";
  return findBirthday(entries, time_zone) ? undefined : "settings.birthday_impossible";
}

interface FilterOptions {
  /** Whether the filter has levels, as in Japanese; otherwise it is on or off. */
  hasLevels: boolean;
}

/** Returns the body of the call that saves both pages, without fields that the pages don't show. */
export function toInitialSetting(
  user: CurrentUser,
  entries: Entries,
  { hasLevels }: FilterOptions,
): InitialSetting {
  const { birthday_year, birthday_month, birthday_day, email } = entries;
  const isBirthdayOffered = user.birthday === null;
  return {
    user: {
      displaying_name: entries.displaying_name,
      account: entries.account,
      gender: entries.gender,
      is_send_email: entries.is_send_email,
      ...(entries.is_send_email && { email }),
      ...(isBirthdayOffered && { birthday_year, birthday_month, birthday_day }),
    },
    ...(hasLevels && { user_status: { ml_filter: entries.ml_filter } }),
    ...(!hasLevels && { use_ngword_filter: entries.use_ngword_filter }),
    ...(user.provider.includes("twitter") && { is_auto_recruit: entries.is_auto_recruit }),
    is_receive_baton: entries.is_receive_baton,
    ...(mayReceiveMessages(user, entries) && { is_receive_dm: entries.is_receive_dm }),
  };
}

/** The fields of the first page. If the server refuses one of them, the onboarding returns to this page. */
export const profileFields: readonly string[] = [
  "displaying_name",
  "account",
  "icon",
  "birthday_year",
  "birthday_month",
  "birthday_day",
  "gender",
  "email",
];
