import { type Static, Type } from "typebox";
import { CardTheme } from "../cards.ts";
import {
  AssociatedCommunity,
  Community,
  CommunityInPath,
  communityEndpointPath,
  communityWriteErrors,
  ownCommunityEndpointPath,
  sampleCommunitiesCount,
} from "../communities.ts";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { defineObject, IdInput, Locale, PageQuery, Pager, PublicId, Timestamp } from "../shapes.ts";
import { maxBodyLength } from "../text.ts";

export const communityItemsPerPage = 20;

export const communityAnswersPerPage = 20;

/** An answer to a question of a community, without the question. */
export const RecentCommunityAnswer = defineObject({
  id: PublicId,
  text: Type.String(),
  likes_count: Type.Integer({ minimum: 0 }),
  has_been_liked_by_current_user: Type.Boolean(),
  /** False for one's own answers. */
  may_like: Type.Boolean(),
  is_mine: Type.Boolean(),
  /** False if its answerer marked it as sensitive. */
  is_ad_default: Type.Boolean(),
  /** Whether it is sensitive and withheld from this viewer; `text` is empty then. */
  is_withheld: Type.Boolean(),
  answered_at: Timestamp,
  relative_time: Type.String(),
  answering_user: defineObject({
    toibako_id: Type.String(),
    account: Type.String(),
    icon_uri: Type.String(),
    displaying_name: Type.String(),
  }),
});

export type RecentCommunityAnswer = Static<typeof RecentCommunityAnswer>;

export const CommunityAnswer = defineObject({
  ...RecentCommunityAnswer.properties,
  associated_question: defineObject({ uuid_hash: PublicId, text: Type.String() }),
});

export type CommunityAnswer = Static<typeof CommunityAnswer>;

/** A question to a community. No field shows who asked it, and its time is rounded down to the hour. */
export const CommunityQuestion = defineObject({
  uuid_hash: PublicId,
  text: Type.String(),
  /** Whether its sender has deleted it, and `text` is empty for that reason. Its answers remain. */
  is_deleted: Type.Boolean(),
  locale: Locale,
  /** Whether it was asked within the last 24 hours. */
  is_recent: Type.Boolean(),
  /** Whether its community is popular. */
  is_popular: Type.Boolean(),
  asked_hour: Timestamp,
  asked_date_time__formatted_for_user: Type.String(),
  /** The path of the question's picture. */
  rasterizated_question_uri: Type.String(),
  card_theme: CardTheme,
  associated_community: AssociatedCommunity,
  answers_count: Type.Integer({ minimum: 0 }),
  /** The two newest answers. */
  recent_answers: Type.Array(RecentCommunityAnswer, { maxItems: 2 }),
  /** The viewer's own answer; null if there is none. */
  own_answer_id: Type.Union([PublicId, Type.Null()]),
});

export type CommunityQuestion = Static<typeof CommunityQuestion>;

const QuestionInPath = defineObject({ ...CommunityInPath.properties, uuid: IdInput });

/**
 * The communities of `listSampleCommunities`, each with its three newest questions in the request's
 * language.
 */
export const listSampleQuestions = defineEndpoint({
  name: "listSampleQuestions",
  summary: "The communities with most members and their newest questions",
  method: "GET",
  path: "/api/v2/communities/items/samples",
  caller: "anyone",
  response: {
    200: defineObject({
      samples: Type.Array(
        defineObject({
          community: Community,
          questions: Type.Array(CommunityQuestion, { maxItems: 3 }),
        }),
        { maxItems: sampleCommunitiesCount },
      ),
      /**
       * The newest question of each of the three communities with most answers in 7 days, for a
       * visitor's home.
       */
      popular_questions: Type.Array(CommunityQuestion, { maxItems: 3 }),
    }),
  },
  errors: [],
  limits: limitCalls(120),
});

/** Which questions a list has; with `all_languages`, also those that were asked in other languages. */
const ItemsQuery = defineObject({
  page: PageQuery,
  limit: Type.Enum(["10", "20"], { default: "20" }),
  all_languages: Type.Enum(["true", "false"], { default: "false" }),
});

/** A community's questions, newest hour first, within an hour in random order. */
export const listCommunityQuestions = defineEndpoint({
  name: "listCommunityQuestions",
  summary: "Questions of a community",
  method: "GET",
  path: `${communityEndpointPath}/items`,
  caller: "anyone",
  params: CommunityInPath,
  query: ItemsQuery,
  response: {
    200: defineObject({
      items: Type.Array(CommunityQuestion, { maxItems: communityItemsPerPage }),
      pager: Pager,
    }),
  },
  errors: ["not_found"],
  limits: limitCalls(120),
});

/**
 * A community's questions, ordered by the number of their answers and of the likes of these
 * answers. This number counts half as much with every 48 hours of a question's age. `ranked_at` is
 * when the order was computed last; null if it never was.
 */
export const listFeaturedQuestions = defineEndpoint({
  ...listCommunityQuestions,
  name: "listFeaturedQuestions",
  summary: "Featured questions of a community",
  path: `${communityEndpointPath}/recommended/items`,
  response: {
    200: defineObject({
      items: Type.Array(CommunityQuestion, { maxItems: communityItemsPerPage }),
      pager: Pager,
      ranked_at: Type.Union([Timestamp, Type.Null()]),
    }),
  },
  limits: limitCalls(120),
});

export const getCommunityQuestion = defineEndpoint({
  name: "getCommunityQuestion",
  summary: "A question of a community",
  method: "GET",
  path: `${communityEndpointPath}/items/:uuid`,
  caller: "anyone",
  params: QuestionInPath,
  response: { 200: defineObject({ question: CommunityQuestion }) },
  errors: ["not_found"],
  limits: limitCalls(120),
});

/** The answers to a question of a community, newest first; 20 a page. */
export const listCommunityAnswers = defineEndpoint({
  name: "listCommunityAnswers",
  summary: "Answers to a question of a community",
  method: "GET",
  path: `${communityEndpointPath}/items/:uuid/answers`,
  caller: "anyone",
  params: QuestionInPath,
  query: defineObject({ page: PageQuery }),
  response: {
    200: defineObject({
      answers: Type.Array(CommunityAnswer, { maxItems: communityAnswersPerPage }),
      pager: Pager,
    }),
  },
  errors: ["not_found"],
  limits: limitCalls(120),
});

/**
 * Asks a community, anonymously and in public. The reply is the same if the site's word lists stop
 * the question until moderators decide. Location is the community's list of questions.
 */
export const postCommunityQuestion = defineEndpoint({
  name: "postCommunityQuestion",
  summary: "Ask a community",
  method: "POST",
  path: `${communityEndpointPath}/items`,
  caller: "user",
  reaches_others: true,
  params: CommunityInPath,
  body: defineObject({ body: Type.String({ maxLength: maxBodyLength }) }),
  response: { 201: defineObject({ uuid_hash: PublicId }) },
  errors: [...communityWriteErrors, "key_reused"],
  limits: [
    { key: "user", max: 5, seconds: 300, on_store_error: "refuse" },
    { key: "user", max: 30, seconds: 86_400, on_store_error: "refuse" },
  ],
});

/** Answers a question of a community, once; Location is the page of the answer. */
export const postCommunityAnswer = defineEndpoint({
  name: "postCommunityAnswer",
  summary: "Answer a question of a community",
  method: "POST",
  path: `${ownCommunityEndpointPath}/items/:uuid/answers`,
  caller: "user",
  reaches_others: true,
  params: QuestionInPath,
  body: defineObject({ body: Type.String({ maxLength: maxBodyLength }) }),
  response: { 201: defineObject({ answer: CommunityAnswer }) },
  errors: [...communityWriteErrors, "already_answered", "key_reused"],
  limits: [{ key: "user", max: 60, seconds: 600, on_store_error: "allow" }],
});

/**
 * The questions of a community that the caller has asked or answered, newest first. Only the caller
 * sees them.
 */
export const listOwnCommunityItems = defineEndpoint({
  name: "listOwnCommunityItems",
  summary: "One's own questions or answers in a community",
  method: "GET",
  path: `${ownCommunityEndpointPath}/items`,
  caller: "user",
  params: CommunityInPath,
  query: defineObject({
    type: Type.Enum(["questions", "answers"], { default: "questions" }),
    page: PageQuery,
  }),
  response: {
    200: defineObject({
      items: Type.Array(CommunityQuestion, { maxItems: communityItemsPerPage }),
      pager: Pager,
    }),
  },
  errors: ["sign_in_needed", "not_found"],
  limits: limitCalls(120),
});

/**
 * Deletes a question that the caller asked a community. If it has answers, they stay, and its text
 * is replaced by a note.
 */
export const deleteCommunityQuestion = defineEndpoint({
  name: "deleteCommunityQuestion",
  summary: "Delete one's own question to a community",
  method: "DELETE",
  path: `${ownCommunityEndpointPath}/items/:uuid`,
  caller: "user",
  params: QuestionInPath,
  response: { 204: Type.Null() },
  errors: ["sign_in_needed", "not_found", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
