import type { DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { chooseText } from "../policy/conditions.ts";
import { findGame, findOwnResult, findPlayer } from "../queries.ts";

const insertResult = statement(
  "diagnosis.insertResult",
  `
  insert into diagnosis_results (id, game_uuid, user_pk, played_on, share_body, locale)
  select :id, :uuid, u.pk, :today::text::date, :share_body, :locale from users u where u.pk = :user_pk
  on conflict (user_pk, game_uuid, played_on) do nothing`,
);

/** Plays a game in a language. Of several presses on one day, the first decides. */
export async function play(
  db: Db,
  user_pk: number,
  uuid: string,
  locale: Locale,
): Promise<DiagnosisResult> {
  const game = await findGame(db, uuid);
  if (!game) throw new Failure("not_found");
  const found = await findPlayer(db, user_pk);
  if (!found) throw new Failure("sign_in_needed");
  const { player, today } = found;
  const earlier = await findOwnResult(db, { user_pk, uuid, today });
  if (earlier) return earlier;
  const share_body = chooseText(game, player, locale);
  if (share_body === undefined) throw new Failure("refused", { text_key: "diagnosis_not_for_you" });
  await insertResult(db, { id: createPublicId(), uuid, user_pk, today, share_body, locale });
  // Of simultaneous presses, one has inserted the row that all of them return.
  const result = await findOwnResult(db, { user_pk, uuid, today });
  if (!result) throw new Failure("sign_in_needed");
  return result;
}
