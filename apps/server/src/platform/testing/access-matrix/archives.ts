import { type AccessRow, signedIn } from "./row.ts";

/** Both accounts have just signed in, so neither has to confirm its identity. */
export const archiveRows: Record<string, AccessRow> = {
  "GET /api/v2/me/archive": { url: "/api/v2/me/archive", expected: signedIn },
  "POST /api/v2/me/archive": { url: "/api/v2/me/archive", expected: [401, 401, 202, 202] },
  "DELETE /api/v2/me/archive": { url: "/api/v2/me/archive", expected: [401, 401, 204, 204] },
  "GET /export/{}.zip": {
    url: "/export/unknown.zip",
    expected: [401, 401, 404, 404],
  },
};
