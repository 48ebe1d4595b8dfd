import { type Static, Type } from "typebox";
import { CardTheme } from "./cards.ts";
import { AssociatedCommunity } from "./communities.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import {
  defineObject,
  Locale,
  PageQuery,
  Pager,
  PublicId,
  positionQuery,
  Timestamp,
} from "./shapes.ts";
import { ShownStamp } from "./stamps.ts";

export const itemsPerPage = 3;

export const questionTypes = ["text", "stamp", "choose"] as const;
export type QuestionType = (typeof questionTypes)[number];
export const QuestionType = Type.Enum([...questionTypes]);

/**
 * The number of options of a question, and the length of one. The columns `options` and
 * `chosen_option` have check constraints with the same numbers (`choosing.test.ts` compares them),
 * so changing it needs a migration. The server's text `invalid_text_options` names all three, and
 * cards have room for `most` options (`features/cards/draw/question.ts`).
 */
export const optionLimits = { fewest: 2, most: 4, characters: 40 } as const;

/** The options of a question; null if it has none. */
export const Options = Type.Union([Type.Array(Type.String()), Type.Null()]);

/** The index of the chosen option; null for a question without options. */
export const ChosenOption = Type.Union([
  Type.Integer({ minimum: 0, maximum: optionLimits.most - 1 }),
  Type.Null(),
]);

/** The numbers of the answers of an account that bear a mark. The column `milestone` has the same ones. */
export const Milestone = Type.Union([Type.Literal(10), Type.Literal(50), Type.Literal(100)]);
export type Milestone = Static<typeof Milestone>;

/**
 * An answered question as lists show it. `is_ad_default` false marks it as sensitive; a viewer who may
 * not see it gets no question text and a placeholder as its picture. In a community the mark concerns
 * the answer, whose text is then withheld too.
 */
export const Item = defineObject({
  uuid_hash: PublicId,
  body: Type.String(),
  image_url: Type.String(),
  /** The theme of the account or the community that was asked. */
  card_theme: CardTheme,
  relative_time: Type.String(),
  answered_at: Timestamp,
  is_ad_default: Type.Boolean(),
  is_withheld: Type.Boolean(),
  /** Whether the sender of a community question has deleted it, and `body` is empty for that reason. */
  is_deleted: Type.Boolean(),
  /** The community that was asked; null for a question to the answerer. */
  associated_community: Type.Union([AssociatedCommunity, Type.Null()]),
  /** Whether it is the welcome letter of the service. */
  is_welcome: Type.Boolean(),
  type: QuestionType,
  stamp: ShownStamp,
  options: Options,
  locale: Locale,
  answer_id: PublicId,
  answer_body: Type.String(),
  chosen_option: ChosenOption,
  /** If it was the answerer's 10th, 50th or 100th answer: this number. */
  milestone: Type.Union([Milestone, Type.Null()]),
  answer_likes_count: Type.Integer({ minimum: 0 }),
  is_liked: Type.Boolean(),
  /** False for one's own answers. */
  may_like: Type.Boolean(),
  answered_user_account: Type.String(),
  answered_user_name: Type.String(),
  answered_user_icon: Type.String(),
});
export type Item = Static<typeof Item>;

/** The answered items of an account, newest first; 3 a page. */
export const listItems = defineEndpoint({
  name: "listItems",
  summary: "Answered items of an account",
  method: "GET",
  path: "/api/v2/items/",
  caller: "anyone",
  query: defineObject({
    /** Has no effect, because all items are answered. */
    type: Type.Optional(Type.Literal("answered")),
    account: Type.String({ maxLength: 64 }),
    page: PageQuery,
    /** By the ids of answers. */
    ...positionQuery,
  }),
  response: { 200: defineObject({ items: Type.Array(Item), pager: Pager }) },
  errors: ["not_found"],
  limits: limitCalls(300),
});
