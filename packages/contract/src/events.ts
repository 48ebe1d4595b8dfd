import { type Static, Type } from "typebox";
import { noticeKinds } from "./notices.ts";
import { defineObject, PublicId } from "./shapes.ts";

/**
 * The events that open pages of an account receive: the schema of each kind's data. An event is a hint that
 * something changed. It carries no content, time or sender; pages fetch what changed, also what they have missed.
 */
export const streamEvents = {
  /** A count has changed. `arrived` is the kind of a new notice, if pages should announce it. */
  counts: defineObject({ arrived: Type.Optional(Type.Enum([...noticeKinds])) }),
  /** A conversation of the account has changed; its last change has the number `last_change`. */
  conversation: defineObject({ uuid: PublicId, last_change: Type.Integer({ minimum: 0 }) }),
  /** The account is of staff, and the queue of cases has changed. */
  cases: defineObject({}),
};

/** An event of the stream: the name and the data of one of `streamEvents`. */
export type StreamEvent = {
  [K in keyof typeof streamEvents]: { kind: K; data: Static<(typeof streamEvents)[K]> };
}[keyof typeof streamEvents];
