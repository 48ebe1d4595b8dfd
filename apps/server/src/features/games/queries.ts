import type { Game } from "@toibako/contract/games.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { statement } from "#platform/database/statement.ts";
import type { Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";

type GamesServices = Pick<Services, "config" | "db" | "secrets">;

/** More games than this are not listed. */
export const maxListedGames = 200;

// `priority, uuid` is the order of an index, which is read backwards.
const selectShown = statement(
  "games.selectShown",
  `
  select uuid, path_id, titles ->> :locale as "title!", descriptions ->> :locale as "description!", image_url, priority
  from games where is_shown
  order by priority desc, uuid desc limit :count`,
);

const selectAnyShown = statement(
  "games.selectAnyShown",
  'select exists (select from games where is_shown) as "is_any_shown!"',
);

/** Whether there is a games site with a game to show. */
export async function hasShownGames({
  config,
  db,
}: Omit<GamesServices, "secrets">): Promise<boolean> {
  if (config.games_url === undefined) return false;
  return (await selectAnyShown(db, {}))[0]?.is_any_shown ?? false;
}

interface ShownGames {
  games: Game[];
  site_url: string | null;
}

/**
 * Lists the first `count` games by priority, with addresses on the games site for this reader. Lists none if no games site
 * is configured.
 */
export async function listShownGames(
  { config, db, secrets }: GamesServices,
  viewer: Viewer,
  locale: Locale,
  count: number,
): Promise<ShownGames> {
  const { games_url } = config;
  if (games_url === undefined) return { games: [], site_url: null };
  const formatUrl = (path: string) => formatOutsideUrl(secrets, viewer, games_url + path);
  const rows = await selectShown(db, { locale, count });
  return {
    games: rows.map(({ path_id, ...game }) => ({ ...game, url: formatUrl(`/games/${path_id}`) })),
    site_url: formatUrl("/"),
  };
}

/**
 * Adds to an address on the games site the id by which that site knows an account. Visitors get none, because a cookie
 * could not tell them from others on the same device, and because their pages are shared.
 */
function formatOutsideUrl(
  secrets: Services["secrets"],
  { user, identity }: Viewer,
  address: string,
): string {
  const url = new URL(address);
  if (user && identity) url.searchParams.set("u", secrets.deriveOutsideId(identity, url.origin));
  return url.href;
}
