import { computeCalendarAge, findToday, parseBirthday } from "@toibako/contract/birthdays.ts";
import type { DiagnosisGame, DiagnosisResult } from "@toibako/contract/diagnosis.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { Player } from "./policy/conditions.ts";

/** More games than this are not shown. */
const maxShownGames = 100;

const selectShown = statement(
  "diagnosis.selectShown",
  `
  select uuid, titles, descriptions from diagnosis_games where is_shown
  order by position, uuid limit ${maxShownGames}`,
);
const selectAnyShown = statement(
  "diagnosis.selectAnyShown",
  "select from diagnosis_games where is_shown limit 1",
);
const selectGame = statement(
  "diagnosis.selectGame",
  "select uuid, titles, descriptions, conditions, outcomes from diagnosis_games where uuid = :uuid and is_shown",
);

type Game = Row<"diagnosis.selectGame">;

/** Returns a game in one language. */
export const toGame = (
  { uuid, titles, descriptions }: Pick<Game, "uuid" | "titles" | "descriptions">,
  locale: Locale,
): DiagnosisGame => ({ uuid, title: titles[locale], description: descriptions[locale] });

/** Lists the games that are shown, in their order. */
export async function listGames(db: Db, locale: Locale): Promise<DiagnosisGame[]> {
  return (await selectShown(db, {})).map((game) => toGame(game, locale));
}

/** Whether there is a game to show. */
export const hasDiagnosisGames = async (db: Db): Promise<boolean> =>
  (await selectAnyShown(db, {})).length > 0;

/** Finds a game that is shown. */
export async function findGame(db: Db, uuid: string): Promise<Game | undefined> {
  return (await selectGame(db, { uuid }))[0];
}

// One row for each community that the account has joined, and one row if it has joined none.
const selectPlayer = statement(
  "diagnosis.selectPlayer",
  `
  select u.id, u.displaying_name, u.locale, u.gender_type, u.birthday::text as birthday, u.time_zone,
    u.answers_count, u.answer_likes_count, (now() at time zone u.time_zone)::date::text as "today!",
    c.id as community_id, c.category_id, c.names
  from users u
  left join community_members member on member.user_pk = u.pk
  left join communities c on c.pk = member.community_pk
  where u.pk = :user_pk
  order by member.joined_at, member.place`,
);

/** Reads what conditions can look at, and the date in the time zone of the account. */
export async function findPlayer(
  db: Db,
  user_pk: number,
): Promise<{ player: Player; today: string } | undefined> {
  const rows = await selectPlayer(db, { user_pk });
  const [row] = rows;
  if (!row) return undefined;
  const { id, displaying_name, locale, gender_type, answers_count, today } = row;
  const birthday = parseBirthday(row.birthday);
  const player = {
    id,
    displaying_name,
    locale,
    gender_type,
    age: birthday && computeCalendarAge(birthday, findToday(row.time_zone)),
    answers_count,
    likes_count: row.answer_likes_count,
    communities: rows.flatMap(({ community_id, category_id, names }) =>
      community_id === null || category_id === null || names === null
        ? []
        : [{ id: community_id, category_id, names }],
    ),
  };
  return { player, today };
}

const selectOwn = statement(
  "diagnosis.selectOwn",
  `
  select id, share_body, locale from diagnosis_results
  where user_pk = :user_pk and game_uuid = :uuid and played_on = :today::text::date`,
);

/** Finds what an account got on a day. */
export async function findOwnResult(
  db: Db,
  { user_pk, uuid, today }: { user_pk: number; uuid: string; today: string },
): Promise<DiagnosisResult | undefined> {
  const [row] = await selectOwn(db, { user_pk, uuid, today });
  return row && toResult(row);
}

/** The path of a result's picture. It has nothing of the account. */
const formatResultUrl = (id: string) => `/cards/diagnosis/${id}.png`;

const toResult = (row: Row<"diagnosis.selectOwn">): DiagnosisResult => ({
  ...row,
  image_url: formatResultUrl(row.id),
});

const selectPlayedGames = statement(
  "diagnosis.selectPlayedGames",
  `
  select distinct game_uuid as "game_uuid!" from diagnosis_results where user_pk = :user_pk`,
);

/** Lists the paths, without the locale, of the pages that show what somebody got. */
export async function listResultPages(db: Db, user_pk: number): Promise<string[]> {
  return (await selectPlayedGames(db, { user_pk })).map(
    ({ game_uuid }) => `/diagnosis/${game_uuid}`,
  );
}

// Results of accounts that were left or destroyed are hidden at once.
const selectShared = statement(
  "diagnosis.selectShared",
  `
  select diagnosis_results.id, diagnosis_results.game_uuid, diagnosis_results.share_body, diagnosis_results.locale,
    diagnosis_games.titles, u.displaying_name, u.card_theme
  from diagnosis_results
  join diagnosis_games on diagnosis_games.uuid = diagnosis_results.game_uuid and diagnosis_games.is_shown
  join users u on u.pk = diagnosis_results.user_pk and u.left_at is null
  where diagnosis_results.id = :id`,
);

/** Finds a shared result of a game. */
export async function findSharedResult(
  db: Db,
  uuid: string,
  id: string,
): Promise<DiagnosisResult | undefined> {
  const [row] = await selectShared(db, { id });
  if (row?.game_uuid !== uuid) return undefined;
  const { share_body, locale } = row;
  return toResult({ id, share_body, locale });
}

/** Finds what the picture of a result shows. */
export async function findResultCard(db: Db, id: string) {
  const [row] = await selectShared(db, { id });
  if (!row) return undefined;
  const { titles, share_body, locale, displaying_name, card_theme } = row;
  return { title: titles[locale], share_body, locale, displaying_name, card_theme };
}

const selectOfAccount = statement(
  "diagnosis.selectOfAccount",
  `
  select diagnosis_games.titles, share_body, played_on::text as "played_on!" from diagnosis_results
  join diagnosis_games on diagnosis_games.uuid = diagnosis_results.game_uuid
  where user_pk = :user_pk order by diagnosis_results.pk limit 10000`,
);

/** Lists all results of an account, for its archive. */
export async function listResultsOfAccount(db: Db, user_pk: number, locale: Locale) {
  const rows = await selectOfAccount(db, { user_pk });
  return rows.map(({ titles, ...result }) => ({ title: titles[locale], ...result }));
}
