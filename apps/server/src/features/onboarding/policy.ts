import type { GenderType } from "@toibako/contract/accounts.ts";
import { isEmailAddress } from "@toibako/contract/email-addresses.ts";
import type { InitialSetting } from "@toibako/contract/onboarding.ts";
import { textLimits } from "@toibako/contract/text.ts";
import type { FieldProblem } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { checkHandle, readName } from "../accounts/policy.ts";

type TypedFields = NonNullable<InitialSetting["user"]>;

interface ProfileColumns {
  account?: string;
  displaying_name?: string;
  email?: string;
  is_send_email?: boolean;
  gender_type?: GenderType;
}

/**
 * Validates the handle, the name, the address and the gender. If there are problems, `columns` must not be
 * saved. They contain the email address only if it differs from the saved one.
 */
export function readProfileFields(
  { account, displaying_name, email, is_send_email, gender }: TypedFields,
  user: SessionUser,
): { columns: ProfileColumns; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const columns: ProfileColumns = {};
  if (account !== undefined && account !== user.account) {
    problems.push(...checkFirstHandle(account, user));
    columns.account = account;
  }
  if (displaying_name !== undefined) {
    const { text, problem } = readName(displaying_name, account ?? user.account);
    const limit = textLimits.displaying_name;
    if (problem) problems.push(createTextProblem("displaying_name", problem, limit));
    else columns.displaying_name = text;
  }
  const isEmailNeeded = is_send_email === true && user.email === null;
  if (email ? !isEmailAddress(email) : isEmailNeeded) {
    problems.push({ field: "email", text_key: "invalid_email" });
  }
  if (email && email !== user.email) columns.email = email;
  if (is_send_email !== undefined) columns.is_send_email = is_send_email;
  if (gender !== undefined) columns.gender_type = gender;
  return { columns, problems };
}

function checkFirstHandle(account: string, { sign_up_complete }: SessionUser): FieldProblem[] {
  return sign_up_complete
    ? [{ field: "account", text_key: "account_is_set" }]
    : checkHandle(account);
}

/** Returns a problem if weekly posts on X are turned on for an account that hasn't linked X. */
export function checkAutoRecruit(
  is_auto_recruit: boolean | undefined,
  { provider }: SessionUser,
): FieldProblem[] {
  const isRefused = is_auto_recruit === true && !provider.includes("twitter");
  return isRefused ? [{ field: "is_auto_recruit", text_key: "twitter_link_needed" }] : [];
}
