import { formatAvatarUrl } from "@toibako/contract/avatars.ts";
import { formatBirthday, parseBirthday } from "@toibako/contract/birthdays.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import type { putProfile, Settings } from "@toibako/contract/settings.ts";
import type { Db } from "#platform/database/db.ts";
import { isUniqueViolation } from "#platform/database/db-errors.ts";
import { type Parameters, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import { sessionUserColumns, toSessionUser } from "#platform/identity/session.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import type { Services } from "#platform/services.ts";
import { isFreeHandleSql } from "../accounts/queries/handles.ts";
import { deleteProfileCardsJob, drawProfileJob } from "../cards/job-definitions.ts";
import { indexNameJob } from "../friends/job-definitions.ts";
import { changeEmail } from "../mails/commands/addresses.ts";
import { removePicture, storePicture } from "../pictures/commands.ts";
import { deletePictureJob } from "../pictures/job-definitions.ts";
import { isPictureSql } from "../pictures/queries.ts";
import {
  checkReceivingMessages,
  checkSettings,
  createFormFailure,
  listMissingBirthdayFields,
  readBirthday,
} from "./policy.ts";
import { listChangedPages } from "./queries.ts";

// Changes the columns whose parameters are not null. Changes no row if the birthday is already set to another day,
// or if the handle can't be changed or isn't free. Enqueues the deletion of a replaced picture and, if their
// columns change, the drawing of the card and the update of the search entry.
const updateSettings = statement(
  "settings.updateSettings",
  `
  with previous_user as (
    select pk as user_pk, account as previous_account, icon_url as previous_url from users
    where pk = :user_pk and left_at is null for update
  ), updated_user as (
  update users u set
    account = coalesce(:account?, u.account),
    is_send_email = coalesce(:is_send_email?, u.is_send_email),
    birthday = coalesce(u.birthday, :birthday?::text::date),
    gender_type = coalesce(:gender_type?, u.gender_type),
    is_receive_dm = coalesce(:is_receive_dm?, u.is_receive_dm),
    is_show_display_notify = coalesce(:is_show_display_notify?, u.is_show_display_notify),
    is_auto_recruit = coalesce(:is_auto_recruit?, u.is_auto_recruit),
    has_chosen_auto_recruit = u.has_chosen_auto_recruit or :is_auto_recruit?::boolean is not null,
    sign_up_complete = coalesce(:sign_up_complete?, u.sign_up_complete),
    displaying_name = coalesce(:displaying_name?, u.displaying_name),
    self_introduction = coalesce(:self_introduction?, u.self_introduction),
    is_show_sensitive_content = coalesce(:is_show_sensitive_content?, u.is_show_sensitive_content),
    is_receive_baton = coalesce(:is_receive_baton?, u.is_receive_baton),
    is_batch_answer_to_stamp = coalesce(:is_batch_answer_to_stamp?, u.is_batch_answer_to_stamp),
    is_findable = coalesce(:is_findable?, u.is_findable),
    is_receive_community_question = coalesce(:is_receive_community_question?, u.is_receive_community_question),
    use_ngword_filter = coalesce(:use_ngword_filter?, u.use_ngword_filter),
    ml_filter = coalesce(:ml_filter?, u.ml_filter),
    card_theme = coalesce(:card_theme?, u.card_theme),
    icon_url = coalesce(:icon_url?, u.icon_url),
    time_zone = coalesce(:time_zone?, u.time_zone)
  from previous_user
  where u.pk = previous_user.user_pk
    and (:birthday?::text::date is null or u.birthday is null or u.birthday = :birthday?::text::date)
    and (:account?::text is null or u.account = :account? or (
      not u.sign_up_complete
      and ${isFreeHandleSql({ account: ":account?", tag: ":handle_tag?", user_pk: "u.pk" })}
    ))
  returning ${sessionUserColumns}
  ), deleted_picture as (
    select previous_url as icon_url from previous_user
    where :icon_url?::text <> previous_url and ${isPictureSql("previous_url")}
      and exists (select from updated_user)
  ), enqueued_deletion as (
    ${enqueueSql([deletePictureJob], "deleted_picture")}
  ), enqueued_card_deletion as (
    ${enqueueSql(
      [deleteProfileCardsJob],
      "previous_user, updated_user where lower(updated_user.account) <> lower(previous_account)",
      { account: "previous_account" },
    )}
  ), enqueued_drawing as (
    ${enqueueSql(
      [drawProfileJob],
      "updated_user where coalesce(:account?, :displaying_name?, :self_introduction?, :card_theme?, :icon_url?) is not null",
    )}
  ), enqueued_indexing as (
    ${enqueueSql(
      [indexNameJob],
      "updated_user where coalesce(:account?, :displaying_name?) is not null",
      { user_pk: "updated_user.pk" },
    )}
  )
  select * from updated_user`,
);

// Selects why `updateSettings` changed no row. Must run in the same transaction.
const selectRefusal = statement(
  "settings.selectRefusal",
  `
  select
    :birthday?::text::date <> birthday as "has_other_birthday!",
    :account?::text <> account and sign_up_complete as "has_final_handle!"
  from users where pk = :user_pk and left_at is null`,
);

/** The parameters with which `updateSettings` changes no column. */
const unchangedParameters = {
  account: null,
  handle_tag: null,
  is_send_email: null,
  birthday: null,
  gender_type: null,
  is_receive_dm: null,
  is_show_display_notify: null,
  is_auto_recruit: null,
  sign_up_complete: null,
  displaying_name: null,
  self_introduction: null,
  is_show_sensitive_content: null,
  is_receive_baton: null,
  is_batch_answer_to_stamp: null,
  is_findable: null,
  is_receive_community_question: null,
  use_ngword_filter: null,
  ml_filter: null,
  card_theme: null,
  icon_url: null,
  time_zone: null,
};

/** The columns to change. Other columns keep their values. An empty `email` removes the address. */
type ChangedColumns = Partial<
  Omit<Parameters<"settings.updateSettings">, "user_pk" | "handle_tag">
> & {
  email?: string;
};

/** Validates and saves either all settings or none, and returns the changed account. */
export async function saveSettings(
  services: Services,
  user: SessionUser,
  input: Settings,
): Promise<SessionUser> {
  const { avatar, ...columns } = checkSettings(input, user.account);
  const problems = checkReceivingMessages(
    columns.is_receive_dm,
    parseBirthday(user.birthday),
    user,
  );
  if (problems.length > 0) throw new Failure("form_validation_failed", { fields: problems });
  const icon = avatar === undefined ? {} : { icon_url: formatAvatarUrl(avatar) };
  return updateAccount(services, user, { ...columns, ...icon });
}

type ProfileFields = NonNullable<Input<typeof putProfile>["body"]["user"]>;

/** Saves the picture, the gender and the birthday. The birthday is required unless another of them is given. */
export async function saveProfile(
  services: Services,
  user: SessionUser,
  { gender, ...typed }: ProfileFields,
  picture: UploadedPicture | undefined,
): Promise<SessionUser> {
  const { birthday, problems } = readBirthday(typed, user);
  if (!birthday && !gender && !picture && problems.length === 0) {
    problems.push(...listMissingBirthdayFields());
  }
  if (problems.length > 0) throw new Failure("form_validation_failed", { fields: problems });
  const columns = {
    ...(birthday && { birthday: formatBirthday(birthday) }),
    ...(gender && { gender_type: gender }),
  };
  return updateAccount(services, user, columns, picture);
}

const selectPicture = statement(
  "settings.selectPicture",
  "select pk from users where pk = :user_pk and icon_url = :icon_url",
);

export interface UploadedPicture {
  file: Buffer;
  /** The client's IP address. Pictures from different IP addresses are decoded in turns. */
  ip: string;
}

/**
 * Saves validated columns of an account, and the uploaded picture if there is one. Throws `form_validation_failed` if
 * the handle can't be changed to this one, or the account already has another birthday.
 */
export async function updateAccount(
  services: Services,
  user: SessionUser,
  columns: ChangedColumns,
  picture?: UploadedPicture,
): Promise<SessionUser> {
  if (!picture) return writeColumns(services, user, columns);
  const icon_url = await storePicture(services, picture.ip, picture.file);
  try {
    return await writeColumns(services, user, { ...columns, icon_url });
  } catch (error) {
    // The picture may be saved although its reply, or what follows, failed.
    const saved = await selectPicture(services.db, { user_pk: user.pk, icon_url });
    if (saved.length === 0) await removePicture(services, icon_url);
    throw error;
  }
}

async function writeColumns(
  { db, bus, secrets }: Services,
  formerUser: SessionUser,
  { email, ...columns }: ChangedColumns,
): Promise<SessionUser> {
  const { pk: user_pk, account } = formerUser;
  const handle_tag = columns.account ? secrets.deriveClosedHandleTag(columns.account) : null;
  const updated = await transaction(db, async (db) => {
    if (email !== undefined) await changeEmail(db, formerUser, email === "" ? null : email);
    const parameters = { ...unchangedParameters, ...columns, handle_tag, user_pk };
    const [updated] = await updateSettings(db, parameters).catch(refuseTakenHandle);
    return updated ?? throwRefusal(db, parameters);
  });
  const user = toSessionUser(updated);
  const paths = await listChangedPages(db, user, Object.keys(columns));
  if (user.account !== account) paths.push(`/${account}`, `/${user.account}`);
  if (paths.length > 0) bus.publish("pages", { paths });
  return user;
}

/** Throws the reason why `updateSettings` changed no row. */
async function throwRefusal(
  db: Db,
  { user_pk, birthday, account }: Parameters<"settings.selectRefusal">,
): Promise<never> {
  const [refusal] = await selectRefusal(db, { user_pk, birthday, account });
  if (!refusal) throw new Failure("sign_in_needed");
  if (refusal.has_other_birthday) throw createFormFailure("birthday_day", "birthday_is_set");
  if (refusal.has_final_handle) throw createFormFailure("account", "account_is_set");
  throw createFormFailure("account", "account_taken");
}

function refuseTakenHandle(error: unknown): never {
  throw isUniqueViolation(error) ? createFormFailure("account", "account_taken") : error;
}
