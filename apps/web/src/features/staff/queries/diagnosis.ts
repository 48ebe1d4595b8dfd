import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  findAttributeKind,
  operandsOfKinds,
  type ReferenceClass,
} from "@toibako/contract/diagnosis/conditions.ts";
import {
  type Condition,
  getDiagnosisGame,
  listDiagnosisGames,
} from "@toibako/contract/diagnosis.ts";
import { type Locale, noTexts } from "@toibako/contract/locales.ts";
import {
  type EditedDiagnosisGame,
  getEditedDiagnosisGame,
  listEditedDiagnosisGames,
  type Outcome,
  previewDiagnosisGame,
  saveDiagnosisGame,
} from "@toibako/contract/staff/contents/diagnosis.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  contentQuery,
  lastPosition,
  readNumber,
  refreshCalls,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

export const editedDiagnosisGamesQuery = (after: string | undefined) =>
  api.query(listEditedDiagnosisGames, { query: after === undefined ? {} : { after } });

/** Conditions and outcomes in a form have keys, so that their controls keep the focus when others are moved. */
export type Keyed<T> = T & { key: string };
export type FormCondition = Keyed<Condition>;
export interface FormOutcome extends Omit<Outcome, "conditions"> {
  key: string;
  conditions: FormCondition[];
}

/** The smallest number that no key of the list has. */
function createKey(list: readonly { key: string }[]): string {
  return String(Math.max(-1, ...list.map(({ key }) => Number(key))) + 1);
}

/** The first attribute of a class and its first comparison. */
export function beginCondition(
  list: readonly FormCondition[],
  reference_class: ReferenceClass,
): FormCondition {
  const [query_operand = "eq"] =
    operandsOfKinds[findAttributeKind(reference_class, "id") ?? "text"];
  const key = createKey(list);
  return { key, reference_class, attr: "id", value: "", operand: "and", query_operand };
}

export const beginOutcome = (list: readonly FormOutcome[]): FormOutcome => ({
  key: createKey(list),
  conditions: [],
  share_body: noTexts,
});

export const readConditions = (value = "[]"): FormCondition[] =>
  JSON.parse(value) as FormCondition[];
export const readOutcomes = (value = "[]"): FormOutcome[] => JSON.parse(value) as FormOutcome[];

const toFormConditions = (conditions: readonly Condition[]): FormCondition[] =>
  conditions.map(({ reference_class, attr, value, operand, query_operand }, index) => ({
    ...{ reference_class, attr, value, operand, query_operand },
    key: String(index),
  }));

const removeKeys = (conditions: readonly FormCondition[]): Condition[] =>
  conditions.map(({ key: _, ...condition }) => condition);

const toFormOutcomes = (outcomes: readonly Outcome[]): FormOutcome[] =>
  outcomes.map(({ conditions, share_body }, index) => ({
    key: String(index),
    conditions: toFormConditions(conditions),
    share_body,
  }));

const toTypedOutcomes = (outcomes: readonly FormOutcome[]): Outcome[] =>
  outcomes.map(({ conditions, share_body }) => ({
    conditions: removeKeys(conditions),
    share_body,
  }));

/** A game, or the first values of a new one, which has an outcome for everybody. */
export const editedDiagnosisGameQuery = (id: string) =>
  contentQuery(
    getEditedDiagnosisGame,
    id,
    async (client) =>
      toStored((await api.read(client, getEditedDiagnosisGame, { params: { id } })).game),
    {
      ...spreadTexts("titles", noTexts),
      ...spreadTexts("descriptions", noTexts),
      conditions: JSON.stringify([]),
      outcomes: JSON.stringify([beginOutcome([])]),
      position: lastPosition,
      is_shown: "false",
    },
  );

const toStored = (game: EditedDiagnosisGame): StoredContent => ({
  version: game.version,
  values: {
    ...spreadTexts("titles", game.titles),
    ...spreadTexts("descriptions", game.descriptions),
    conditions: JSON.stringify(toFormConditions(game.conditions)),
    outcomes: JSON.stringify(toFormOutcomes(game.outcomes)),
    position: String(game.position),
    is_shown: String(game.is_shown),
  },
});

const readRules = (values: ContentValues) => ({
  conditions: removeKeys(readConditions(values.conditions)),
  outcomes: toTypedOutcomes(readOutcomes(values.outcomes)),
});

export const saveDiagnosisGameOf = (id: string, version: number, values: ContentValues) =>
  send(saveDiagnosisGame, {
    params: { id },
    body: {
      version,
      titles: collectTexts("titles", values),
      descriptions: collectTexts("descriptions", values),
      position: readNumber(values.position),
      is_shown: values.is_shown === "true",
      ...readRules(values),
    },
  });

/** What the reader would get from the values of the form, in one language. */
export const previewQuery = (locale: Locale, rules: string) =>
  queryOptions({
    queryKey: [previewDiagnosisGame.name, locale, rules],
    queryFn: async () => {
      const [conditions, outcomes] = JSON.parse(rules) as [string, string];
      const body = readRules({ conditions, outcomes });
      return (await send(previewDiagnosisGame, { params: { locale }, body })).data;
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshDiagnosisGames = (client: QueryClient) =>
  refreshCalls(client, [
    getEditedDiagnosisGame,
    listEditedDiagnosisGames,
    listDiagnosisGames,
    getDiagnosisGame,
  ]);
