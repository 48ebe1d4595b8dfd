import { type Static, Type } from "typebox";
import { Condition } from "../../diagnosis.ts";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import type { TranslatedText } from "../../locales.ts";
import { afterQuery, defineObject, IdInput, Locale, PublicId } from "../../shapes.ts";
import { staffErrors, staffWriteErrors } from "../console.ts";
import { buildTypedTexts, Position, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

/** The maximum numbers of characters. */
export const diagnosisGameLimits = { titles: 40, descriptions: 120 } as const;
export const shareBodyLimit = 200;
export const conditionValueLimit = 200;

export const editedDiagnosisGamesPerPage = 50;

export const maxOutcomes = 20;
/** Of a game or of an outcome. */
export const maxConditions = 20;
/** The maximum number of values with commas between them. */
export const maxConditionValues = 20;
/** The largest number by which `mod` divides. */
export const maxModulus = 1_000;

/** An outcome of a game. It is chosen if its conditions hold and those of no earlier one do. */
export const Outcome = defineObject({
  conditions: Type.Array(Condition),
  /** `{name}` and `{community}` stand for the names of the player and of the community that fits the conditions. */
  share_body: StoredTexts,
});
export type Outcome = Static<typeof Outcome>;
/** Outcomes as they are stored, in order. */
export type Outcomes = Outcome[];

/** A game as admins edit it, in all languages. */
export const EditedDiagnosisGame = defineObject({
  id: PublicId,
  titles: StoredTexts,
  descriptions: StoredTexts,
  position: Type.Integer(),
  is_shown: Type.Boolean(),
  /** Who may play. */
  conditions: Type.Array(Condition),
  /** In order. The last one has no conditions. */
  outcomes: Type.Array(Outcome),
  version: Type.Integer(),
});
export type EditedDiagnosisGame = Static<typeof EditedDiagnosisGame>;

/** A condition as somebody has typed it. The server checks each field, so that its reply can name what is wrong. */
export type TypedCondition = { readonly [Name in keyof Condition]?: unknown };
const TypedConditions = Type.Unsafe<readonly TypedCondition[]>(
  Type.Array(
    defineObject({
      reference_class: Type.Optional(Type.Unknown()),
      attr: Type.Optional(Type.Unknown()),
      value: Type.Optional(Type.Unknown()),
      operand: Type.Optional(Type.Unknown()),
      query_operand: Type.Optional(Type.Unknown()),
    }),
  ),
);
export interface TypedOutcome {
  readonly conditions: readonly TypedCondition[];
  readonly share_body: TranslatedText;
}
const TypedOutcomes = Type.Unsafe<readonly TypedOutcome[]>(
  Type.Array(
    defineObject({ conditions: TypedConditions, share_body: buildTypedTexts(shareBodyLimit) }),
  ),
);

/** Room for as many outcomes and conditions as are allowed, and for some more, so that the reply can name the limit. */
const max_values = 4_000;

const ruleErrors = [...staffWriteErrors, "form_validation_failed"] as const;

export const listEditedDiagnosisGames = defineEndpoint({
  name: "listEditedDiagnosisGames",
  summary: "Diagnosis games, also those not shown",
  method: "GET",
  path: "/api/v2/adm/diagnosis_games",
  caller: "admin",
  query: defineObject(afterQuery),
  response: {
    200: defineObject({
      games: Type.Array(
        defineObject({
          id: PublicId,
          title: Type.String(),
          is_shown: Type.Boolean(),
          outcomes_count: Type.Integer(),
        }),
      ),
      has_more: Type.Boolean(),
    }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedDiagnosisGame = defineEndpoint({
  name: "getEditedDiagnosisGame",
  summary: "A diagnosis game in all languages",
  method: "GET",
  path: "/api/v2/adm/diagnosis_games/:id",
  caller: "admin",
  params: defineObject({ id: IdInput }),
  response: { 200: defineObject({ game: EditedDiagnosisGame }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** Saves a game; the client chooses the id of a new one. */
export const saveDiagnosisGame = defineEndpoint({
  name: "saveDiagnosisGame",
  summary: "Save a diagnosis game",
  method: "PUT",
  path: "/api/v2/adm/diagnosis_games/:id",
  caller: "admin",
  params: defineObject({ id: PublicId }),
  body: defineObject({
    version: ReadVersion,
    titles: buildTypedTexts(diagnosisGameLimits.titles),
    descriptions: buildTypedTexts(diagnosisGameLimits.descriptions),
    position: Position,
    is_shown: Type.Boolean(),
    conditions: TypedConditions,
    outcomes: TypedOutcomes,
  }),
  max_values,
  response: { 200: defineObject({ game: EditedDiagnosisGame }) },
  errors: [...saveErrors, "form_validation_failed"],
  limits: limitCalls(120),
});

/**
 * What the caller would get from conditions and outcomes that are not saved, in the language of the path. Without
 * `outcomes` there is no text.
 */
export const previewDiagnosisGame = defineEndpoint({
  name: "previewDiagnosisGame",
  summary: "What a diagnosis game that is not saved answers the caller",
  method: "POST",
  path: "/:locale/adm/admin/master/diagnosis_games/preview",
  caller: "admin",
  refuses_openly: true,
  params: defineObject({ locale: Locale }),
  body: defineObject({
    /** Who may play. */
    conditions: TypedConditions,
    outcomes: Type.Optional(TypedOutcomes),
  }),
  max_values,
  response: {
    200: defineObject({
      can_play: Type.Boolean(),
      /** Empty if the caller may not play, or if the conditions of no outcome hold. */
      share_body: Type.String(),
    }),
  },
  errors: ["sign_in_needed", ...ruleErrors],
  limits: limitCalls(120),
});
