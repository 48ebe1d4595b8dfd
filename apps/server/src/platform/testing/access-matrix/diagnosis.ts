import { type AccessRow, adminOnly, everyone, staffOnly, texts } from "./row.ts";

const game = "/api/v2/diagnosis_games/first-game-letter-----";
const editedGame = "/api/v2/adm/diagnosis_games/first-game-letter-----";

/** Calls of diagnosis games, and those by which admins edit them. The write is from an old tab. */
export const diagnosisRows: Record<string, AccessRow> = {
  "GET /api/v2/diagnosis_games": { expected: everyone },
  "GET /api/v2/diagnosis_games/{}": { url: game, expected: everyone },
  "POST /api/v2/diagnosis_games/{}/results": {
    url: `${game}/results`,
    expected: [401, 401, 201, 201],
  },
  "GET /api/v2/diagnosis_games/{}/results/{}": {
    url: `${game}/results/AAAAAAAAAAAAAAAAAAAAAA`,
    expected: [404, 404, 404, 404],
  },
  "GET /cards/diagnosis/{}.png": {
    url: "/cards/diagnosis/AAAAAAAAAAAAAAAAAAAAAA.png",
    expected: [404, 404, 404, 404],
  },
  "GET /api/v2/adm/diagnosis_games": adminOnly,
  "GET /api/v2/adm/diagnosis_games/{}": {
    url: editedGame,
    expected: staffOnly,
    staff: [403, 200],
  },
  "PUT /api/v2/adm/diagnosis_games/{}": {
    url: editedGame,
    body: {
      version: 7,
      titles: texts,
      descriptions: texts,
      position: 1,
      is_shown: true,
      conditions: [],
      outcomes: [{ conditions: [], share_body: texts }],
    },
    expected: staffOnly,
    staff: [403, 409],
  },
  "POST /{}/adm/admin/master/diagnosis_games/preview": {
    url: "/ja/adm/admin/master/diagnosis_games/preview",
    body: { conditions: [] },
    expected: [401, 401, 403, 403],
    staff: [403, 200],
  },
};
