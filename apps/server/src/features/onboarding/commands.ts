import { formatBirthday, parseBirthday } from "@toibako/contract/birthdays.ts";
import type { InitialSetting, TutorialStatus } from "@toibako/contract/onboarding.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { type UploadedPicture, updateAccount } from "../settings/commands.ts";
import { checkReceivingMessages, readBirthday } from "../settings/policy.ts";
import { checkAutoRecruit, readProfileFields } from "./policy.ts";

const updateTutorialStatus = statement(
  "onboarding.updateTutorialStatus",
  "update users set tutorial_status = :tutorial_status where pk = :user_pk",
);

export async function setTutorialStatus(
  db: Db,
  user_pk: number,
  tutorial_status: TutorialStatus,
): Promise<void> {
  await updateTutorialStatus(db, { user_pk, tutorial_status });
}

/**
 * Validates and saves either all fields of the onboarding form or none, and returns the changed account. Before another
 * handle or email address is saved, `requireConfirmation` is called, and for an address also `countEmailChange`; both
 * throw if the change is refused.
 */
export async function saveInitialSetting(
  services: Services,
  user: SessionUser,
  { user: typed = {}, user_status = {}, ...flags }: InitialSetting,
  picture: UploadedPicture | undefined,
  {
    requireConfirmation,
    countEmailChange,
  }: { requireConfirmation: () => void; countEmailChange: () => Promise<void> },
): Promise<SessionUser> {
  const { birthday, problems } = readBirthday(typed, user);
  const profile = readProfileFields(typed, user);
  const fields = [
    ...profile.problems,
    ...problems,
    ...checkReceivingMessages(flags.is_receive_dm, birthday ?? parseBirthday(user.birthday), user),
    ...checkAutoRecruit(flags.is_auto_recruit, user),
  ];
  if (fields.length > 0) throw new Failure("form_validation_failed", { fields });
  const { account, email } = profile.columns;
  if (account !== undefined || email !== undefined) requireConfirmation();
  if (email !== undefined) await countEmailChange();
  const columns = {
    ...profile.columns,
    ...(birthday && { birthday: formatBirthday(birthday) }),
    ...user_status,
    ...flags,
  };
  return updateAccount(services, user, columns, picture);
}
