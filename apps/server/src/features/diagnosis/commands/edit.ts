import type { Input } from "@toibako/contract/endpoint.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  diagnosisGameLimits,
  type EditedDiagnosisGame,
  type previewDiagnosisGame,
  type saveDiagnosisGame as saveGameEndpoint,
} from "@toibako/contract/staff/contents/diagnosis.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { auditSql } from "#platform/database/audit.ts";
import type { Db } from "#platform/database/db.ts";
import { saveSql } from "#platform/database/save.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { requireTexts } from "#platform/http/typed-text.ts";
import { requireSaved } from "#platform/http/version.ts";
import type { Services } from "#platform/services.ts";
import { canPlay, chooseText } from "../policy/conditions.ts";
import { requireRules } from "../policy/typed-conditions.ts";
import { findEditedDiagnosisGame } from "../queries/edited.ts";
import { findPlayer } from "../queries.ts";

const upsert = statement(
  "diagnosis.saveDiagnosisGame",
  `
  with ${saveSql({
    table: "diagnosis_games",
    keys: ["uuid"],
    columns: ["titles", "descriptions", "position", "is_shown", "conditions", "outcomes"],
  })}, ${auditSql("diagnosis_game.save", "saved", {
    actor_pk: ":user_pk",
    object: "'diagnosis game ' || uuid",
    reason: `case when :version::integer = ${newVersion} then 'created' else 'changed' end`,
  })}
  select uuid from saved`,
);

/** Saves a game. Throws `case_changed` if somebody else has saved it since the caller read it. */
export async function saveDiagnosisGame(
  { db, bus }: Pick<Services, "db" | "bus">,
  user_pk: number,
  uuid: string,
  { version, position, is_shown, ...typed }: Input<typeof saveGameEndpoint>["body"],
): Promise<EditedDiagnosisGame> {
  const { titles, descriptions } = requireTexts(typed, diagnosisGameLimits);
  const { conditions, outcomes } = requireRules(typed);
  const content = { titles, descriptions, position, is_shown, conditions, outcomes };
  const saved = await upsert(db, {
    ...content,
    uuid,
    user_pk,
    version,
    titles: JSON.stringify(titles),
    descriptions: JSON.stringify(descriptions),
    conditions: JSON.stringify(conditions),
    outcomes: JSON.stringify(outcomes),
  });
  const game = requireSaved(saved, await findEditedDiagnosisGame(db, uuid), version, content);
  bus.publish("all_pages", {});
  return game;
}

/** Returns what an account would get from rules that are not saved. */
export async function preview(
  db: Db,
  user_pk: number,
  locale: Locale,
  { conditions, outcomes = [] }: Input<typeof previewDiagnosisGame>["body"],
): Promise<{ can_play: boolean; share_body: string }> {
  const rules = requireRules({ conditions, outcomes }, { isDraft: true });
  const found = await findPlayer(db, user_pk);
  if (!found) throw new Failure("sign_in_needed");
  const { player } = found;
  return {
    can_play: canPlay(rules, player),
    share_body: chooseText(rules, player, locale) ?? "",
  };
}
