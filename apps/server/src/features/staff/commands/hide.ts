import type { CaseKind } from "@toibako/contract/staff/cases.ts";
import type { Db } from "#platform/database/db.ts";
import { publishConversation } from "#platform/events/events.ts";
import type { Services } from "#platform/services.ts";
import { publishRoom } from "../../rooms/commands/hints.ts";
import { unsealStarter } from "../../talks/policy.ts";
import { lockReportedAccount } from "./account-cases.ts";
import {
  hideAnswerOf,
  hideBrought,
  listPagesOfAnswer,
  lockAnswerWithQuestion,
  lockBroughtAnswer,
  restoreAnswerOf,
  restoreBrought,
} from "./hide-answers.ts";
import {
  findRoom,
  findTalk,
  hideMessages,
  lockRoom,
  lockTalk,
  restoreMessages,
} from "./hide-messages.ts";
import {
  hideQuestion,
  listPagesOfQuestion,
  lockQuestion,
  restoreQuestionOf,
} from "./hide-questions.ts";

/** The thing that a case is about. */
export interface Content {
  kind: CaseKind;
  object: string;
}

const locks = {
  question: lockQuestion,
  community_question: lockQuestion,
  held_question: lockQuestion,
  answer: lockAnswerWithQuestion,
  brought_answer: lockBroughtAnswer,
  talk: lockTalk,
  room_message: lockRoom,
  account: lockReportedAccount,
};

/** Locks a thing before its case, in the order in which reports lock. */
export async function lockContent(db: Db, { kind, object }: Content): Promise<void> {
  if (kind !== "appeal") await locks[kind](db, { object });
}

/**
 * Hides a thing that is locked, and keeps it for `restoreContent`. A reported question has left the inbox already, and
 * what its author has deleted is gone. Returns false if there is nothing that could be hidden.
 */
export async function hideContent(
  db: Db,
  { kind, object }: Content,
  action_id: string,
): Promise<boolean> {
  if (kind === "community_question") await hideQuestion(db, { object, action_id });
  if (kind === "answer") await hideAnswerOf(db, object, action_id);
  if (kind === "brought_answer") await hideBrought(db, { object, action_id });
  if (kind === "talk") return (await hideMessages(db, kind, object, action_id)) > 0;
  if (kind === "room_message") await hideMessages(db, kind, object, action_id);
  return true;
}

/** Shows what a decision has hidden, if it can still be shown. */
export async function restoreContent(db: Db, kind: CaseKind, action_id: string): Promise<void> {
  if (kind === "community_question") await restoreQuestionOf(db, action_id);
  if (kind === "answer") await restoreAnswerOf(db, action_id);
  if (kind === "brought_answer") await restoreBrought(db, { action_id });
  if (kind === "talk" || kind === "room_message") await restoreMessages(db, { action_id });
}

/** Lets all pages show a thing as it is now. */
export async function publishContent(services: Services, { kind, object }: Content): Promise<void> {
  const { db, bus, secrets } = services;
  if (kind === "community_question" || kind === "held_question")
    bus.publish("pages", { paths: await listPagesOfQuestion(db, object) });
  if (kind === "answer" || kind === "brought_answer")
    bus.publish("pages", { paths: await listPagesOfAnswer(db, kind, object) });
  if (kind === "room_message") {
    const room = await findRoom(db, object);
    if (room) publishRoom(services, room.uuid);
  }
  if (kind !== "talk") return;
  const talk = await findTalk(db, object);
  if (!talk) return;
  const { uuid, last_change, sealed_starter, receiver_pk } = talk;
  for (const pk of [unsealStarter(secrets, uuid, sealed_starter), receiver_pk])
    if (pk) publishConversation(services, secrets.deriveAccountIdentity(pk), { uuid, last_change });
}
