import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, Locale, Moment, PageQuery, Pager, PublicId } from "./shapes.ts";
import { ShownStamp } from "./stamps.ts";

export const itemsPerPage = 3;

export const questionTypes = ["text", "stamp", "choose"] as const;
export type QuestionType = (typeof questionTypes)[number];
export const QuestionType = Type.Enum([...questionTypes]);

/** How many options a choose question has, and how long one may be. */
export const optionLimits = { fewest: 2, most: 4, characters: 40 } as const;

/** The options of a choose question; null of any other. */
export const Options = Type.Union([Type.Array(Type.String()), Type.Null()]);

/**
 * An answered question as a card shows it. `is_ad_default` false marks it as sensitive; what it asks
 * is then empty for whom it is withheld from, and its picture says no more than that.
 */
export const Item = closed({
  uuid_hash: PublicId,
  body: Type.String(),
  image_url: Type.String(),
  relative_time: Type.String(),
  answered_at: Moment,
  is_ad_default: Type.Boolean(),
  is_withheld: Type.Boolean(),
  type: QuestionType,
  stamp: ShownStamp,
  options: Options,
  locale: Locale,
  answer_id: PublicId,
  answer_body: Type.String(),
  /** Which of the options was picked, from 0. */
  chosen_option: Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.Null()]),
  answer_likes_count: Type.Integer({ minimum: 0 }),
  is_liked: Type.Boolean(),
  may_like: Type.Boolean(),
  answered_user_account: Type.String(),
  answered_user_name: Type.String(),
  answered_user_icon: Type.Union([Type.String(), Type.Null()]),
});
export type Item = Static<typeof Item>;

/** What an account answered, newest first, 3 a page. */
export const listItems = defineEndpoint({
  name: "listItems",
  summary: "Answered items of an account",
  method: "GET",
  path: "/api/v2/items/",
  caller: "anyone",
  query: closed({
    type: Type.Optional(Type.Literal("answered")),
    account: Type.String({ maxLength: 64 }),
    page: PageQuery,
  }),
  response: { 200: closed({ items: Type.Array(Item), pager: Pager }) },
  errors: ["not_found"],
});
