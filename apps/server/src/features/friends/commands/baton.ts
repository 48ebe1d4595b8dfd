import { batonLimit } from "@toibako/contract/friends.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import { publishCounts } from "#platform/events/events.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { type FilterSources, findHoldingRule } from "../../filters/filter.ts";
import { findReceiver, type Receiver } from "../../filters/queries.ts";
import { type NewQuestion, storeQuestion } from "../../questions/commands/ask.ts";
import { storeInTurn } from "../../questions/commands/claim-tag.ts";
import { joinFilteredTexts, restoreContent } from "../../questions/policy.ts";
import { countSent } from "../../questions/queries/sender-tags.ts";
import { findStamp } from "../../stamps/queries.ts";
import { createLimitFailure, selectNewReceivers } from "../policy/baton.ts";
import {
  findCandidates,
  findPassableQuestion,
  listReceiverPks,
  type PassableQuestion,
  readReceivers,
} from "../queries/baton.ts";

// The lock makes simultaneous requests count the batons of a question one after the other, so that none exceeds the
// limit.
const lockQuestion = statement(
  "friends.lockQuestion",
  "select pk from questions where pk = :question_pk for update",
);

const insertBaton = statement(
  "friends.insertBaton",
  `
  insert into batons (tag, passed_question_pk, sealed_receiver)
  values (:tag, :question_pk, :sealed_receiver)
  on conflict do nothing
  returning tag`,
);

const countBatons = statement(
  "friends.countBatons",
  "select count(*)::int as count from batons where passed_question_pk = :question_pk",
);

// A baton of a question that its answerer has marked as sensitive is sensitive as well.
const copySensitivity = statement(
  "friends.copySensitivity",
  `
  update questions q set is_ad_default = false from questions passed
  where passed.pk = :passed_question_pk and not passed.is_ad_default and q.uuid_hash = :uuid_hash`,
);

/** Receivers' keys are padded to this length, so that all sealed keys have the same length. */
const paddedReceiverBytes = 24;

/** Stores that a question was passed to an account; returns false if that is stored already. */
async function storeBaton(
  db: Db,
  secrets: Secrets,
  { pk: question_pk, uuid_hash }: PassableQuestion,
  receiver_pk: number,
): Promise<boolean> {
  const tag = secrets.deriveBatonTag(uuid_hash, receiver_pk);
  const sealed_receiver = secrets.seal(String(receiver_pk), uuid_hash, paddedReceiverBytes);
  return (await insertBaton(db, { tag, question_pk, sealed_receiver })).length > 0;
}

interface BatonRequest {
  uuid: string;
  accounts: string[];
  sender: SignedIn;
  /** The sender's IP address. */
  address: string;
}

/**
 * Asks friends the question that the sender has answered. Each friend gets a new question, which has no link to the
 * original; either all new questions are stored or none. Returns all accounts that the original was passed to, and how
 * many more it may be passed to.
 */
export async function passBaton(
  services: Services,
  filter: FilterSources,
  { uuid, accounts, sender, address }: BatonRequest,
) {
  const { db, secrets } = services;
  const { pk: user_pk } = sender.user;
  const question = await findPassableQuestion(db, uuid, user_pk);
  const passed_pks = await listReceiverPks(db, secrets, question);
  const candidates = await findCandidates(db, accounts, user_pk, passed_pks);
  const newReceivers = selectNewReceivers(accounts, candidates, passed_pks.length);
  const content = restoreContent(question, await findStamp(db, question.stamp_id ?? ""));
  const text = joinFilteredTexts(content);
  const newQuestions = await Promise.all(
    newReceivers.map(async ({ account }): Promise<NewQuestion | undefined> => {
      const receiver = await findReceiver(db, account);
      if (!receiver) return undefined;
      const uuid_hash = secrets.derivePublicId(`baton:${question.uuid_hash}`, String(receiver.pk));
      const held_by = await findHoldingRule(text, receiver, filter);
      return { uuid_hash, receiver, content, sender, address, held_by, is_baton: true };
    }),
  );
  const receivers = await storeInTurn(services, sender, async () => {
    // `countSent` caches its result. Inside the transaction it would cache a count that a rollback makes wrong.
    await countSent(db, services, sender.identity);
    return transaction(db, (db) => storeBatons(db, services, question, newQuestions));
  });
  for (const { pk } of receivers) publishCounts(services, secrets.deriveAccountIdentity(pk));
  return readReceivers(services, question);
}

async function storeBatons(
  db: Db,
  services: Services,
  question: PassableQuestion,
  newQuestions: (NewQuestion | undefined)[],
): Promise<Receiver[]> {
  const receivers: Receiver[] = [];
  const { pk: question_pk } = question;
  await lockQuestion(db, { question_pk });
  // The fixed order prevents deadlocks: two simultaneous batons to the same friends update the same counters.
  const ordered = newQuestions
    .filter((newQuestion) => newQuestion !== undefined)
    .sort((a, b) => a.receiver.pk - b.receiver.pk);
  for (const newQuestion of ordered) {
    const { receiver, uuid_hash } = newQuestion;
    if (!(await storeBaton(db, services.secrets, question, receiver.pk))) continue;
    if (!(await storeQuestion(db, services, newQuestion))) continue;
    await copySensitivity(db, { passed_question_pk: question_pk, uuid_hash });
    receivers.push(receiver);
  }
  const [batons] = await countBatons(db, { question_pk });
  if ((batons?.count ?? 0) > batonLimit) throw createLimitFailure();
  return receivers;
}
