import { Type } from "typebox";
import { defineJob } from "#platform/jobs/definition.ts";

/** Sends the receiver the notice of a new question. */
export const sendQuestionNoticeJob = defineJob(
  "send_question_notice",
  { uuid_hash: Type.String() },
  { formerName: "tell_new_question" },
);

/** Stores the notice of a question that its receiver has released from the held ones, as seen. */
export const storeReleasedNoticeJob = defineJob("store_released_notice", {
  uuid_hash: Type.String(),
});

/**
 * Notifies the senders of answered questions; runs in batches, so that no time links a notice to its answer.
 */
export const sendAnswerNoticesJob = defineJob(
  "send_answer_notices",
  { uuid_hash: Type.String() },
  { formerName: "tell_new_answer" },
);

/** Deletes the notice that the sender of a question got about a deleted answer; runs in batches. */
export const deleteAnswerNoticesJob = defineJob(
  "delete_answer_notices",
  { uuid_hash: Type.String() },
  { formerName: "forget_answer" },
);

/** Sends the answerer the notice of a new like. */
export const sendLikeNoticeJob = defineJob(
  "send_like_notice",
  { answer_pk: Type.Integer() },
  { formerName: "tell_new_like" },
);

/** Sends an account the notice of a new follower. */
export const sendFollowerNoticeJob = defineJob(
  "send_follower_notice",
  { follower_pk: Type.Integer(), followed_pk: Type.Integer() },
  { formerName: "tell_new_follower" },
);

/** Deletes the notice of a follower who no longer follows. */
export const deleteFollowerNoticeJob = defineJob("delete_follower_notice", {
  follower_pk: Type.Integer(),
  followed_pk: Type.Integer(),
});

/** Seconds within which a visible page marks the messages that it shows as read. */
const readingSeconds = 5;

/**
 * Stores, renews or deletes the notice of a talk for its receiver, after a message or a change. The jobs of a few seconds
 * run together.
 */
export const updateReceiverNoticesJob = defineJob(
  "update_receiver_notices",
  { talk_uuid: Type.String() },
  { delay_seconds: readingSeconds, batch_seconds: 1 },
);

/**
 * The same for the starter of a talk, whose notices are sealed; runs in batches, so that no time links a notice to its
 * talk.
 */
export const updateStarterNoticesJob = defineJob(
  "update_starter_notices",
  { talk_uuid: Type.String() },
  { delay_seconds: readingSeconds },
);

/** Stores, renews or deletes the notice of a member about the replies to them in a room. */
export const updateRoomNoticesJob = defineJob(
  "update_room_notices",
  { room_uuid: Type.String(), member_number: Type.Integer() },
  { delay_seconds: readingSeconds, batch_seconds: 1 },
);

/**
 * Rewrites the notices of answers and the read states, if these tables are small, after a write whose transaction id
 * would reveal which rows belong to the same person; runs in batches.
 */
export const rewriteSmallTablesJob = defineJob(
  "rewrite_small_tables",
  {},
  { formerName: "rewrite_notice_tables" },
);

/** Gives everybody who was active lately the notice of a release note. */
export const sendReleaseNoticesJob = defineJob(
  "send_release_notices",
  { note_id: Type.String() },
  { isLong: true },
);

/** Marks a place of the navigation as new for everybody who was active lately. */
export const giveBadgesJob = defineJob(
  "give_badges",
  { keyword: Type.String(), version: Type.Integer() },
  { isLong: true },
);
