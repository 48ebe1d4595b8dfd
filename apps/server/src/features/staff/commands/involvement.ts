import { type Row, statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { unsealIdentities } from "#platform/identity/session.ts";
import type { Services } from "#platform/services.ts";
import { listSealedIdentities, unsealSenders } from "../../questions/queries/sender.ts";
import { receiverNumber, unsealStarter } from "../../talks/policy.ts";
import { isQuestionCase } from "../policy.ts";
import type { Content } from "./hide.ts";
import { findTalk } from "./hide-messages.ts";

type SecretServices = Pick<Services, "db" | "secrets">;

/** Whether an account has sent the question that a case is about. Opens the sealed record in memory. */
async function isSender(
  { db, secrets }: SecretServices,
  user_pk: number,
  { kind, object }: Content,
): Promise<boolean> {
  if (!isQuestionCase(kind)) return false;
  const [sender] = await unsealSenders(db, secrets, [object]);
  if (!sender) return false;
  const account = secrets.deriveAccountIdentity(user_pk);
  const adopted = unsealIdentities(secrets, user_pk, await listSealedIdentities(db, user_pk));
  return [account, ...adopted].some((identity) => identity.equals(sender.identity));
}

/** Whether an account has begun a talk. Opens the sealed record in memory. */
const isStarter = (
  { secrets }: SecretServices,
  user_pk: number,
  { uuid, sealed_starter }: Row<"staff.selectTalk">,
) => unsealStarter(secrets, uuid, sealed_starter) === user_pk;

/**
 * Whether a case would tell an account of staff who has reported what it has sent anonymously. A talk that its starter has
 * reported is about the receiver.
 */
async function isReportedAuthor(
  services: SecretServices,
  user_pk: number,
  content: Content,
): Promise<boolean> {
  if (content.kind !== "talk") return isSender(services, user_pk, content);
  if (!content.object.endsWith(`-${receiverNumber}`)) return false;
  const talk = await findTalk(services.db, content.object);
  return talk !== undefined && isStarter(services, user_pk, talk);
}

// What a case is about never changes, so decisions read it before the thing and the case are locked, in this order.
export const selectContent = statement(
  "staff.selectContent",
  "select kind, object from cases where id = :id",
);

/** Throws if there is no case with this id, or it would tell an account who has reported it. */
export async function requireOthersCase(
  services: SecretServices,
  user_pk: number,
  id: string,
): Promise<void> {
  const [content] = await selectContent(services.db, { id });
  if (!content || (await isReportedAuthor(services, user_pk, content)))
    throw new Failure("not_found");
}

const selectParts = statement(
  "staff.selectParts",
  `
  select exists (
    select from case_reports join cases on cases.pk = case_reports.case_pk
    where cases.kind = :kind and cases.object = :object and reporter_pk = :user_pk and cases.kind <> 'appeal'
  ) or exists (
    select from questions where uuid_hash = :object and receiver_pk = :user_pk
  ) as "is_involved!"`,
);

/**
 * Whether an account of staff has itself reported, received or anonymously sent what a case is about, so that somebody
 * else must decide. Who is named as the subject of a case is checked beside the case.
 */
export async function isInvolved(
  services: SecretServices,
  user_pk: number,
  content: Content,
): Promise<boolean> {
  const [parts] = await selectParts(services.db, { ...content, user_pk });
  if (parts?.is_involved) return true;
  if (content.kind !== "talk") return isSender(services, user_pk, content);
  const talk = await findTalk(services.db, content.object);
  if (!talk) return false;
  return talk.receiver_pk === user_pk || isStarter(services, user_pk, talk);
}
