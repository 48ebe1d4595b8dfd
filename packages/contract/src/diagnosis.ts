import { type Static, Type } from "typebox";
import {
  type Attribute,
  attributes,
  operands,
  queryOperands,
  referenceClasses,
} from "./diagnosis/conditions.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, Locale, PublicId } from "./shapes.ts";

const attributeNames = [
  ...new Set(referenceClasses.flatMap((name) => Object.keys(attributes[name]) as Attribute[])),
];

/**
 * A condition. Lists of conditions are evaluated from left to right, without precedence: `a and b or c and d` is
 * `((a and b) or c) and d`. `value` is one value, several with commas (`in`), or `3:1` for a remainder of 1 modulo 3
 * (`mod`).
 */
export const Condition = defineObject({
  reference_class: Type.Enum([...referenceClasses]),
  attr: Type.Enum(attributeNames),
  value: Type.String(),
  operand: Type.Enum([...operands]),
  query_operand: Type.Enum([...queryOperands]),
});
export type Condition = Static<typeof Condition>;
/** Conditions as they are stored, in order. */
export type Conditions = Condition[];

/** A game in the language of the page. */
export const DiagnosisGame = defineObject({
  uuid: PublicId,
  title: Type.String(),
  description: Type.String(),
});
export type DiagnosisGame = Static<typeof DiagnosisGame>;

/** What somebody got on one day. Nothing but `share_body` can name the player. */
export const DiagnosisResult = defineObject({
  id: PublicId,
  /** The outcome's text with the player's name and community, in the language in which they played. */
  share_body: Type.String(),
  locale: Locale,
  image_url: Type.String(),
});
export type DiagnosisResult = Static<typeof DiagnosisResult>;

/** The games that are shown, in their order. */
export const listDiagnosisGames = defineEndpoint({
  name: "listDiagnosisGames",
  summary: "Diagnosis games",
  method: "GET",
  path: "/api/v2/diagnosis_games",
  caller: "anyone",
  response: { 200: defineObject({ games: Type.Array(DiagnosisGame) }) },
  errors: [],
  limits: limitCalls(120),
});

export const getDiagnosisGame = defineEndpoint({
  name: "getDiagnosisGame",
  summary: "A diagnosis game",
  method: "GET",
  path: "/api/v2/diagnosis_games/:uuid",
  caller: "anyone",
  params: defineObject({ uuid: IdInput }),
  response: {
    200: defineObject({
      game: DiagnosisGame,
      /** Whether the caller may play; visitors learn it after they have signed in. */
      can_play: Type.Boolean(),
      /** What the caller got today. */
      own_result: Type.Union([DiagnosisResult, Type.Null()]),
    }),
  },
  errors: [],
  limits: limitCalls(120),
});

/** Plays a game. It has one outcome per day in the time zone of the account, so a repeated call has the same. */
export const playDiagnosisGame = defineEndpoint({
  name: "playDiagnosisGame",
  summary: "Play a diagnosis game",
  method: "POST",
  path: "/api/v2/diagnosis_games/:uuid/results",
  caller: "user",
  reaches_others: true,
  params: defineObject({ uuid: IdInput }),
  response: { 201: defineObject({ result: DiagnosisResult }) },
  errors: ["sign_in_needed", "refused", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** A result that somebody has shared. */
export const getDiagnosisResult = defineEndpoint({
  name: "getDiagnosisResult",
  summary: "A shared result of a diagnosis game",
  method: "GET",
  path: "/api/v2/diagnosis_games/:uuid/results/:id",
  caller: "anyone",
  params: defineObject({ uuid: IdInput, id: IdInput }),
  response: { 200: defineObject({ result: DiagnosisResult }) },
  errors: [],
  limits: limitCalls(120),
});
