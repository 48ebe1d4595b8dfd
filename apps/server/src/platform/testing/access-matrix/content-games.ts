import { type AccessRow, adminOnly, staffOnly, texts } from "./row.ts";

const unknownGame = "/api/v2/adm/games/AAAAAAAAAAAAAAAAAAAAAA";

/** Calls by which admins make and change games. */
export const gameRows: Record<string, AccessRow> = {
  "GET /api/v2/adm/games": adminOnly,
  "GET /api/v2/adm/games/{}": { url: unknownGame, expected: staffOnly, staff: [403, 404] },
  // There is no such picture.
  "PUT /api/v2/adm/games/{}": {
    url: unknownGame,
    body: {
      version: 0,
      path_id: "maze",
      titles: texts,
      descriptions: texts,
      image_url: "",
      priority: 1,
      is_shown: true,
    },
    expected: staffOnly,
    staff: [403, 400],
  },
};
