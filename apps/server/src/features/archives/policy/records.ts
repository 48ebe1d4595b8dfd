import { optionLimits, questionTypes } from "@toibako/contract/items.ts";
import { locales } from "@toibako/contract/locales.ts";
import { defineObject } from "@toibako/contract/shapes.ts";
import { maxBodyLength } from "@toibako/contract/text.ts";
import { type Static, Type } from "typebox";

/** The format of the files in an archive, and its version. An import refuses newer versions. */
export const archiveFormat = { format: "toibako-archive", version: 1 } as const;

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const Moment = Type.String({ maxLength: 30, format: "date-time" });

/** A question without its sender; `asked_hour` is rounded down to the hour. */
export const QuestionContent = defineObject({
  type: Type.Enum([...questionTypes]),
  body: Type.String({ maxLength: maxBodyLength }),
  stamp_id: orNull(Type.String({ maxLength: 64 })),
  options: orNull(
    Type.Array(Type.String({ maxLength: 1_000 }), {
      minItems: optionLimits.fewest,
      maxItems: optionLimits.most,
    }),
  ),
  locale: Type.Enum([...locales]),
  asked_hour: Moment,
});

/** A question to the account, without an answer. */
export const QuestionRecord = defineObject({
  question: QuestionContent,
  /** `held` by a filter or by calm mode. */
  status: Type.Enum(["unread", "confirmed", "hidden", "held"]),
  /** Whether the account has asked itself. */
  is_self: Type.Boolean(),
  is_baton: Type.Boolean(),
  is_welcome: Type.Boolean(),
  /** The name of the community whose daily question it is. */
  community: orNull(Type.String()),
});
export type QuestionRecord = Static<typeof QuestionRecord>;

/** An answer of the account with its question. */
export const AnswerRecord = defineObject({
  question: QuestionContent,
  /** Null for a question that was asked to a community. */
  status: orNull(Type.Enum(["confirmed", "hidden"])),
  is_self: Type.Boolean(),
  is_baton: Type.Boolean(),
  is_welcome: Type.Boolean(),
  is_sensitive: Type.Boolean(),
  community: orNull(Type.String()),
  answer: defineObject({
    text: Type.String({ maxLength: maxBodyLength }),
    chosen_option: orNull(Type.Integer({ minimum: 0, maximum: optionLimits.most - 1 })),
    answered_at: Moment,
    likes_count: Type.Integer({ minimum: 0 }),
  }),
});
export type AnswerRecord = Static<typeof AnswerRecord>;

/** An answer that the account has imported from another archive. */
export const BroughtRecord = defineObject({
  question: QuestionContent,
  is_sensitive: Type.Boolean(),
  answer: defineObject({
    text: Type.String({ maxLength: maxBodyLength }),
    chosen_option: orNull(Type.Integer({ minimum: 0, maximum: optionLimits.most - 1 })),
    answered_at: Moment,
  }),
});
export type BroughtRecord = Static<typeof BroughtRecord>;

/** A question that the account has sent, to an account or a community. */
export interface SentRecord {
  question: Static<typeof QuestionContent>;
  to_account: string | null;
  community: string | null;
  is_answered: boolean;
}

/** A message of one of the account's talks. */
export interface MessageRecord {
  /** The talk's number in this archive, from 1. */
  talk: number;
  /** Whether the account has started the talk. */
  is_started: boolean;
  /** Null for an anonymous starter, and for an account that has left. */
  partner: { account: string; displaying_name: string } | null;
  /** Whether the account has written the message. */
  me: boolean;
  text: string;
  posted_minute: string;
}

/** A message that the account has written in a room. */
export interface RoomMessageRecord {
  /** The room's title. */
  room: string;
  text: string;
  posted_minute: string;
}

/** An answer that the account likes. */
export interface LikeRecord {
  question: Static<typeof QuestionContent>;
  answer: { text: string; account: string };
}

/** An account that the account follows. */
export interface FollowRecord {
  account: string;
  displaying_name: string;
}

/** The record type of each kind of file. The kind is the beginning of the file's name. */
export interface ArchiveRecords {
  answers: AnswerRecord;
  brought: BroughtRecord;
  questions: QuestionRecord;
  sent: SentRecord;
  messages: MessageRecord | RoomMessageRecord;
  likes: LikeRecord;
  follows: FollowRecord;
}
export type RecordKind = keyof ArchiveRecords;
export const recordKinds = [
  "answers",
  "brought",
  "questions",
  "sent",
  "messages",
  "likes",
  "follows",
] as const;

/** How many records and files of each kind an archive has. */
export type RecordCounts = Record<RecordKind, { records: number; files: number }>;
